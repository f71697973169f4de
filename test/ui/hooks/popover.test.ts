import { expect, it } from "vitest"
import { limitToRoomBelow } from "../../../src/ui/hooks/popover"

it.each([
  ["is as high as the room below the field", 600, "min(18rem, 288px)"],
  ["is limited to little room, rather than to cover the fields above", 696, "min(18rem, 192px)"],
  ["stands above where there is less", 697, ""],
])("a list %s", (_, bottom, height) => {
  const [list, anchor] = [document.createElement("div"), document.createElement("div")]
  anchor.getBoundingClientRect = () => new DOMRect(0, bottom - 40, 100, 40)
  Object.defineProperty(window, "innerHeight", { configurable: true, value: 900 })
  list.style.setProperty("--max-height", "1px")
  limitToRoomBelow(list, anchor)
  expect(list.style.getPropertyValue("--max-height")).toBe(height)
})
