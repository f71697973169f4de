import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { freePort } from "../../scripts/free-port.mjs"
import { accounts } from "../api"
import { allowedMs } from "../pace"

/** The built server as a process, ended after each test. Needs `npm run build` before. */
const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** A program of the build. */
export const built = (file: string) => resolve("dist/server", file)

export const removeFolders = () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

export const endAll = async () => {
  for (const child of running) {
    child.kill("SIGKILL")
    await new Promise(done => child.once("exit", done))
  }
  running.clear()
}

/** A data folder of its own. */
export const fresh = () => {
  const folder = mkdtempSync(join(tmpdir(), "campaign-process-"))
  folders.add(folder)
  return folder
}

/** A data folder of its own with the demonstration in it. */
export const seeded = () => {
  const folder = fresh()
  if (process.env.TEST_DATA_DIR) cpSync(process.env.TEST_DATA_DIR, folder, { recursive: true })
  return folder
}

/** The clock of a run on another day (test/setup/on-another-day.mjs). */
const { NODE_OPTIONS, TEST_NOW, TEST_CLOCK_SHIFT } = process.env
const clock = TEST_NOW ? { NODE_OPTIONS, TEST_NOW, TEST_CLOCK_SHIFT } : {}

type Program = {
  /** The file and its arguments; the server by default. */
  program?: string[]
  /** Options of Node. */
  flags?: string[]
  /** A command that runs what follows it. */
  under?: string[]
}

export const run = (
  env: Record<string, string>,
  { program: [file = "", ...rest] = ["main.js"], flags = [], under = [] }: Program = {},
) => {
  // A server that lives for seconds spends more on optimizing WebAssembly than it gains.
  const command = [...under, process.execPath, "--liftoff-only", ...flags, built(file), ...rest]
  const child = spawn(command[0] ?? "", command.slice(1), {
    env: { PATH: process.env.PATH, ...clock, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", text => {
      output += text
    })
  running.add(child)
  const ended = new Promise<number | null>(done =>
    child.once("exit", code => {
      running.delete(child)
      done(code)
    }),
  )
  return { child, ended, output: () => output }
}

/** Waits until a server answers, for as long as its process runs. */
export const untilReady = async (url: string, { child, output }: { child: ChildProcess; output: () => string }) => {
  const from = performance.now()
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
    const waited = performance.now() - from
    if (child.exitCode !== null || (waited > 90_000 && waited > allowedMs(90_000)))
      throw new Error(`The server did not start: ${output()}`)
    await new Promise(done => setTimeout(done, 100))
  }
}

/** Starts a server and waits until it is ready. */
export const start = async (dataDir: string, env: Record<string, string> = {}, program: Program = {}) => {
  const port = await freePort()
  const from = performance.now()
  const server = run({ DATA_DIR: dataDir, PORT: String(port), MODE: "demo", LOG_LEVEL: "silent", ...env }, program)
  const url = `http://127.0.0.1:${port}/backend`
  await untilReady(url, server)
  return { ...server, url, port, ms: performance.now() - from }
}

export const signIn = async (url: string, email: string = accounts.elif) => {
  await fetch(`${url}/Auth/GetCode/${email}`)
  const [mail] = (await (await fetch(`${url}/outbox`)).json()) as { code: string }[]
  const answer = await fetch(`${url}/Auth/GetToken?email=${email}&code=${mail?.code}`)
  return ((await answer.json()) as { value: { token: string } }).value.token
}
