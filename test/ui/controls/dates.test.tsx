import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import { addMonths, Calendar } from "../../../src/ui/controls/calendar"
import { DateInput } from "../../../src/ui/controls/date-input"
import { DateRange } from "../../../src/ui/controls/date-range"
import { DateTimeInput } from "../../../src/ui/controls/date-time-input"
import { act, click, find, mount, press, speak, type, until } from "../../kit"
import { aria, byId, Held } from "../held"

let unmount: () => Promise<void>
const show = async (node: React.ReactNode) => ({ unmount } = await mount(node))
beforeEach(() => speak("tr"))
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
})

const heard: string[] = []
beforeEach(() => heard.splice(0))
const leave = (element: HTMLElement) => act(async () => element.dispatchEvent(new FocusEvent("focusout", { bubbles: true })))
const panel = () => document.querySelector("[role=dialog]")
const cell = () => document.activeElement?.getAttribute("data-day")

describe("a date's field", () => {
  const date = (initial = "") => (
    <Held initial={initial} heard={value => heard.push(value)}>
      {(value, onChange) => <DateInput {...aria} value={value} onChange={onChange} />}
    </Held>
  )

  it.each<[Language, string, string, string]>([
    ["tr", "1.12.2026", "2026-12-01", "01.12.2026"],
    ["tr", "01122026", "2026-12-01", "01.12.2026"],
    ["tr", "1/12/26", "2026-12-01", "01.12.2026"],
    ["tr", "2026-12-01", "2026-12-01", "01.12.2026"],
    ["en", "1.12.2026", "2026-12-01", "01/12/2026"],
    ["en", "31-12-2026", "2026-12-31", "31/12/2026"],
  ])("in %s takes %j as %s and shows it as %s once left", async (language, text, day, shown) => {
    speak(language)
    await show(date())
    await type(byId("field"), text)
    expect(heard).toEqual([day])
    expect(byId("field").value).toBe(text)
    await leave(byId("field"))
    expect(byId("field").value).toBe(shown)
  })

  it.each(["31.02.2026", "12/13/2026", "yarın"])("keeps %j, which is no day, and hands it over as what it is", async text => {
    await show(date("2026-12-01"))
    await type(byId("field"), text)
    await leave(byId("field"))
    expect(heard).toEqual([text])
    expect(byId("field").value).toBe(text)
  })

  it("names the calendar's button after the field, and opens by Alt and Down as well", async () => {
    await show(date("2026-12-01"))
    const button = byId("field-calendar")
    expect(button.getAttribute("aria-labelledby")).toBe("field-label field-calendar")
    await act(async () =>
      byId("field").dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowDown", altKey: true, bubbles: true, cancelable: true }),
      ),
    )
    expect(button.getAttribute("aria-expanded")).toBe("true")
    expect(cell()).toBe("2026-12-01")
  })

  it("gives the focus back to its button after a pick and after Esc, which reaches nobody else", async () => {
    await show(date("2026-12-01"))
    await click(byId("field-calendar"))
    await press(document.activeElement, "ArrowRight")
    await click(document.activeElement)
    expect(heard).toEqual(["2026-12-02"])
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(byId("field-calendar"))

    let reached = false
    const outer = () => {
      reached = true
    }
    document.body.addEventListener("keydown", outer)
    await click(byId("field-calendar"))
    await press(document.activeElement, "Escape")
    document.body.removeEventListener("keydown", outer)
    expect([panel(), reached]).toEqual([null, false])
    expect(document.activeElement).toBe(byId("field-calendar"))
  })

  it("closes the calendar by a press outside", async () => {
    await show(date("2026-12-01"))
    await click(byId("field-calendar"))
    await act(async () => panel()?.dispatchEvent(new Event("pointerdown", { bubbles: true })))
    expect(panel()).not.toBeNull()
    await act(async () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })))
    expect(panel()).toBeNull()
  })
})

