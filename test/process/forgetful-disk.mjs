/**
 * Preloaded into a server (`--import`): keeps what a disk holds after the power fails, in the worst case that POSIX
 * permits. A file has the content of its last sync, a folder the names of its last sync. DISK_OF is the folder observed,
 * DISK_AT where it is kept; with DISK_CUT the process is killed before that sync; with DISK_HAS_DATA the disk has what is in
 * the folder at the start. `disk.ts` reads it.
 */
import fs from "node:fs"
import { open } from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"

const { DISK_OF, DISK_AT, DISK_CUT, DISK_HAS_DATA } = process.env
const { fsyncSync, fdatasyncSync, fsync, fdatasync, fstatSync, readdirSync, lstatSync, copyFileSync, writeFileSync, renameSync } =
  fs
const folder = fs.realpathSync(DISK_OF)
let syncs = 0

/** Numbers of inodes are used again: with its birth one is a file's own. */
const idOf = ({ ino, birthtimeMs }) => `${ino}-${birthtimeMs}`

const keep = descriptor => {
  const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  if (path !== folder && !path.startsWith(`${folder}/`)) return
  if (++syncs === Number(DISK_CUT)) process.kill(process.pid, "SIGKILL")
  const stat = fstatSync(descriptor)
  const part = join(DISK_AT, "part")
  if (stat.isDirectory()) {
    const entries = readdirSync(path).map(name => {
      const entry = lstatSync(join(path, name))
      return { name, id: idOf(entry), isFolder: entry.isDirectory(), isFile: entry.isFile() }
    })
    writeFileSync(part, JSON.stringify(entries))
  } else copyFileSync(`/proc/self/fd/${descriptor}`, part)
  renameSync(part, join(DISK_AT, idOf(stat)))
}

if (DISK_HAS_DATA)
  for (const name of ["", ...readdirSync(folder, { recursive: true })]) {
    const descriptor = fs.openSync(join(folder, name))
    keep(descriptor)
    fs.closeSync(descriptor)
  }

fs.fsyncSync = descriptor => {
  fsyncSync(descriptor)
  keep(descriptor)
}
fs.fdatasyncSync = descriptor => {
  fdatasyncSync(descriptor)
  keep(descriptor)
}
const called = (original, descriptor, done) =>
  original(descriptor, error => {
    if (!error) keep(descriptor)
    done(error)
  })
fs.fsync = (descriptor, done) => called(fsync, descriptor, done)
fs.fdatasync = (descriptor, done) => called(fdatasync, descriptor, done)
syncBuiltinESMExports()

const handle = await open(process.execPath)
const prototype = Object.getPrototypeOf(handle)
await handle.close()
for (const name of ["sync", "datasync"]) {
  const original = prototype[name]
  prototype[name] = async function () {
    await original.call(this)
    keep(this.fd)
  }
}
