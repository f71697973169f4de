import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StartProblem } from "../errors/problem"

/** The data folder is in use by another process. */
export class FolderBusy extends StartProblem {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another process${pid ? ` (${pid})` : ""}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * Holds a folder for this process alone: PGlite has no lock, and two processes on one folder corrupt it silently.
 * The lock is a listening socket, which the kernel closes with its process: a killed one leaves nothing behind that
 * would have to be judged. The folder is told by its inode, so that no second name of it (a link, a mount) gets around.
 * @throws FolderBusy
 */
export const lockFolder = async (folder: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true })
  const path = realpathSync(folder)
  const pidFile = join(path, "lock.pid")
  const busy = () => new FolderBusy(path, readPid(pidFile))

  const guards: Server[] = []
  const release = () => {
    for (const guard of guards) guard.close()
  }
  const named = addressOf(path)
  const guard = await hold(named, named.startsWith("\0") || process.platform === "win32")
  if (!guard) throw busy()
  guards.push(guard)

  // A name without a file is not seen from another container on the same folder: a socket in the folder is.
  const local = join(path, "lock.sock")
  if (named.startsWith("\0") && local.length < longestPath) {
    // Some mounts take no sockets; there the first guard stands alone.
    const second = await hold(local, false).catch(() => "unsupported" as const)
    if (!second) {
      release()
      throw busy()
    }
    if (second !== "unsupported") guards.push(second)
  }
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 })
  return () => {
    rmSync(pidFile, { force: true })
    release()
  }
}

/** What a socket's path may measure, bytes. */
const longestPath = 100

/** Linux has sockets without a file, Windows pipes; elsewhere the socket is a file, and a stale one is told by calling it. */
const addressOf = (path: string) => {
  const { dev, ino } = statSync(path, { bigint: true })
  const name = `campaign-console-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 24)}`
  if (process.platform === "linux") return `\0${name}`
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** @param isKernels the name goes with its process: there are no stale ones. @returns undefined when another process holds it */
const hold = async (address: string, isKernels: boolean): Promise<Server | undefined> => {
  const server = await listen(address)
  if (server || isKernels || (await isAnswered(address))) return server
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
