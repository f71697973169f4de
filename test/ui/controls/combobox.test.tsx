import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { HttpError } from "../../../src/core/http/http"
import type { Option } from "../../../src/core/http/options"
import { Combobox } from "../../../src/ui/controls/combobox"
import type { ComboboxSource } from "../../../src/ui/controls/use-combobox"
import { act, click, find, mount, press, speak, type } from "../../kit"
import { aria, byId, Held } from "../held"

const brands = ["Işık Moda", "isik market", "Köşe Kitap", "Yeşilova"].map((label, at) => ({ value: String(at), label }))

const heard: string[] = []
let unmount: () => Promise<void>
const show = async (choice: ComboboxSource = { options: brands }, initial = "", disabled = false) => {
  const held = (
    <Held initial={initial} heard={value => heard.push(value)}>
      {(value, onChange) => (
        <Combobox {...aria} {...choice} value={value} onChange={onChange} placeholder="Marka ara" disabled={disabled} />
      )}
    </Held>
  )
  ;({ unmount } = await mount(held))
}
beforeEach(() => {
  speak("tr")
  heard.splice(0)
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
})

const field = () => byId("field")
const options = () => [...document.querySelectorAll<HTMLElement>("[role=option]")]
const texts = () => options().map(option => option.textContent)
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "")
const status = () => document.querySelector("[role=status]")?.textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe("a combobox", () => {
  it("opens its list by a click, names it to the input, and marks what is chosen", async () => {
    await show({ options: brands }, "2")
    expect(field().value).toBe("Köşe Kitap")
    expect(field().getAttribute("aria-expanded")).toBe("false")
    await click(field())
    expect(field().getAttribute("aria-expanded")).toBe("true")
    const list = document.getElementById(field().getAttribute("aria-controls") ?? "")
    expect(list?.getAttribute("role")).toBe("listbox")
    expect(options().map(option => option.getAttribute("aria-selected"))).toEqual(["false", "false", "true", "false"])
    expect(active()?.textContent).toBe("Köşe Kitap")
  })

  it("finds ışık for isik, the exact spelling first", async () => {
    await show()
    await type(field(), "isik")
    expect(texts()).toEqual(["isik market", "Işık Moda"])
    await type(field(), "ışık")
    expect(texts()).toEqual(["Işık Moda", "isik market"])
  })

  it("is walked by arrows, around both ends, and taken by Enter", async () => {
    await show()
    await press(field(), "ArrowDown")
    expect(active()?.textContent).toBe("Işık Moda")
    await press(field(), "ArrowUp")
    expect(active()?.textContent).toBe("Yeşilova")
    await press(field(), "ArrowDown")
    await press(field(), "ArrowDown")
    await press(field(), "Enter")
    expect(heard).toEqual(["1"])
    expect(field().value).toBe("isik market")
    expect(options()).toEqual([])
  })

  it("lets go by Esc, which then reaches nobody else, and keeps its value", async () => {
    const outer = vi.fn()
    document.body.addEventListener("keydown", outer)
    await show({ options: brands }, "3")
    await type(field(), "isik")
    await press(field(), "Escape")
    expect(outer).not.toHaveBeenCalled()
    expect(field().value).toBe("Yeşilova")
    expect(heard).toEqual([])
    await press(field(), "Escape")
    expect(outer).toHaveBeenCalledOnce()
    document.body.removeEventListener("keydown", outer)
  })

  it("lets go when the focus leaves", async () => {
    await show()
    await type(field(), "isik")
    await act(async () => field().blur())
    expect(options()).toEqual([])
    expect(field().value).toBe("")
  })

  it("is cleared by its button, which names what goes and gives the focus back", async () => {
    await show({ options: brands }, "3")
    await click(find("button", "Yeşilova seçimini kaldır"))
    expect(heard).toEqual([""])
    expect(document.activeElement).toBe(field())
    expect(document.querySelector("button")).toBeNull()
  })

  it("says when nothing fits", async () => {
    await show()
    await type(field(), "zzz")
    expect(status()).toBe("Eşleşen seçenek yok")
    await press(field(), "Enter")
    expect(heard).toEqual([])
  })

  it.each([
    ["a mouse picks when it is pressed", "mouse", ["0"]],
    ["a finger that is put down may only want to scroll", "touch", []],
  ])("%s", async (_, pointerType, expected) => {
    await show()
    await click(field())
    const event = Object.assign(new Event("pointerdown", { bubbles: true, cancelable: true }), { pointerType, button: 0 })
    await act(async () => options()[0]?.dispatchEvent(event))
    expect(heard).toEqual(expected)
  })

  it("is picked by a lifted finger", async () => {
    await show()
    await click(field())
    await click(options()[2])
    expect(heard).toEqual(["2"])
  })

  it("shows a hundred and tells of the others", async () => {
    await show({ options: Array.from({ length: 130 }, (_, at) => ({ value: String(at), label: `Marka ${at}` })) })
    await click(field())
    expect(options()).toHaveLength(100)
    expect(status()).toBe("30 seçenek daha var; bulmak için yazın.")
    await type(field(), "Marka 129")
    expect(texts()).toEqual(["Marka 129"])
  })

  it.each([
    ["is unknown when the options do not hold it", { options: brands }, "Bilinmiyor"],
    ["is named by what is known besides", { options: brands, known: [{ value: "9", label: "Eski Marka" }] }, "Eski Marka"],
    ["waits for its name while the options are on their way", { options: [], isLoading: true }, "…"],
  ])("a value %s", async (_, choice, shown) => {
    await show(choice, "9")
    expect(field().value).toBe(shown)
  })

  it("out of use opens nothing and clears nothing", async () => {
    await show({ options: brands }, "3", true)
    expect(field().disabled).toBe(true)
    expect(document.querySelector("button")).toBeNull()
  })
})

