import { afterEach, describe, expect, it } from "vitest"
import type { Code } from "../../../src/core/codes"
import { Tiles } from "../../../src/ui/controls/tiles"
import { activeStatusLook } from "../../../src/ui/display/active-status"
import { CodeBadge } from "../../../src/ui/display/badge"
import { ActiveSwitch } from "../../../src/ui/forms/active-switch"
import { CodeField } from "../../../src/ui/forms/code-field"
import { click, mount, speak } from "../../kit"
import { formOf } from "../form-of"

/** Codes of a foreign server: unknown, missing, or by name (docs/contract.md#codes). */
let unmount = async () => {}
afterEach(() => unmount())

const open = async (node: React.ReactNode) => {
  speak("tr")
  const mounted = await mount(node)
  unmount = mounted.unmount
  return mounted.container
}

const rows: [string, Code, string][] = [
  ["known", 1, "Aktif"],
  ["known by its name", "active", "Aktif"],
  ["unknown", 9, "Bilinmiyor"],
  ["unknown by its name", "frozen", "Bilinmiyor"],
  ["missing", undefined, "—"],
  ["null", null, "—"],
]

describe.each(rows)("a code that is %s", (_, value, text) => {
  it("shows as a badge", async () => {
    const container = await open(<CodeBadge {...activeStatusLook} value={value} />)
    expect(container.textContent).toBe(text)
    expect(container.querySelector(".badge") !== null).toBe(text !== "—")
  })

  it("stands in its field until another one is chosen", async () => {
    const form = formOf<{ status: Code }>({ status: value })
    const container = await open(<CodeField {...form.bind("status")} label="brand.status" look={activeStatusLook} />)
    expect(container.querySelector<HTMLSelectElement>("select")?.selectedOptions[0]?.textContent).toBe(text)
    expect(form.get()).toEqual({ status: value })
  })

  it("is named beside a switch that can't show it", async () => {
    const form = formOf<{ status: Code }>({ status: value })
    const container = await open(<ActiveSwitch {...form.bind("status")} label="ui.activity.active" hint="İpucu." />)
    const note = container.querySelector("small")?.textContent
    expect(note).toBe(text === "Aktif" ? "İpucu." : `Kayıtlı durum: ${text}. İpucu.`)
    expect(form.get()).toEqual({ status: value })
    await click(container.querySelector("input"))
    expect(form.get()).toEqual({ status: text === "Aktif" ? 0 : 1 })
  })
})

it("a code that no tile has leaves all of them open", async () => {
  const options = ["0", "1"].map(name => ({ value: name, icon: "gift" as const, label: name, hint: "" }))
  const container = await open(<Tiles legend="Tür" name="type" value={String(undefined)} onChange={() => {}} options={options} />)
  expect(container.querySelectorAll("input:checked")).toHaveLength(0)
})
