import { describe, expect, it } from "vitest"
import { defaultSettings, readSettings, type Settings } from "../../src/state/settings"

/** Whatever storage held becomes valid settings (docs/console.md#settings). */
const chosen: Settings = {
  notification: false,
  theme: "dark",
  density: "compact",
  timeZone: "browser",
  sidebar: "collapsed",
  shortcuts: false,
  hidden: { campaigns: ["brand", "status"] },
  pageSize: { campaigns: 20 },
  layout: { gifts: "table" },
  startView: { campaigns: "v1" },
  isSetupHidden: true,
}

describe("settings", () => {
  it("notify, follow the system, are comfortable and keep to the deployment's clock by default", () => {
    expect(defaultSettings).toMatchObject({ notification: true, theme: "system", density: "comfortable", timeZone: "deployment" })
  })

  it("that were chosen come back as they were", () => {
    expect(readSettings(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
  })

  it.each([undefined, null, 5, "dark", [], [chosen], true])("read from %j are the defaults", stored => {
    expect(readSettings(stored)).toEqual(defaultSettings)
  })

  it.each([
    ["notification", 0, true],
    ["notification", "false", true],
    ["notification", false, false],
    ["theme", "purple", "system"],
    ["theme", "light", "light"],
    ["theme", ["dark"], "system"],
    ["density", "COMPACT", "comfortable"],
    ["density", "compact", "compact"],
    ["timeZone", "Asia/Tokyo", "deployment"],
    ["timeZone", "browser", "browser"],
    ["timeZone", null, "deployment"],
    ["sidebar", 1, "expanded"],
    ["shortcuts", "off", true],
    ["hidden", "all", {}],
    ["hidden", { campaigns: "brand", brands: ["a", 1] }, { brands: ["a"] }],
    ["pageSize", [8], {}],
    ["pageSize", { a: 0, b: -1, c: 1.5, d: "8", e: 20 }, { e: 20 }],
  ] as const)("with %s stored as %j read %j, and the rest stays", (name, stored, expected) => {
    expect(readSettings({ ...chosen, [name]: stored })).toEqual({ ...chosen, [name]: expected })
  })

  it("take nothing over that they don't know", () => {
    expect(readSettings({ ...chosen, admin: true })).toEqual(chosen)
  })
})
