import { afterEach, describe, expect, it, vi } from "vitest"
import { browserZone, zoneName, zonesDiffer } from "../../../src/core/dates/time-zone"

const now = Date.parse("2026-11-21T12:00:00Z")
const istanbul = "Europe/Istanbul"

afterEach(() => vi.unstubAllGlobals())

describe("two zones", () => {
  it.each([
    ["Europe/Istanbul", false],
    ["Asia/Istanbul", false],
    ["Turkey", false],
    // Other countries, the same time all year through.
    ["Asia/Riyadh", false],
    ["Europe/Moscow", false],
    ["Europe/Berlin", true],
    // An hour behind in winter, the same in summer.
    ["Europe/Athens", true],
    ["Asia/Tokyo", true],
    ["UTC", true],
  ])("Europe/Istanbul and %s differ: %s", (zone, differs) => {
    expect(zonesDiffer(istanbul, zone, now)).toBe(differs)
    expect(zonesDiffer(zone, istanbul, now)).toBe(differs)
  })

  it("differ when only their summers begin on other days", () => {
    expect(zonesDiffer("Africa/Cairo", "Europe/Athens", now)).toBe(true)
  })
})

describe("a zone's name", () => {
  it.each([
    ["Europe/Berlin", "tr", "Orta Avrupa Saati (GMT+1)"],
    ["Europe/Berlin", "en", "Central European Time (GMT+1)"],
    ["America/New_York", "en", "Eastern Time (GMT-5)"],
    ["UTC", "en", "UTC (GMT)"],
    ["Etc/GMT-3", "tr", "Etc/GMT-3 (GMT+3)"],
  ] as const)("of %s in %s is %s", (zone, language, name) => {
    expect(zoneName(zone, language, now).replace("GMT+0", "GMT")).toBe(name)
  })

  it("says how far its clocks are ahead at the time", () => {
    expect(zoneName("Europe/Berlin", "en", Date.parse("2026-07-01T12:00:00Z"))).toBe("Central European Time (GMT+2)")
  })
})

describe("the browser's own zone", () => {
  it("is what Intl says", () => {
    expect(browserZone(istanbul)).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it.each([
    ["says none", undefined],
    ["says one that it does not know itself", "Etc/Unknown"],
  ])("is the fallback where the browser %s", (_, timeZone) => {
    const real = Intl.DateTimeFormat
    vi.stubGlobal("Intl", {
      ...Intl,
      DateTimeFormat: class extends real {
        override resolvedOptions() {
          return { ...super.resolvedOptions(), timeZone: timeZone as string }
        }
      },
    })
    expect(browserZone(istanbul)).toBe(istanbul)
  })
})
