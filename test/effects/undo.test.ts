import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { startUndo } from "../../src/effects/undo"
import {
  actionRecorded,
  isUndoable,
  type RecentAction,
  recentActions,
  recentActionsRestored,
} from "../../src/state/recent-actions"
import { dismissAll, toasts } from "../../src/state/toasts"

/** Recent actions and their undo (docs/console.md#recent-actions). */
const now = Date.now()
const createAction = (more: Partial<RecentAction> = {}): RecentAction => ({
  id: "1",
  title: "Güncellendi",
  subject: "Kahve",
  at: now,
  tokens: ["t"],
  tags: ["partners"],
  expires: now + 60_000,
  ...more,
})
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now })
  sessionStorage.clear()
})
afterEach(() => {
  stop()
  dismissAll()
  recentActionsRestored([])
  vi.useRealTimers()
})

const shown = () => toasts.list.map(({ title, text, action, durationMs }) => [title, text, action?.label, durationMs])
const undoable = () => recentActions.list.filter(isUndoable).map(({ id }) => id)

/** What a reload leaves: the storage alone. */
const reload = () => {
  stop()
  const kept = sessionStorage.getItem("undo") ?? ""
  dismissAll()
  recentActionsRestored([])
  sessionStorage.setItem("undo", kept)
  stop = startUndo()
}

describe("an action that can be undone", () => {
  it("has a toast that names its record for 8 s", () => {
    stop = startUndo()
    actionRecorded(createAction())
    expect(shown()).toEqual([["Güncellendi", "Kahve", "ui.undo", 8_000]])
  })

  it("takes the place of the toast before it: at most one offers an undo", () => {
    stop = startUndo()
    actionRecorded(createAction())
    actionRecorded(createAction({ id: "2", subject: "Çay" }))
    expect(shown().map(([, text]) => text)).toEqual(["Çay"])
    expect(undoable()).toEqual(["1", "2"])
  })

  it("outlives a reload under the recent actions, without a second toast", () => {
    stop = startUndo()
    actionRecorded(createAction())
    reload()
    expect(recentActions.list).toMatchObject([{ title: "Güncellendi", subject: "Kahve", tokens: ["t"] }])
    expect(shown()).toEqual([])
  })

  it("stays listed when its time is over, and its token is kept no longer", () => {
    stop = startUndo()
    actionRecorded(createAction())
    vi.advanceTimersByTime(60_000)
    expect(undoable()).toEqual([])
    expect(recentActions.list).toHaveLength(1)
    expect(sessionStorage.getItem("undo")).not.toContain('"t"')
  })

  it("that expired during a reload cannot be undone afterwards", () => {
    const list = [createAction({ expires: now - 1 })]
    sessionStorage.setItem("undo", JSON.stringify({ list }))
    stop = startUndo()
    expect(undoable()).toEqual([])
  })

  it("of another person is dropped", () => {
    sessionStorage.setItem("undo", JSON.stringify({ owner: "somebody", list: [createAction()] }))
    stop = startUndo()
    expect(recentActions.list).toEqual([])
    expect(sessionStorage.getItem("undo")).toBeNull()
  })
})

it("20 actions are kept, the latest ones", () => {
  stop = startUndo()
  for (let id = 1; id <= 23; id++) actionRecorded(createAction({ id: String(id) }))
  expect([recentActions.list.length, recentActions.list[0]?.id]).toEqual([20, "4"])
})
