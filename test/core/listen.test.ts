import { expect, it } from "vitest"
import { listen } from "../../src/core/listen"

it("adds listeners by type, with their options, until it is stopped", () => {
  const target = new EventTarget()
  const seen: string[] = []
  const stop = listen(target, {
    first: (event: Event) => seen.push(event.type),
    second: (event: Event) => seen.push(event.type),
  })
  listen(target, { first: () => seen.push("once") }, { once: true })
  for (const type of ["first", "second", "first", "third"]) target.dispatchEvent(new Event(type))
  stop()
  target.dispatchEvent(new Event("first"))
  expect(seen).toEqual(["first", "once", "second", "first"])
})
