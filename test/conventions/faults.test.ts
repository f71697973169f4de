import { readdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"

/** The small faults that `npm run test:faults` puts into a copy of the product one by one (docs/development.md#checks). */
const faults = readdirSync("test/faults").map(name => `test/faults/${name}`)

describe("the small faults", () => {
  it("find the lines that they change in the product as it is", () => {
    const lost = faults.flatMap(fault => {
      const [head = "", ...hunks] = readFileSync(fault, "utf8").split(/^@@.*\n/m)
      const file = /^--- a\/(.+)$/m.exec(head)?.[1] ?? fault
      const before = hunks.map(hunk => hunk.split("\n").flatMap(line => (/^[ -]/.test(line) ? [line.slice(1)] : [])))
      return before.every(lines => readFileSync(file, "utf8").includes(lines.join("\n"))) && hunks.length ? [] : [fault]
    })
    expect(lost).toEqual([])
  })

  it("name what is there as what catches them: a folder, a file or the beginning of its name", () => {
    const expectedIn = (fault: string) => /^Expected in: (.+)$/m.exec(readFileSync(fault, "utf8"))?.[1] ?? `none in ${fault}`
    const isThere = (path: string) => readdirSync(dirname(path)).some(name => `${dirname(path)}/${name}`.startsWith(path))
    expect(faults.flatMap(fault => expectedIn(fault).split(", ")).filter(path => !isThere(path))).toEqual([])
  })
})
