import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Field } from "../../../src/ui/controls/field"
import { NumberInput } from "../../../src/ui/controls/number-input"
import { Select } from "../../../src/ui/controls/select"
import { TextArea } from "../../../src/ui/controls/text-area"
import { TextInput } from "../../../src/ui/controls/text-input"
import { click, mount, speak, type } from "../../kit"
import { aria, byId, Held } from "../held"

let unmount: () => Promise<void>
const show = async (node: React.ReactNode) => ({ unmount } = await mount(node))
beforeEach(() => speak("tr"))
afterEach(() => unmount())

const nothing = () => undefined
const described = () => document.getElementById(byId("ad").getAttribute("aria-describedby") ?? "")

describe("a field", () => {
  const field = (props: { hint?: string; error?: string; required?: boolean; optional?: boolean }) => (
    <Field id="ad" label="Ad" {...props}>
      {given => <TextInput {...given} value="" onChange={nothing} />}
    </Field>
  )

  it("names its control and describes it by the hint", async () => {
    await show(field({ hint: "Kimlikteki ad", required: true }))
    expect(document.querySelector("label")?.htmlFor).toBe("ad")
    expect(described()?.textContent).toBe("Kimlikteki ad")
    expect(byId("ad").getAttribute("aria-required")).toBe("true")
    expect(byId("ad").hasAttribute("aria-invalid")).toBe(false)
    expect(document.querySelector("label")?.textContent).toBe("Ad*")
  })

  it("shows an error in the hint's place, never both", async () => {
    await show(field({ hint: "Kimlikteki ad", error: "Ad gereklidir" }))
    expect(described()?.textContent).toBe("Ad gereklidir")
    expect(document.body.textContent).not.toContain("Kimlikteki ad")
    expect(byId("ad").getAttribute("aria-invalid")).toBe("true")
  })

  it("writes out that it is optional", async () => {
    await show(field({ optional: true }))
    expect(document.querySelector("label")?.textContent).toBe("Adİsteğe bağlı")
    expect(byId("ad").hasAttribute("aria-describedby")).toBe(false)
  })

  it("counts what was typed", async () => {
    await show(
      <Field id="ad" label="Ad" counter="12 / 200">
        {given => <TextArea {...given} value="" onChange={nothing} />}
      </Field>,
    )
    expect(document.querySelector(".counter")?.textContent).toBe("12 / 200")
  })
})

describe("a text control", () => {
  it("hands over what is typed and shows what it is given", async () => {
    const heard: string[] = []
    await show(
      <Held initial="a" heard={value => heard.push(value)}>
        {(value, onChange) => <TextInput {...aria} affix="%" value={value} onChange={next => onChange(next.toUpperCase())} />}
      </Held>,
    )
    await type(byId("field"), "ab")
    expect(heard).toEqual(["AB"])
    expect(byId("field").value).toBe("AB")
    expect(document.querySelector(".affix")?.textContent).toBe("%")
  })

  it.each([
    ["text", "\u202aEce\u200b Gu\u0308l\u00a0", "Ece Gül "],
    ["text", "Yaz\u2028Kampanyası\tx", "Yaz Kampanyası x"],
    ["tel", "٠٥٣٢\u2011111", "0532-111"],
    ["password", "a\u200b\u00a0b", "a\u200b\u00a0b"],
  ])("of the type %s takes %j as %j", async (kind, pasted, taken) => {
    const heard: string[] = []
    await show(
      <Held initial="" heard={value => heard.push(value)}>
        {(value, onChange) => <TextInput {...aria} type={kind} value={value} onChange={onChange} />}
      </Held>,
    )
    await type(byId("field"), pasted)
    expect(heard).toEqual([taken])
  })

  it("of several lines takes them clean", async () => {
    const heard: string[] = []
    await show(
      <Held initial="" heard={value => heard.push(value)}>
        {(value, onChange) => <TextArea {...aria} value={value} onChange={onChange} />}
      </Held>,
    )
    await type(byId("field"), "a\u2028\u200bb  c\n")
    expect(heard).toEqual(["a\nb  c\n"])
  })

  it("chooses by the browser's own select", async () => {
    const heard: string[] = []
    const options = [
      { value: "a", label: "Akaryakıt" },
      { value: "b", label: "Giyim" },
    ]
    await show(<Select {...aria} value="a" onChange={value => heard.push(value)} options={options} />)
    const select = document.getElementById("field") as HTMLSelectElement
    expect([...select.options].map(({ text }) => text)).toEqual(["Akaryakıt", "Giyim"])
    select.value = "b"
    select.dispatchEvent(new Event("change", { bubbles: true }))
    expect(heard).toEqual(["b"])
  })
})

describe("a number's control", () => {
  const heard: (number | null)[] = []
  const number = (initial: number | null) => (
    <Held<number | null> initial={initial} heard={value => heard.push(value)}>
      {(value, onChange) => <NumberInput {...aria} value={value} onChange={onChange} />}
    </Held>
  )
  beforeEach(() => heard.splice(0))

  it("leaves what was typed as it was typed", async () => {
    await show(number(null))
    await type(byId("field"), "1.250,50")
    expect(heard).toEqual([1250.5])
    expect(byId("field").value).toBe("1.250,50")
  })

  it("keeps what is no number, as one that every rule refuses", async () => {
    await show(number(5))
    await type(byId("field"), "beş")
    expect(heard).toEqual([Number.NaN])
    expect(byId("field").value).toBe("beş")
  })

  it("that is emptied is nothing", async () => {
    await show(number(5))
    await type(byId("field"), "")
    expect(heard).toEqual([null])
  })

  it("shows a value that came from elsewhere in place of what was typed", async () => {
    await show(
      <Held<number | null> initial={null}>
        {(value, onChange) => (
          <>
            <NumberInput {...aria} value={value} onChange={onChange} />
            <button type="button" onClick={() => onChange(0.5)} />
          </>
        )}
      </Held>,
    )
    await type(byId("field"), "12")
    await click(document.querySelector("button"))
    expect(byId("field").value).toBe("0,5")
  })
})
