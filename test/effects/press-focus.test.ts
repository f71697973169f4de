import { afterEach, beforeEach, expect, it } from "vitest"
import { startPressFocus } from "../../src/effects/press-focus"

/** A browser that focuses nothing by a press, as Safari does. */
let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `<input id="field"><button id="opener"><b id="icon"></b></button><a id="link" href="#"></a>`
  stop = startPressFocus()
})
afterEach(() => stop())

it.each([
  ["a button has the focus before its own listeners run", "icon", "opener"],
  ["a link is left alone", "link", "field"],
])("%s", (_, clicked, expected) => {
  const of = (id: string) => document.getElementById(id) as HTMLElement
  of("field").focus()
  let focused = ""
  of(clicked).addEventListener("click", event => {
    event.preventDefault()
    focused = document.activeElement?.id ?? ""
  })
  of(clicked).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))
  expect(focused).toBe(expected)
})
