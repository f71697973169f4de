import { expect, it, vi } from "vitest"
import { Menu } from "../../src/ui/overlays/menu"
import { click, element, mount, press, speak } from "../kit"

it("a menu is used by keyboard, and gives the focus back when it closes", async () => {
  speak("tr")
  const run = vi.fn()
  const items = [
    { label: "Aç", href: "/user/a" },
    { label: "Kopyala", run },
    { separator: true as const },
    { label: "Sil", reason: "Yayında olan silinemez." },
  ]
  const { unmount } = await mount(<Menu label="İşlemler" items={items} />)
  const button = element("button")
  const focused = () => document.activeElement?.textContent
  button?.focus()
  await press(button, "ArrowDown")
  const steps = [
    ["", "Aç"],
    ["ArrowDown", "Kopyala"],
    ["End", "SilYayında olan silinemez."],
    ["ArrowDown", "Aç"],
    ["ArrowUp", "SilYayında olan silinemez."],
    ["Home", "Aç"],
    ["k", "Kopyala"],
  ]
  for (const [key = "", name] of steps) {
    if (key) await press(document.activeElement, key)
    expect([key, focused()]).toEqual([key, name])
  }
  await press(document.activeElement, "Escape")
  expect([element("[role=menu]"), document.activeElement]).toEqual([null, button])

  await click(button)
  await press(document.activeElement, "k")
  await click(document.activeElement)
  expect([run.mock.calls.length, element("[role=menu]"), document.activeElement]).toEqual([1, null, button])
  await unmount()
})
