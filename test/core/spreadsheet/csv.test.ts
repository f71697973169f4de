import { describe, expect, it } from "vitest"
import { csv } from "../../../src/core/spreadsheet/csv"

describe("CSV", () => {
  it.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠sum"])("makes %j harmless", text => {
    const line = csv([[text]], ",")
      .slice(1)
      .trimEnd()
    expect(line.replace(/^"/, "").startsWith("'")).toBe(true)
  })
  it("begins with a BOM, ends lines with CRLF and quotes what needs it", () => {
    expect(csv([["a;b", 'c"d', "e\nf", "g"]], ";")).toBe('\uFEFF"a;b";"c""d";"e\nf";g\r\n')
  })
})
