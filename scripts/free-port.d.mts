import type { Server } from "node:net"
export function listen(server: { listen(port: number, host: string, done: () => void): Server }): Promise<number>
export function freePort(): Promise<number>
