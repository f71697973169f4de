import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Option } from "../../../src/core/http/options"
import { MultiSelect } from "../../../src/ui/controls/multi-select"
import type { ComboboxSource } from "../../../src/ui/controls/use-combobox"
import { act, click, find, mount, press, speak, type } from "../../kit"
import { aria, byId, Held } from "../held"

const companies = ["Nar Perakende", "Nar Lojistik", "Yeşilova"].map((label, at) => ({ value: String(at), label }))

const heard: string[][] = []
let unmount: () => Promise<void>
const show = async (initial: string[], choice: ComboboxSource = { options: companies }) => {
  const held = (
    <Held initial={initial} heard={value => heard.push(value)}>
      {(value, onChange) => <MultiSelect {...aria} {...choice} value={value} onChange={onChange} placeholder="Şirket ekle" />}
    </Held>
  )
  ;({ unmount } = await mount(held))
}
beforeEach(() => {
  speak("tr")
  heard.splice(0)
})
afterEach(() => unmount())

const field = () => byId("field")
const chips = () => [...document.querySelectorAll(".chip")].map(chip => chip.textContent)
const options = () => [...document.querySelectorAll<HTMLElement>("[role=option]")]
const said = () => [...document.querySelectorAll("[role=status]")].at(-1)?.textContent

describe("several choices", () => {
  it("stand as chips, each removable by its own button, which gives the focus to the field", async () => {
    await show(["0", "2"])
    expect(chips()).toEqual(["Nar Perakende", "Yeşilova"])
    await click(find("button", "Nar Perakende seçimini kaldır"))
    expect(heard).toEqual([["2"]])
    expect(said()).toBe("Nar Perakende kaldırıldı")
    expect(document.activeElement).toBe(field())
  })

  it("that are people keep their names under a translator", async () => {
    await show(["0"], { known: companies, loadOptions: async () => companies })
    expect(document.querySelector(".chip [translate=no]")?.textContent).toBe("Nar Perakende")
  })

  it("lose the last by Backspace in the empty field, and only there", async () => {
    await show(["0", "2"])
    await type(field(), "n")
    await press(field(), "Backspace")
    expect(heard).toEqual([])
    await type(field(), "")
    await press(field(), "Backspace")
    await press(field(), "Backspace")
    await press(field(), "Backspace")
    expect(heard).toEqual([["0"], []])
  })

  it("are picked one after the other: the list stays open, but closes with the text after a search", async () => {
    await show([])
    await type(field(), "loj")
    await press(field(), "Enter")
    expect(heard).toEqual([["1"]])
    expect(field().value).toBe("")
    expect(options()).toHaveLength(0)
    await press(field(), "ArrowDown")
    expect(options()).toHaveLength(3)
    expect(document.querySelector("[role=listbox]")?.getAttribute("aria-multiselectable")).toBe("true")
    await press(field(), "Enter")
    expect(heard.at(-1)).toEqual(["1", "0"])
    expect(options()).toHaveLength(3)
  })

  it("keep their place in the list while they are picked", async () => {
    await show([])
    await press(field(), "ArrowDown")
    await press(field(), "ArrowDown")
    await press(field(), "Enter")
    expect(document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent).toBe("Nar Lojistik")
  })

  it("are put back by picking them again", async () => {
    await show(["0", "1"])
    await click(field())
    expect(options().map(option => option.getAttribute("aria-selected"))).toEqual(["true", "true", "false"])
    await click(options()[0])
    expect(heard).toEqual([["1"]])
  })

  it("take what was made into what is chosen by then", async () => {
    let made: (option: Option) => void = () => undefined
    await show(["0", "1"], {
      options: companies,
      onCreate: () =>
        new Promise(done => {
          made = done
        }),
    })
    await type(field(), "Yeni")
    await press(field(), "Enter")
    await click(find("button", "Nar Perakende seçimini kaldır"))
    await act(async () => made({ value: "n", label: "Yeni" }))
    expect(heard.at(-1)).toEqual(["1", "n"])
    expect(chips()).toEqual(["Nar Lojistik", "Yeni"])
  })

  it("point out their field when they are refused", async () => {
    ;({ unmount } = await mount(
      <MultiSelect {...aria} aria-invalid options={companies} value={[]} onChange={() => undefined} placeholder="Şirket ekle" />,
    ))
    expect(document.querySelector("[aria-invalid=true]")).toBe(field())
  })
})