describe("options that are asked for", () => {
  type Ask = { query: string; signal: AbortSignal; answer: (found: Option[]) => void; fail: (error: unknown) => void }
  const asks: Ask[] = []
  const loadOptions = (query: string, signal: AbortSignal) =>
    new Promise<Option[]>((answer, fail) => asks.push({ query, signal, answer, fail }))
  const answer = (at: number, found: Option[]) => act(async () => asks[at]?.answer(found))
  beforeEach(() => {
    vi.useFakeTimers()
    asks.splice(0)
  })

  it("come at once when the list opens, say that they are on their way, and are names that no translator changes", async () => {
    await show({ loadOptions })
    await click(field())
    expect(asks.map(({ query }) => query)).toEqual([""])
    expect(status()).toBe("Seçenekler yükleniyor")
    expect(document.querySelector("[role=listbox]")?.getAttribute("aria-busy")).toBe("true")
    await answer(0, brands)
    expect(texts()).toHaveLength(4)
    const list = document.querySelector("[role=listbox]")
    expect([list?.getAttribute("aria-busy"), list?.getAttribute("translate")]).toEqual(["false", "no"])
  })

  it("are asked for once typing rests", async () => {
    await show({ loadOptions })
    for (const text of ["k", "kö", "köş "]) {
      await type(field(), text)
      await wait(100)
    }
    expect(asks).toEqual([])
    await wait(200)
    expect(asks.map(({ query }) => query)).toEqual(["köş"])
  })

  it("that typing has overtaken are ended, and their late answer is dropped", async () => {
    await show({ loadOptions })
    await type(field(), "kö")
    await wait(250)
    await type(field(), "ye")
    expect(asks[0]?.signal.aborted).toBe(true)
    await wait(250)
    await answer(1, brands.slice(3))
    await answer(0, brands.slice(2, 3))
    expect(texts()).toEqual(["Yeşilova"])
  })

  it("that still fit stay in place while the next are on their way: Enter takes what is seen", async () => {
    await show({ loadOptions })
    await click(field())
    await answer(0, brands)
    await type(field(), "köşe")
    expect(texts()).toEqual(["Köşe Kitap"])
    await press(field(), "Enter")
    expect(heard).toEqual(["2"])
    expect(field().value).toBe("Köşe Kitap")
  })

  it("that can't be had say so, and are asked for again by Enter", async () => {
    await show({ loadOptions })
    await click(field())
    await act(async () => asks[0]?.fail(new HttpError({ kind: "network" })))
    expect(status()).toBe("Ağ bağlantısı kurulamadı. Bağlantınızı kontrol edip yeniden deneyin.")
    expect(texts()).toEqual(["Yeniden dene"])
    await press(field(), "Enter")
    expect(asks).toHaveLength(2)
    await answer(1, brands)
    expect(texts()).toHaveLength(4)
  })

  it("are no longer wanted once the list is closed or gone", async () => {
    await show({ loadOptions })
    await click(field())
    await press(field(), "Escape")
    expect(asks[0]?.signal.aborted).toBe(true)
    await type(field(), "kö")
    await unmount()
    await wait(1000)
    expect(asks).toHaveLength(1)
  })
})

describe("making what is missing", () => {
  const makes: { text: string; answer: (made: Option) => void; fail: (error: unknown) => void }[] = []
  const onCreate = (text: string) => new Promise<Option>((answer, fail) => makes.push({ text, answer, fail }))
  beforeEach(() => makes.splice(0))

  it.each([
    ["a new name", "Yeni", ["“Yeni” oluştur"]],
    ["a name with spaces that nobody sees", " Yeni\u00a0\u200b ad", ["“Yeni ad” oluştur"]],
    ["a name of nothing visible", "\u200b", brands.map(({ label }) => label)],
    ["a name that only resembles one", "ISIK MARKET", ["isik market", "“ISIK MARKET” oluştur"]],
    ["a name that is there, in any case", "KÖŞE KİTAP", ["Köşe Kitap"]],
    ["no name", "  ", brands.map(({ label }) => label)],
  ])("is offered for %s", async (_, text, shown) => {
    await show({ options: brands, onCreate })
    await type(field(), text)
    expect(texts().sort()).toEqual([...shown].sort())
  })

  it("says so, takes no second Enter, and chooses what was made", async () => {
    await show({ options: brands, onCreate })
    await type(field(), " Yeni ")
    await press(field(), "Enter")
    await press(field(), "Enter")
    expect(makes.map(({ text }) => text)).toEqual(["Yeni"])
    expect(status()).toBe("“Yeni” oluşturuluyor")
    await act(async () => makes[0]?.answer({ value: "n", label: "Yeni" }))
    expect(heard).toEqual(["n"])
    expect(field().value).toBe("Yeni")
  })

  it("that fails says why and keeps what was typed", async () => {
    await show({ options: brands, onCreate })
    await type(field(), "Yeni")
    await press(field(), "Enter")
    await act(async () => makes[0]?.fail(new Error("broken")))
    expect(status()).toBe("Yeni kayıt oluşturulamadı.")
    expect(field().value).toBe("Yeni")
    expect(heard).toEqual([])
    await press(field(), "Enter")
    expect(makes).toHaveLength(2)
  })
})
