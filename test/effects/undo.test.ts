// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startUndo } from "../../src/effects/undo"
import { dismissAll, toasts } from "../../src/state/toasts"
import { undoOffered } from "../../src/state/undo"

/** Offers to take back (docs/console.md#undo-offers). */
const offer = { id: "1", tokens: ["t"], tags: ["partners"], title: "Silindi", expires: Date.now() + 60_000 }
let stop = () => {}
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  stop()
  dismissAll()
})

describe("an offer to take back", () => {
  it("outlives a reload, and is named by key: its words may not be here yet", () => {
    stop = startUndo()
    undoOffered(offer)
    stop()
    const kept = sessionStorage.getItem("undo") ?? ""
    dismissAll()
    sessionStorage.setItem("undo", kept)
    stop = startUndo()
    expect(toasts.list.map(({ title, action }) => [title, action?.label])).toEqual([["Silindi", "ui.undo"]])
  })

  it("is gone once its time is over", () => {
    sessionStorage.setItem("undo", JSON.stringify({ list: [{ ...offer, expires: Date.now() - 1 }] }))
    stop = startUndo()
    expect(toasts.list).toEqual([])
  })
})