describe("a calendar", () => {
  const picked: string[] = []
  const calendar = (value?: string) => <Calendar value={value} onPick={day => picked.push(day)} />
  const key = (name: string, shiftKey = false) =>
    act(async () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: name, shiftKey, bubbles: true, cancelable: true }),
      ),
    )

  it.each([
    ["ArrowRight", "2026-12-31", "2027-01-01"],
    ["ArrowLeft", "2026-12-01", "2026-11-30"],
    ["ArrowDown", "2026-12-28", "2027-01-04"],
    ["ArrowUp", "2026-12-03", "2026-11-26"],
    ["PageDown", "2026-01-31", "2026-02-28"],
    ["PageUp", "2026-03-31", "2026-02-28"],
    ["Home", "2026-12-06", "2026-11-30"],
    ["End", "2026-11-30", "2026-12-06"],
  ])("goes by %s from %s to %s, and the focus with it", async (name, from, to) => {
    await show(calendar(from))
    await key(name)
    expect(cell()).toBe(to)
    expect(document.querySelectorAll("[data-day][tabindex='0']")).toHaveLength(1)
  })

  it("turns years by Page keys with Shift", async () => {
    await show(calendar("2028-02-29"))
    await key("PageDown", true)
    expect(cell()).toBe("2029-02-28")
    await key("PageUp", true)
    expect(cell()).toBe("2028-02-28")
  })

  it.each<[Language, string, string, string]>([
    ["tr", "Pazartesi", "Aralık 2026", "1 Aralık 2026 Salı"],
    ["en", "Monday", "December 2026", "Tuesday, 1 December 2026"],
  ])("begins its weeks on Monday and names months and days in %s", async (language, monday, month, day) => {
    speak(language)
    await show(calendar("2026-12-01"))
    expect(document.querySelector("th")?.getAttribute("abbr")).toBe(monday)
    expect(document.querySelector("[aria-live]")?.textContent).toBe(month)
    expect(document.activeElement?.getAttribute("aria-label")).toBe(day)
    expect(document.querySelector("[data-day]")?.getAttribute("data-day")).toBe("2026-11-30")
  })

  it("turns months by its buttons, which keep the focus, and marks the chosen day alone", async () => {
    await show(calendar("2026-12-15"))
    const next = find("button", "Sonraki ay")
    next.focus()
    await click(next)
    expect(document.querySelector("[aria-live]")?.textContent).toBe("Ocak 2027")
    expect(document.activeElement).toBe(next)
    await click(find("button", "Önceki ay"))
    expect([...document.querySelectorAll("[aria-pressed=true]")].map(found => found.getAttribute("data-day"))).toEqual([
      "2026-12-15",
    ])
  })

  it("keeps the day over months that have it, and takes the last one of those that do not", () => {
    expect(addMonths("2026-08-31", 1)).toBe("2026-09-30")
    expect(addMonths("2026-12-15", 1)).toBe("2027-01-15")
    expect(addMonths("2024-02-29", 12)).toBe("2025-02-28")
  })
})

describe("a date with a time", () => {
  const instant = (initial = "", defaultTime?: string) => (
    <Held initial={initial} heard={value => heard.push(value)}>
      {(value, onChange) => <DateTimeInput {...aria} value={value} onChange={onChange} defaultTime={defaultTime} />}
    </Held>
  )
  const time = () => byId("field-time")
  const last = () => heard.at(-1)

  it("shows an instant on the deployment's wall clock", async () => {
    await show(instant("2026-12-14T22:30:00.000Z"))
    expect([byId("field").value, time().value]).toEqual(["15.12.2026", "01:30"])
    expect(time().getAttribute("aria-labelledby")).toBe("field-label field-time")
  })

  it.each([
    ["9", "06:00"],
    ["930", "06:30"],
    ["9.30", "06:30"],
    ["٠٩:٣٠", "06:30"],
    ["14:05", "11:05"],
    ["1405", "11:05"],
    ["00:00", "21:00"],
  ])("takes %j as a time", async (text, utc) => {
    await show(instant("2026-12-15T09:00:00.000Z"))
    await type(time(), text)
    expect(last()?.slice(11, 16)).toBe(utc)
  })

  it.each([
    ["00:00", "2026-12-14T21:00:00.000Z"],
    ["23:59", "2026-12-15T20:59:00.000Z"],
  ])("a day without a time begins or ends it: %s", async (defaultTime, expected) => {
    await show(instant("", defaultTime))
    await type(byId("field"), "15.12.2026")
    expect(last()).toBe(expected)
  })

  it("a time without a day waits for it", async () => {
    await show(instant())
    await type(time(), "930")
    expect(last()).toBe("")
    expect(time().value).toBe("930")
    await type(byId("field"), "15.12.2026")
    expect(last()).toBe("2026-12-15T06:30:00.000Z")
  })

  it.each([
    ["25:00", "2026-12-15 25:00"],
    ["öğlen", "2026-12-15 öğlen"],
  ])("the time %j is no time, and stays", async (text, expected) => {
    await show(instant("2026-12-15T09:00:00.000Z"))
    await type(time(), text)
    expect(last()).toBe(expected)
    expect([byId("field").value, time().value]).toEqual(["15.12.2026", text])
  })

  it.each(["930", "1 2", "12/13/2026"])("what was typed and kept as %j is not taken for an instant", async text => {
    await show(instant(text))
    expect([byId("field").value, time().value]).toEqual([text, ""])
  })

  it("can be emptied", async () => {
    await show(instant("2026-12-15T09:00:00.000Z"))
    await type(byId("field"), "")
    expect(last()).toBe("")
  })
})

