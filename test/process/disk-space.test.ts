import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { sample } from "../rounds"
import { endAll, fresh, removeFolders, run } from "./kit"

afterAll(removeFolders)
afterEach(endAll)

/** Runs a command with a small disk of its own at a folder, of which a file takes up some. */
const onDisk = (folder: string, megabytes: number, used = 0) => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  `mount -t tmpfs -o size=${megabytes}m none "$0" && { head -c ${used}000000 /dev/zero > "$0/full" 2>&-; exec "$@"; }`,
  folder,
]
const hasDisks = () => {
  const [command = "", ...rest] = [...onDisk("/mnt", 1), "true"]
  return spawnSync(command, rest).status === 0
}

describe.skipIf(!hasDisks())("a first start on a small disk", () => {
  // The secrets take the rest of the last megabyte.
  it.each(
    sample(
      [
        [10, 0, 9],
        [60, 0, 59],
        [300, 0, 299],
        [1, 2, 0],
      ],
      1,
      1,
    ),
  )("of %i MB with %i MB in use is refused at once, in one line with the %i MB that are free", async (size, used, free) => {
    const disk = fresh()
    const dataDir = join(disk, "data")
    const { ended, output } = run({ DATA_DIR: dataDir, PORT: "0", MODE: "demo" }, { under: onDisk(disk, size, used) })
    expect(await ended).toBe(1)
    const [place, needs] = free ? [`${dataDir}/db`, "; a first start needs 320 MB"] : [dataDir, ""]
    expect(output().trim()).toBe(
      `The disk of ${place} has ${free} MB free${needs}. Free some, or set DATA_DIR to a folder on another disk.`,
    )
  })
})
