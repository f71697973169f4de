import { useState } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { config } from "../../src/state/config"
import { changeSettings } from "../../src/state/settings"
import { DateRange } from "../../src/ui/controls/date-range"
import { DateTimeInput } from "../../src/ui/controls/date-time-input"
import { Field } from "../../src/ui/controls/field"
import { useFormat } from "../../src/ui/hooks/use-format"
import { act, click, find, mount, speak, type } from "../kit"

/** Dates are shown in the chosen zone; date fields keep to the deployment's, and name it then (docs/console.md#settings). */
const browserIn = (timeZone: string) => {
  const real = Intl.DateTimeFormat.prototype.resolvedOptions
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...real.call(this), timeZone }
  })
}
const choose = (timeZone: "deployment" | "browser") => act(async () => changeSettings({ timeZone }))

const instant = "2026-03-10T20:30:00.000Z"
let given = ""
const Shown = () => {
  const format = useFormat()
  const [value, setValue] = useState(instant)
  given = value
  return (
    <>
      <output>{`${format.dateTime(instant)} | ${format.date("2026-03-10")}`}</output>
      <Field id="at" label="Başlangıç" hint="Gün ve saat">
        {aria => <DateTimeInput {...aria} value={value} onChange={setValue} />}
      </Field>
      <DateRange label="Süre" from="" to="" onChange={() => {}} />
    </>
  )
}
const output = () => document.querySelector("output")?.textContent?.replaceAll(/ 20\d\d/g, "")
const fields = () => ["at", "at-time"].map(id => (document.getElementById(id) as HTMLInputElement).value)
const described = () => ["at", "at-time"].map(id => document.getElementById(id)?.getAttribute("aria-describedby"))
const hint = () => document.getElementById("at-zone")?.textContent

let unmount = async () => {}
beforeEach(() => speak("tr"))
afterEach(async () => {
  await unmount()
  await choose("deployment")
  vi.restoreAllMocks()
})
const show = async () => {
  ;({ unmount } = await mount(<Shown />))
}

describe("a browser in another zone than the deployment", () => {
  beforeEach(() => browserIn("Asia/Tokyo"))

  it("is shown the deployment's time, and its fields need no zone", async () => {
    await show()
    expect(output()).toBe("10 Mar 23:30 | 10 Mar")
    expect([fields(), hint()]).toEqual([["10.03.2026", "23:30"], undefined])
    expect(described()).toEqual(["at-note", "at-note"])
  })

  it("is shown its own time once that is chosen, at once; days never shift", async () => {
    await show()
    await choose("browser")
    expect(output()).toBe("11 Mar 05:30 | 10 Mar")
  })

  it("keeps the deployment's time in date fields, which name the zone then", async () => {
    await show()
    await choose("browser")
    expect(fields()).toEqual(["10.03.2026", "23:30"])
    expect(hint()).toMatch(/^Saat dilimi: .+ \(GMT\+3\)$/)
    expect(described()).toEqual(["at-note at-zone", "at-note at-zone"])
    await type(document.getElementById("at-time"), "10:00")
    expect(given).toBe("2026-03-10T07:00:00.000Z")
    await click(find("button", "Süre"))
    expect(document.querySelector("form")?.textContent).toContain("Saat dilimi: ")
  })
})

describe("a browser whose clock shows the same", () => {
  it.each([config.timeZone, "Asia/Riyadh"])("(%s) is told no zone", async zone => {
    browserIn(zone)
    await show()
    await choose("browser")
    expect(output()).toBe("10 Mar 23:30 | 10 Mar")
    expect(hint()).toBeUndefined()
    await click(find("button", "Süre"))
    expect(document.querySelector("form")?.textContent).not.toContain("Saat dilimi")
  })
})