describe("a span of days", () => {
  const spans: [string, string][] = []
  beforeEach(() => spans.splice(0))
  const range = (from = "", to = "") => (
    <DateRange label="Tarih" from={from} to={to} onChange={(first, last) => spans.push([first, last])} />
  )
  const button = () => document.querySelector("[aria-haspopup=dialog]") as HTMLElement
  const inputs = () => [...document.querySelectorAll<HTMLInputElement>("[role=dialog] input")]
  const open = async (node: React.ReactNode) => {
    await show(node)
    await click(button())
  }

  it.each([
    ["", "", "Tarih"],
    ["2025-12-01", "2025-12-31", "Tarih: 1 – 31 Ara 2025"],
    ["2025-12-01", "", "Tarih: 1 Ara 2025 ve sonrası"],
    ["", "2025-12-31", "Tarih: 31 Ara 2025 ve öncesi"],
  ])("from %j to %j reads %j on the button", async (from, to, text) => {
    await show(range(from, to))
    expect(button().textContent).toBe(text)
  })

  it("takes the focus into its panel, applies by Enter, and gives it back", async () => {
    await open(range("2026-12-01"))
    expect(document.activeElement).toBe(find("button", "Bu ay"))
    await type(inputs()[1], "31.12.2026")
    await act(async () => document.querySelector("form")?.requestSubmit())
    expect(spans).toEqual([["2026-12-01", "2026-12-31"]])
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(button())
  })

  it("offers the coming feasts and the weeks of holidays", async () => {
    vi.setSystemTime("2026-11-25T09:00:00Z")
    await open(range())
    // The holidays are loaded when they are first shown.
    await click(await until(() => find("button", "Ramazan Bayramı: 8 – 11 Mar 2027")))
    await click(button())
    await click(find("button", "23 Nisan haftası: 19 – 25 Nis 2027"))
    expect(spans).toEqual([
      ["2027-03-08", "2027-03-11"],
      ["2027-04-19", "2027-04-25"],
    ])
  })

  it("turns ends that stand the wrong way round", async () => {
    await open(range("2026-12-31", "2026-12-01"))
    await click(find("button", "Uygula"))
    expect(spans).toEqual([["2026-12-01", "2026-12-31"]])
  })

  it("says what is no day once the field is left, and applies nothing", async () => {
    await open(range())
    await type(inputs()[1], "3")
    const message = () => [...document.querySelectorAll(".field-error")].map(({ textContent }) => textContent).join("")
    expect(message()).toBe("")
    await leave(inputs()[1] as HTMLInputElement)
    expect(message()).toBe("Tarihi gg.aa.yyyy biçiminde yazın.")
    await act(async () => inputs()[0]?.focus())
    await click(find("button", "Uygula"))
    expect(spans).toEqual([])
    expect(document.activeElement).toBe(inputs()[1])
  })

  it("is given up by Esc, and cleared by its button", async () => {
    await open(range("2026-12-01"))
    await type(inputs()[0], "5.5.2026")
    await press(inputs()[0], "Escape")
    expect(spans).toEqual([])
    await click(button())
    expect(inputs()[0]?.value).toBe("01.12.2026")
    await click(find("button", "Temizle"))
    expect(spans).toEqual([["", ""]])
  })
})
