import { createHash, randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { StartProblem } from "../errors/problem"
import { makeFolder } from "../folder"

/**
 * The lock on the folder of the embedded database: PGlite has no lock of its own, and two processes would destroy its
 * files (docs/decisions/server/2026-11-22-folder-lock.md).
 */

/** The database folder is in use by another process. */
export class FolderBusy extends StartProblem {
  constructor(folder: string, pid?: number) {
    super(
      `The database folder ${folder} is in use by another process${pid ? ` (${pid})` : ""}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
}

/** What a lock file holds. `socket` is undefined where the file system has no sockets. */
type Holder = { pid: number; socket?: string }
const released = "released"

export type LockOptions = {
  /** Whether other machines may have the folder too, so that a socket that does not answer proves nothing. */
  isShared?: boolean
  /** How often the holder on such a folder touches its lock file, and how long it may miss that, ms. */
  heartbeatMs?: number
  silenceMs?: number
}

/** Lock files that are kept beneath the newest one: a folder that is being read may miss the newest, but not all of these. */
const keptFiles = 8

/**
 * Locks a folder for this process, against every process that sees the folder: of other containers and, by heartbeat, of
 * other machines. The lock of a process that has ended, however it ended, is taken over at once; on a file system of
 * several machines after `silenceMs`.
 * @returns unlock. @throws FolderBusy
 */
export const lockFolder = async (folder: string, options: LockOptions = {}): Promise<() => void> => {
  makeFolder(folder)
  const path = realpathSync(folder)
  // A name in the kernel holds the folder even when its files are swept away, but only within one network namespace.
  const kernel = process.platform === "linux" ? await listen(kernelName(path)) : undefined
  if (kernel === "taken") throw new FolderBusy(path, pidOf(path))
  const unlock = await lockByFile(path, options).catch((error: unknown) => {
    kernel?.close()
    throw error
  })
  return () => {
    unlock()
    kernel?.close()
  }
}

/** The lock by files in the folder itself, atomic against every process that sees them. @returns unlock. @throws FolderBusy */
export const lockByFile = async (path: string, options: LockOptions = {}): Promise<() => void> => {
  const { isShared = isOnSharedFileSystem(path), heartbeatMs = 2_000, silenceMs = 30_000 } = options
  const { holder, close } = await openSocket(path)
  const number = await claim(path, holder, { isShared, silenceMs }).catch((error: unknown) => {
    close()
    throw error
  })
  removeOld(path, number)
  const heartbeat = isShared || !holder.socket ? setInterval(() => beat(path, number), heartbeatMs).unref() : undefined
  return () => {
    clearInterval(heartbeat)
    writeFileSync(lockFile(path, number), released)
    close()
  }
}

const lockFile = (path: string, number: number) => join(path, `lock.${number}`)

const numbersIn = (path: string): number[] =>
  readdirSync(path)
    .map(name => Number(/^lock\.(\d+)$/.exec(name)?.[1]))
    .filter(number => number > 0)

const newestIn = (path: string) => Math.max(0, ...numbersIn(path))

/**
 * Creates the lock file with the next number. Only one process can create it, and only while the holder of the newest
 * one has ended. The newest file is never removed, so the numbers only grow: a process that was slow finds a newer one
 * after its own and begins again.
 * @returns the number. @throws FolderBusy
 */
const claim = async (path: string, own: Holder, rule: { isShared: boolean; silenceMs: number }): Promise<number> => {
  for (;;) {
    const newest = newestIn(path)
    if (newest > 0 && (await isHeld(path, newest, rule))) throw new FolderBusy(path, pidOf(path))
    const number = newest + 1
    if (!createFile(path, number, own)) continue
    if (newestIn(path) === number) return number
    rmSync(lockFile(path, number))
  }
}

/** Creates a lock file that is complete when it is visible. @returns whether this process created it */
const createFile = (path: string, number: number, own: Holder): boolean => {
  const text = JSON.stringify(own)
  const part = join(path, `lock.${randomBytes(6).toString("hex")}.part`)
  writeFileSync(part, text, { mode: 0o600, flag: "wx", flush: true })
  try {
    linkSync(part, lockFile(path, number))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EEXIST") return false
    // Without hard links a file is visible before it has its content; until then its holder counts as unknown.
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP") return createPlainFile(lockFile(path, number), text)
    throw error
  } finally {
    rmSync(part, { force: true })
  }
}

const createPlainFile = (file: string, text: string): boolean => {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

const isHeld = async (path: string, number: number, rule: { isShared: boolean; silenceMs: number }): Promise<boolean> => {
  const text = contentOf(lockFile(path, number))
  // A missing file has a newer one.
  if (text === undefined || text === released) return false
  const socket = holderIn(text)?.socket
  if (socket && (await isAnswered(path, socket))) return true
  return socket && !rule.isShared ? false : hasHeartbeat(path, number, rule.silenceMs)
}

/** Watches a lock file for at most `silenceMs`. */
const hasHeartbeat = async (path: string, number: number, silenceMs: number): Promise<boolean> => {
  const file = lockFile(path, number)
  process.stderr.write(`${path} was not closed by its last process: waiting up to ${silenceMs / 1000} s for a sign of it.\n`)
  const before = touchedAt(file)
  for (const end = performance.now() + silenceMs; performance.now() < end; ) {
    await delay(Math.min(500, silenceMs / 10))
    const now = touchedAt(file)
    if (now === undefined || contentOf(file) === released) return false
    if (now !== before) return true
  }
  return false
}

/** Opened each time: network file systems keep the times of files that are not opened. */
const touchedAt = (file: string): number | undefined => {
  try {
    const descriptor = openSync(file, "r")
    try {
      return fstatSync(descriptor).mtimeMs
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Ends this process when another one has taken over: it was silent for too long, and any further write would do damage. */
const beat = (path: string, number: number) => {
  if (newestIn(path) > number) {
    process.stderr.write(`${new FolderBusy(path, pidOf(path)).message}\n`)
    process.exit(1)
  }
  const now = new Date()
  utimesSync(lockFile(path, number), now, now)
}

/** Removes the sockets of earlier holders, and the lock files except the newest few. */
const removeOld = (path: string, number: number) => {
  for (const old of numbersIn(path).filter(old => old < number)) {
    const socket = holderIn(contentOf(lockFile(path, old)))?.socket
    if (socket && process.platform !== "win32") rmSync(join(path, socket), { force: true })
    if (old <= number - keptFiles) rmSync(lockFile(path, old), { force: true })
  }
}

const contentOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

const holderIn = (text = ""): Holder | undefined => {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

const pidOf = (path: string) => holderIn(contentOf(lockFile(path, newestIn(path))))?.pid

/** Types of file systems (statfs) that several machines can have at the same time: NFS, SMB, CIFS, Ceph, 9P, FUSE, GFS2, OCFS2, Lustre. */
const sharedTypes = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x00c36400, 0x01021997, 0x65735546, 0x01161970, 0x7461636f, 0x0bd00bd0,
])

const isOnSharedFileSystem = (path: string) => process.platform === "linux" && sharedTypes.has(statfsSync(path).type)

/** The folder's device and inode: links and mounts of a folder have the same. */
const kernelName = (path: string) => {
  const { dev, ino } = statSync(path, { bigint: true })
  return `\0campaign-console-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 24)}`
}

/**
 * Opens the socket by which other processes see that this one lives: the kernel closes it when the process ends. Its
 * name is unique, so that one which is closed is closed for good.
 */
const openSocket = async (path: string): Promise<{ holder: Holder; close: () => void }> => {
  const { pid } = process
  const name = `lock.${randomBytes(6).toString("hex")}.sock`
  const socket = process.platform === "win32" ? `\\\\.\\pipe\\campaign-console-${name}` : name
  const server = await within(path, () => listen(socket)).catch(() => undefined)
  if (!server || server === "taken") return { holder: { pid }, close: () => {} }
  if (process.platform !== "win32") chmodSync(join(path, name), 0o600)
  const close = () => {
    server.close()
    rmSync(join(path, name), { force: true })
  }
  return { holder: { pid, socket }, close }
}

/** Works in a folder: names of sockets are short, and their folder's path need not be. */
const within = <T>(folder: string, work: () => T): T => {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return work()
  } finally {
    process.chdir(before)
  }
}

/** The name is bound before this function returns. @returns `taken` when another process listens there */
const listen = (name: string) =>
  new Promise<Server | "taken">((done, fail) => {
    const server = createServer(socket => socket.destroy())
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? done("taken") : fail(error)))
    server.listen(name, () => {
      server.unref()
      done(server)
    })
  })

const isAnswered = (path: string, name: string) =>
  new Promise<boolean>(done => {
    const socket = within(path, () => connect(name))
    socket.once("connect", () => {
      socket.destroy()
      done(true)
    })
    socket.once("error", (error: NodeJS.ErrnoException) => done(error.code !== "ECONNREFUSED" && error.code !== "ENOENT"))
  })
