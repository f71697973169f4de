import { chmodSync, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { buildServer, endAll, fresh, removeServer, run, start } from "./kit"

/** Started under the most generous umask. */
let umask = 0

beforeAll(async () => {
  await buildServer()
  umask = process.umask(0)
})
afterAll(() => {
  process.umask(umask)
  removeServer()
})
afterEach(endAll)

const treeOf = (folder: string) => [folder, ...readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)))]
const modeOf = (path: string) => lstatSync(path).mode & 0o777
const open = (folder: string) => treeOf(folder).filter(path => (modeOf(path) & 0o077) !== 0)

describe.skipIf(process.platform === "win32")("the data folder", () => {
  it("is its owner's alone: database, pictures, secrets, lock and backups, also when it was open before", async () => {
    const dataDir = join(fresh(), "data")
    const first = await start(dataDir)
    expect(treeOf(dataDir).length).toBeGreaterThan(1_000)
    expect(open(dataDir)).toEqual([])
    first.child.kill("SIGTERM")
    await first.ended

    const file = join(fresh(), "backup.gz")
    expect(await run({ DATA_DIR: dataDir }, { program: ["admin.js", "backup", file] }).ended).toBe(0)
    expect(modeOf(file)).toBe(0o600)

    for (const path of treeOf(dataDir)) chmodSync(path, 0o777)
    await start(dataDir)
    expect(open(dataDir)).toEqual([])
  })
})
