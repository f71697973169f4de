import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { startToasts } from "../../src/effects/toasts"
import { changeSettings } from "../../src/state/settings"
import { dismiss, dismissAll, holdToasts, notify, setPaused, toasts } from "../../src/state/toasts"

/** How many toasts show, and for how long (docs/console.md#toasts). */
let stop: () => void
const titles = () => toasts.list.map(toast => toast.title)
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true })
  document.dispatchEvent(new Event("visibilitychange"))
}

beforeEach(() => {
  vi.useFakeTimers()
  stop = startToasts()
})
afterEach(() => {
  dismissAll()
  stop()
  hide(false)
  changeSettings({ notification: true })
  vi.useRealTimers()
})

describe("a toast", () => {
  it("closes after 3000 ms", () => {
    notify({ tone: "success", title: "a" })
    vi.advanceTimersByTime(2_999)
    expect(titles()).toEqual(["a"])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it("waits while three others are visible, and has its whole time afterwards", () => {
    for (const title of ["a", "b", "c", "d"]) notify({ tone: "info", title })
    vi.advanceTimersByTime(3_000)
    expect(titles()).toEqual(["d"])
    vi.advanceTimersByTime(2_999)
    expect(titles()).toEqual(["d"])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it("never waits behind offers, which stay: the newest one stands first among them", () => {
    const offer = (title: string) =>
      notify({ tone: "success", title, durationMs: 600_000, action: { label: "ui.undo", run: () => {} } })
    for (const title of ["1", "2", "3", "4"]) offer(title)
    expect(titles()).toEqual(["4", "3", "2", "1"])
    notify({ tone: "danger", title: "a" })
    notify({ tone: "info", title: "b" })
    expect(titles()).toEqual(["a", "b", "4", "3", "2", "1"])
    vi.advanceTimersByTime(3_000)
    expect(titles()).toEqual(["4", "3", "2", "1"])
  })

  it("stands still while it is held, and goes on with what was left", () => {
    const id = notify({ tone: "info", title: "a" })
    vi.advanceTimersByTime(2_000)
    setPaused(id, true)
    vi.advanceTimersByTime(60_000)
    expect(titles()).toEqual(["a"])
    setPaused(id, false)
    vi.advanceTimersByTime(999)
    expect(titles()).toEqual(["a"])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it("stands still while the page is hidden", () => {
    notify({ tone: "info", title: "a" })
    hide(true)
    vi.advanceTimersByTime(60_000)
    expect(titles()).toEqual(["a"])
    hide(false)
    vi.advanceTimersByTime(3_000)
    expect(titles()).toEqual([])
  })

  it("with an action stays until it expires, and tells that it is gone", () => {
    const closed = vi.fn()
    notify({ tone: "success", title: "a", action: { label: "ui.undo", run: () => {} }, durationMs: 600_000, onClose: closed })
    vi.advanceTimersByTime(599_999)
    expect(titles()).toEqual(["a"])
    expect(closed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
    expect(closed).toHaveBeenCalledOnce()
  })

  it("with an action waits while a dialog is open: nobody reaches it under one", () => {
    notify({ tone: "success", title: "a", action: { label: "ui.undo", run: () => {} }, durationMs: 8_000 })
    const release = holdToasts()
    vi.advanceTimersByTime(60_000)
    expect(titles()).toEqual(["a"])
    release()
    vi.advanceTimersByTime(7_999)
    expect(titles()).toEqual(["a"])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it("with an action and no expiry stays", () => {
    const id = notify({ tone: "info", title: "a", action: { label: "ui.undo", run: () => {} } })
    vi.advanceTimersByTime(86_400_000)
    expect(titles()).toEqual(["a"])
    dismiss(id)
    expect(titles()).toEqual([])
  })
})

describe("with notifications off", () => {
  it("only errors and answers to the person's own actions show", () => {
    changeSettings({ notification: false })
    notify({ tone: "info", title: "news" })
    notify({ tone: "danger", title: "error" })
    notify({ tone: "success", title: "answer", alwaysShown: true })
    expect(titles()).toEqual(["error", "answer"])
  })
})
