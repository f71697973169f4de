import { afterAll, vi } from "vitest"
import { unmountAll } from "../kit"
import { resetProductState } from "../product-state"

/**
 * A worker runs many files of flows in one page, with modules that are evaluated once: what a file leaves is removed after its
 * last test, so that the next one begins with an empty page, the first state of the product, and none of the listeners and timers
 * of the file before.
 */

type Target = Pick<Window, "addEventListener" | "removeEventListener">
type Timer = "setTimeout" | "setInterval"

const removals: (() => void)[] = []

/** Records the listeners of a target. React keeps its own listener of `selectionchange` for the life of the document. */
const recordListeners = (target: Target) => {
  const add = target.addEventListener
  const record = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    add.call(target, type, listener, options)
    if (type !== "selectionchange") removals.push(() => target.removeEventListener(type, listener, options))
  }
  target.addEventListener = record as Target["addEventListener"]
  return () => {
    target.addEventListener = add
  }
}

/** The longest time of a timer, ms. */
const maxMs = 2 ** 31 - 1

/**
 * Records the timers that are set. After a change of the clock the embedded database sets its timers months ahead: a longer time than
 * Node takes would run out at once, again and again.
 */
const recordTimers = (name: Timer) => {
  const set = globalThis[name]
  const timers = new Set<WeakRef<NodeJS.Timeout>>()
  const record = new Proxy(set, {
    apply: (target, self, [run, ms, ...args]) => {
      const timer = Reflect.apply(target, self, [run, Math.min(ms ?? 0, maxMs), ...args])
      timers.add(new WeakRef(timer))
      return timer
    },
  })
  Object.assign(globalThis, { [name]: record })
  return () => {
    Object.assign(globalThis, { [name]: set })
    for (const timer of timers) clearTimeout(timer.deref())
  }
}

const restore = [recordListeners(window), recordListeners(document), recordTimers("setTimeout"), recordTimers("setInterval")]
const { documentElement, head, body } = document
const tidy = () => {
  for (const { name } of [...documentElement.attributes]) documentElement.removeAttribute(name)
  for (const { name } of [...body.attributes]) body.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the product writes it so
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; Max-Age=0; Path=/`
  history.replaceState(null, "", "/")
}

// Set up first, done last: after the file's own.
afterAll(async () => {
  vi.useRealTimers()
  await unmountAll()
  // An import that the end of a file interrupts fails for all files that follow in the worker.
  await vi.dynamicImportSettled()
  resetProductState()
  vi.unstubAllGlobals()
  for (const undo of [...restore, ...removals]) undo()
  tidy()
})
