import { createHash } from "node:crypto"
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** The data folder is in use by another process. */
export class FolderBusy extends Error {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another process${pid ? ` (${pid})` : ""}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * Holds a folder for this process alone: PGlite has no lock, and two processes on one folder corrupt it silently.
 * The lock is a socket that the kernel closes with the process, so that a killed one leaves nothing behind.
 * @throws FolderBusy
 */
export const lockFolder = async (folder: string): Promise<() => void> => {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  const name = `campaign-console-${createHash("sha256").update(path).digest("hex").slice(0, 24)}`
  const pidFile = join(path, "lock.pid")
  // Linux has sockets without a file; elsewhere a stale file is told from a living one by connecting to it.
  const address =
    process.platform === "linux"
      ? `\0${name}`
      : process.platform === "win32"
        ? `\\\\.\\pipe\\${name}`
        : join(tmpdir(), `${name}.sock`)
  const server = await listen(address).catch(() => {
    throw new FolderBusy(path, readPid(pidFile))
  })
  const file = openSync(pidFile, "w", 0o600)
  writeSync(file, String(process.pid))
  closeSync(file)
  return () => {
    rmSync(pidFile, { force: true })
    server.close()
  }
}

const readPid = (file: string) => {
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    return ""
  }
}

const listen = (address: string): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer(socket => socket.destroy())
    server.once("error", fail)
    server.listen(address, () => {
      server.unref()
      done(server)
    })
  })
