import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"

/** The small faults that `npm run test:faults` puts into a copy of the product one by one (docs/operations.md#checks). */
const faults = readdirSync("test/faults").map(name => `test/faults/${name}`)

describe("the small faults", () => {
  it("apply to the product as it is", () => {
    const check = (fault: string) => spawnSync("git", ["apply", "--check", fault]).stderr.toString()
    expect(faults.map(check).filter(Boolean)).toEqual([])
  })

  it("name what is there as what catches them: a folder, a file or the beginning of its name", () => {
    const expectedIn = (fault: string) => /^Expected in: (.+)$/m.exec(readFileSync(fault, "utf8"))?.[1] ?? `none in ${fault}`
    const isThere = (path: string) => readdirSync(dirname(path)).some(name => `${dirname(path)}/${name}`.startsWith(path))
    expect(faults.flatMap(fault => expectedIn(fault).split(", ")).filter(path => !isThere(path))).toEqual([])
  })
})
