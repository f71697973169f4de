import { afterEach, beforeEach, expect, it } from "vitest"
import { startPressFocus } from "../../src/effects/press-focus"

/** A browser that focuses nothing by a press, as Safari does. */
let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `<input id="field"><button id="opener"><b id="icon"></b></button><button id="other"></button><a id="link" href="#"></a>`
  stop = startPressFocus()
})
afterEach(() => stop())

const of = (id: string) => document.getElementById(id) as HTMLElement
const send = (type: string, id: string) => of(id).dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))

it.each([
  ["a button has the focus before its own listeners run", "icon", "icon", "opener"],
  ["a link is left alone", "link", "link", "field"],
  ["a press that is released elsewhere counts for nothing", "opener", "other", "field"],
])("%s", (_, down, up, expected) => {
  of("field").focus()
  let focused = ""
  of(up).addEventListener("click", event => {
    event.preventDefault()
    focused = document.activeElement?.id ?? ""
  })
  send("mousedown", down)
  send("click", up)
  expect(focused).toBe(expected)
})

it("a press that is cancelled leaves the focus where it is", () => {
  of("field").focus()
  of("opener").addEventListener("mousedown", event => event.preventDefault())
  send("mousedown", "opener")
  send("click", "opener")
  expect(document.activeElement?.id).toBe("field")
})
