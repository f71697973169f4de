import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** A disk that forgets what was not synced, under a server started with `preload` (see `forgetful-disk.mjs`). */
export const preload = ["--import", resolve("test/process/forgetful-disk.mjs")]

type Entry = { name: string; id: string; isFolder: boolean; isFile: boolean }

/** Builds the folder as it is after a power cut. A name whose file was never synced is there, and empty. */
export const afterCut = (observed: string, kept: string, to: string): void => {
  const restore = (id: string, target: string) => {
    mkdirSync(target, { recursive: true })
    const file = join(kept, id)
    if (!existsSync(file)) return
    for (const entry of JSON.parse(readFileSync(file, "utf8")) as Entry[]) {
      const at = join(target, entry.name)
      const content = join(kept, entry.id)
      if (entry.isFolder) restore(entry.id, at)
      else if (entry.isFile && existsSync(content)) copyFileSync(content, at)
      else if (entry.isFile) writeFileSync(at, "")
    }
  }
  const { ino, birthtimeMs } = statSync(observed)
  restore(`${ino}-${birthtimeMs}`, to)
}
