import { existsSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { StartProblem } from "../errors/problem"

/** What needs room on the disk: writes of records, and those of signing in, staying signed in and signing out. */
export type DiskUse = "record" | "session"

const mebibyte = 1024 * 1024

/** Free space below which the embedded database refuses each use, bytes: sessions live on a reserve of their own. */
const requiredFor: Record<DiskUse, number> = { record: 256 * mebibyte, session: 64 * mebibyte }
/** Free space that a start needs, and one that creates the database, of which records can be written afterwards, bytes. */
const requiredForStart = { existing: 8 * mebibyte, first: 320 * mebibyte }

const freeBytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The folder, or the nearest one above it that exists. */
const existingFolder = (folder: string): string => (existsSync(folder) ? folder : existingFolder(dirname(folder)))

/** Free room on the disk of a folder, which may not exist yet, bytes. */
export const freeBytesAt = (folder: string) => freeBytes(existingFolder(folder))

/** @throws StartProblem with the figures: a start without room would hang, or break in the middle */
export const requireDiskSpace = async (dbFolder: string) => {
  const isFirst = !existsSync(join(dbFolder, "PG_VERSION"))
  const needed = isFirst ? requiredForStart.first : requiredForStart.existing
  const free = await freeBytesAt(dbFolder)
  if (free >= needed) return
  const [has, needs] = [free, needed].map(bytes => Math.floor(bytes / mebibyte))
  throw new StartProblem(
    `The disk of ${dbFolder} has ${has} MB free; a ${isFirst ? "first " : ""}start needs ${needs} MB. Free some, or set DATA_DIR to a folder on another disk.`,
  )
}

/** Whether the disk of a folder has room for a use. */
export const hasDiskSpaceFor = async (use: DiskUse, dbFolder: string) => (await freeBytes(dbFolder)) >= requiredFor[use]
