import { expect, it } from "vitest"
import { fitColumns } from "../../../src/ui/lists/fit-columns"
import type { Column } from "../../../src/ui/lists/table"

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  label: "ui.all",
  text: () => "",
  ...more,
})
const main = column("main", { isMain: true })

/** Columns give way in an order (docs/console.md#tables). */
it.each<[string, Column<object>[], Record<string, number>]>([
  ["the record's own column always stays", [main], {}],
  ["the last of equal rank gives way first", [main, column("a"), column("b")], { a: 30, b: 40 }],
  [
    "a lower rank stays longer, wherever it stands",
    [main, column("a"), column("b", { rank: 1 }), column("c", { rank: 0 })],
    { c: 30, b: 40, a: 50 },
  ],
  ["narrow columns stay longer", [main, column("a", { size: "sm" }), column("b", { size: "lg" })], { a: 28, b: 42 }],
])("%s", (_, columns, expected) => {
  expect(Object.fromEntries(fitColumns(columns))).toEqual(expected)
})
