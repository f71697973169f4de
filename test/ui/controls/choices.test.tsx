import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Checkbox } from "../../../src/ui/controls/checkbox"
import { Segmented } from "../../../src/ui/controls/segmented"
import { Switch } from "../../../src/ui/controls/switch"
import { Tiles } from "../../../src/ui/controls/tiles"
import { click, mount, speak } from "../../kit"
import { Held } from "../held"

let unmount: () => Promise<void>
const show = async (node: React.ReactNode) => ({ unmount } = await mount(node))
beforeEach(() => speak("tr"))
afterEach(() => unmount())

const input = (at = 0) => document.querySelectorAll("input")[at] as HTMLInputElement

describe("a checkbox", () => {
  it("turns by a click on its label, whose hint belongs to it", async () => {
    const heard: boolean[] = []
    await show(
      <Held initial={false} heard={value => heard.push(value)}>
        {(value, onChange) => <Checkbox label="E-posta gönder" hint="Kazananlara" value={value} onChange={onChange} />}
      </Held>,
    )
    await click(input())
    await click(input())
    expect(heard).toEqual([true, false])
    expect(input().labels?.[0]?.textContent).toBe("E-posta gönderKazananlara")
  })
})

describe("a switch", () => {
  it("is named as one and turns at once", async () => {
    const heard: boolean[] = []
    await show(<Switch label="Bildirimler" value onChange={value => heard.push(value)} />)
    expect(input().getAttribute("role")).toBe("switch")
    expect(input().checked).toBe(true)
    await click(input())
    expect(heard).toEqual([false])
  })
})

describe.each([
  [
    "segments",
    (value: string, onChange: (value: string) => void) => (
      <Segmented
        label="Görünüm"
        value={value}
        onChange={onChange}
        options={[
          { value: "list", label: "Liste" },
          { value: "card", label: "Kart" },
        ]}
      />
    ),
  ],
  [
    "tiles",
    (value: string, onChange: (value: string) => void) => (
      <Tiles
        legend="Görünüm"
        name="view"
        value={value}
        onChange={onChange}
        options={[
          { value: "list", icon: "list", label: "Liste", hint: "Satırlar" },
          { value: "card", icon: "grid", label: "Kart", hint: "Kutular" },
        ]}
      />
    ),
  ],
])("%s", (_, choice) => {
  it("hold exactly one choice under one name", async () => {
    const heard: string[] = []
    await show(
      <Held initial="list" heard={value => heard.push(value)}>
        {choice}
      </Held>,
    )
    expect(document.querySelector("[role=radiogroup]")?.getAttribute("aria-label")).toBe("Görünüm")
    expect([input(0).checked, input(1).checked]).toEqual([true, false])
    expect(input(0).name).toBe(input(1).name)
    await click(input(1))
    expect(heard).toEqual(["card"])
    expect([input(0).checked, input(1).checked]).toEqual([false, true])
  })
})

describe("tiles", () => {
  it("say what is wrong, as one group", async () => {
    await show(<Tiles legend="Ödül türü" name="reward" value="" onChange={() => undefined} options={[]} error="Bir tür seçin." />)
    const group = document.querySelector("[role=radiogroup]")
    expect(group?.getAttribute("aria-invalid")).toBe("true")
    expect(document.getElementById(group?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Bir tür seçin.")
  })
})
