import { useState } from "react"
import { expect, it } from "vitest"
import { useMainFocus } from "../../../src/ui/hooks/use-main-focus"
import { click, find, mount } from "../../kit"

const Page = () => {
  const [view, setView] = useState("form")
  useMainFocus(view)
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setView(shown => (shown === "form" ? "result" : shown))}>
        İleri
      </button>
    </main>
  )
}

it("another view of a page gets the focus, and neither the first one nor the same again", async () => {
  const { unmount } = await mount(<Page />)
  const hasFocus = () => document.activeElement?.id === "main"
  expect(hasFocus()).toBe(false)
  await click(find("button", "İleri"))
  expect(hasFocus()).toBe(true)
  find("button", "İleri").focus()
  await click(find("button", "İleri"))
  expect(hasFocus()).toBe(false)
  await unmount()
})
