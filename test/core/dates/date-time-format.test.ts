import { expect, it } from "vitest"
import { dateTimeFormat } from "../../../src/core/dates/date-time-format"

it("creates one formatter for each locale and options", () => {
  const formats = ["tr-TR", "en-GB", "tr-TR"].flatMap(locale =>
    (["short", "long"] as const).map(weekday => dateTimeFormat(locale, { weekday, timeZone: "UTC" })),
  )
  expect(new Set(formats).size).toBe(4)
  const monday = new Date("2026-11-23T00:00:00Z")
  expect(formats.map(format => format.format(monday))).toEqual(["Pzt", "Pazartesi", "Mon", "Monday", "Pzt", "Pazartesi"])
})
