import { expect, it } from "vitest"
import { createFormat } from "../../../src/core/text/format"
import type { Translate } from "../../../src/core/text/i18n"
import { rangeText } from "../../../src/ui/display/range-text"
import { allTexts } from "../../texts"

const t = ((key, params) => (allTexts.tr[key] ?? "").replace("{{date}}", String(params?.date))) as Translate
const context = { t, format: createFormat("tr", "Europe/Istanbul", () => Date.parse("2026-11-20T09:00:00Z")) }

it.each([
  ["2026-11-12", "2026-12-15", "12 Kas – 15 Ara"],
  ["2026-11-29T06:00:00Z", null, "29 Kas ve sonrası"],
  ["", "2026-12-15", "15 Ara ve öncesi"],
  [null, null, ""],
])("the range from %s to %s is written as %j", (from, to, expected) => {
  expect(rangeText(from, to, context)).toBe(expected)
})
