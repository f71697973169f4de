import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Folders of the product: made durable by syncs, and private to their owner (docs/operations.md#data-folder). */

const folderMode = 0o700
const fileMode = 0o600

const syncPath = (path: string) => {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the names in a folder to the disk. Windows has no such call, and needs none. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== "win32") syncPath(folder)
}

const hasFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory()

/**
 * Creates a folder and its parents, durably and private; one that exists is left as it is. Node's own `recursive` never returns
 * where a parent exists and takes no folders, as /proc.
 */
export const makeFolder = (folder: string): void => {
  if (hasFolder(folder)) return
  const parent = dirname(resolve(folder))
  makeFolder(parent)
  try {
    mkdirSync(folder, { mode: folderMode })
  } catch (error) {
    // Another process has created it meanwhile.
    if (!hasFolder(folder)) throw error
  }
  syncFolder(parent)
}

/** Everything in a folder, each folder after what is in it, and the folder itself at the end. */
function* treeOf(folder: string): Generator<{ path: string; isFolder: boolean }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* treeOf(path)
    else if (entry.isFile()) yield { path, isFolder: false }
  }
  yield { path: folder, isFolder: true }
}

/** Writes every file and every folder below a folder to the disk. */
const syncTree = (folder: string): void => {
  for (const { path, isFolder } of treeOf(folder)) (isFolder ? syncFolder : syncPath)(path)
}

const isShared = (path: string) => (lstatSync(path).mode & 0o077) !== 0

/**
 * Takes a folder, and all that is in it, from everybody but its owner. A private folder is taken as done: nobody reaches
 * what is in it. A volume's folder that belongs to somebody else keeps its mode.
 */
export const makePrivate = (folder: string): void => {
  if (process.platform === "win32" || !isShared(folder)) return
  for (const { path, isFolder } of treeOf(folder))
    try {
      if (isShared(path)) chmodSync(path, isFolder ? folderMode : fileMode)
    } catch (error) {
      if (!["EPERM", "EROFS", "ENOENT"].includes(String((error as NodeJS.ErrnoException).code))) throw error
    }
}

/** Gives what root has written into a folder of another user to this user, whose process would not be able to read it. */
export const keepOwner = (folder: string): void => {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid, gid } = statSync(folder)
  for (const { path } of uid === 0 ? [] : treeOf(folder)) if (lstatSync(path).uid === 0) chownSync(path, uid, gid)
}

/** The file that marks an installation as not complete. */
const marker = "installing"
/** What an unfinished installation may not remove: locks, and the folder that file systems put into a volume. */
const isKept = (name: string) => name.startsWith("lock.") || name === "lost+found"

/**
 * Prepares the folder of an embedded database. What an interrupted installation has left is removed: nothing in it was
 * acknowledged yet.
 * @returns completes a new installation: every file and folder is on the disk afterwards; undefined when one is there
 */
export const beginInstallation = (folder: string): (() => void) | undefined => {
  const names = readdirSync(folder)
  if (names.includes("PG_VERSION") && !names.includes(marker)) return undefined
  const file = join(folder, marker)
  writeFileSync(file, "", { mode: fileMode })
  syncFolder(folder)
  for (const name of names) if (name !== marker && !isKept(name)) rmSync(join(folder, name), { recursive: true, force: true })
  return () => {
    syncTree(folder)
    rmSync(file)
    syncFolder(folder)
  }
}
