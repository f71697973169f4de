import { createHash } from "node:crypto"
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StartProblem } from "../errors/problem"
import { makeFolder } from "../folder"

/** The data folder is in use by another process. */
export class FolderBusy extends StartProblem {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another process${pid ? ` (${pid})` : ""}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * Locks a folder for this process: PGlite has no lock of its own, and two processes would corrupt its files. The lock is
 * a listening socket, which the kernel closes when its process ends, also when it is killed. Its name contains the
 * folder's inode, so that links and mounts of the folder share the lock.
 * @returns unlock. @throws FolderBusy
 */
export const lockFolder = async (folder: string): Promise<() => void> => {
  makeFolder(folder)
  const path = realpathSync(folder)
  const pidFile = join(path, "lock.pid")
  const busy = () => new FolderBusy(path, readPid(pidFile))

  const servers: Server[] = []
  const release = () => {
    for (const server of servers) server.close()
  }
  const address = addressOf(path)
  const first = await acquire(address, address.startsWith("\0") || process.platform === "win32")
  if (!first) throw busy()
  servers.push(first)

  // Another container with the same folder does not see an abstract socket, but it sees a socket file in the folder.
  const local = join(path, "lock.sock")
  if (address.startsWith("\0") && local.length < maxSocketPath) {
    // Some file systems do not support sockets; then the abstract socket is the only lock.
    const second = await acquire(local, false).catch(() => "unsupported" as const)
    if (!second) {
      release()
      throw busy()
    }
    if (second !== "unsupported") servers.push(second)
  }
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 })
  return () => {
    rmSync(pidFile, { force: true })
    release()
  }
}

/** Longest path of a socket file, bytes. */
const maxSocketPath = 100

/** Abstract sockets on Linux and pipes on Windows have no file. Elsewhere it is a file, which is stale when nobody answers. */
const addressOf = (path: string) => {
  const { dev, ino } = statSync(path, { bigint: true })
  const name = `campaign-console-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 24)}`
  if (process.platform === "linux") return `\0${name}`
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** @param isKernelName the name disappears with its process. @returns undefined when another process has the lock */
const acquire = async (address: string, isKernelName: boolean): Promise<Server | undefined> => {
  const server = await listen(address)
  if (server || isKernelName || (await isAnswered(address))) return server
  rmSync(address, { force: true })
  return listen(address)
}

const listen = (address: string) =>
  new Promise<Server | undefined>((done, fail) => {
    const server = createServer(socket => socket.destroy())
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? done(undefined) : fail(error)))
    server.listen(address, () => {
      server.unref()
      done(server)
    })
  })

const isAnswered = (address: string) =>
  new Promise<boolean>(done => {
    const socket = connect(address)
    socket.once("connect", () => {
      socket.destroy()
      done(true)
    })
    socket.once("error", (error: NodeJS.ErrnoException) => done(error.code !== "ECONNREFUSED" && error.code !== "ENOENT"))
  })

const readPid = (file: string) => {
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    return ""
  }
}
