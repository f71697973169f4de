import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { sample } from "../rounds"
import { endAll, fresh, removeFolders, run } from "./kit"

afterAll(removeFolders)
afterEach(endAll)

/** Runs a command with a small disk of its own at a folder. */
const onDisk = (folder: string, megabytes: number) => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  `mount -t tmpfs -o size=${megabytes}m none "$0" && exec "$@"`,
  folder,
]
const hasDisks = () => {
  const [command = "", ...rest] = [...onDisk("/mnt", 1), "true"]
  return spawnSync(command, rest).status === 0
}

describe.skipIf(!hasDisks())("a first start on a small disk", () => {
  it.each(sample([10, 60, 300], 1, 1))("with %i MB free is refused at once, in one line with the figures", async free => {
    const disk = fresh()
    const dataDir = join(disk, "data")
    const { ended, output } = run({ DATA_DIR: dataDir, PORT: "0", MODE: "demo" }, { under: onDisk(disk, free) })
    expect(await ended).toBe(1)
    // The secrets take the rest of the last megabyte.
    const has = free - 1
    expect(output().trim()).toBe(
      `The disk of ${dataDir}/db has ${has} MB free; a first start needs 320 MB. Free some, or set DATA_DIR to a folder on another disk.`,
    )
  })

  it("with nothing free is refused in one line", async () => {
    const disk = fresh()
    const [under, fill] = [onDisk(disk, 1), `head -c 2000000 /dev/zero > "$0/full"`]
    under[5] = `${under[5]?.replace("exec", `${fill} 2>&-; exec`)}`
    const { ended, output } = run({ DATA_DIR: join(disk, "data"), PORT: "0", MODE: "demo" }, { under })
    expect(await ended).toBe(1)
    expect(output().trim()).toMatch(/^The disk of [^ \n]+ has 0 MB free[^\n]+$/)
  })
})
