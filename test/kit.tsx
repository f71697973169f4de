import { createRequire } from "node:module"
import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { expect, vi } from "vitest"
import type { Language } from "../src/core/text/i18n"
import { i18n } from "../src/state/instances"
import { allTexts } from "./texts"

/** Mounting and acting like a person, for tests in happy-dom. */

/** The scheduler of React, whose idle tasks run when no other is left. */
const resolveFrom = createRequire(import.meta.url)
const { unstable_scheduleCallback: schedule, unstable_IdlePriority: idle } = createRequire(
  resolveFrom.resolve("react-dom/client"),
)("scheduler") as { unstable_scheduleCallback: (priority: number, run: () => void) => void; unstable_IdlePriority: number }

/** Does something and waits until React has rendered what follows. Its build for production has no `act`. */
export const act = async (work: () => unknown) => {
  await work()
  // Effects may set state, which is rendered by another task.
  for (let pass = 0; pass < 3; pass++) await new Promise<void>(done => schedule(idle, done))
}

export const speak = (language: Language) => i18n.setDictionaries(language, [allTexts[language]], true)

const mounted = new Set<() => Promise<void>>()

/** Unmounts what tests have left: a router that stays subscribed would keep the next file's from listening to the page's address. */
export const unmountAll = async () => {
  for (const unmount of [...mounted]) await unmount()
}

export const mount = async (node: ReactNode) => {
  const container = document.createElement("div")
  document.body.append(container)
  const root = createRoot(container)
  await act(async () => root.render(node))
  const unmount = async () => {
    mounted.delete(unmount)
    await act(async () => root.unmount())
    container.remove()
  }
  mounted.add(unmount)
  return { container, unmount }
}

export const text = () => document.body.textContent ?? ""
export const main = () => document.querySelector("main")?.textContent ?? ""
export const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ""
export const heading = () => document.querySelector("h1")?.textContent
export const search = () => Object.fromEntries(new URLSearchParams(location.search))
export const element = (selector: string) => document.querySelector<HTMLElement>(selector)
export const field = (id: string) => document.getElementById(id) as HTMLInputElement
export const rows = () => [...document.querySelectorAll<HTMLElement>("tbody tr[data-row]")]

const setRealTimeout = globalThis.setTimeout
const realNow = performance.now.bind(performance)

/** Waits until something holds, letting React work in between. Timers that a test has replaced advance meanwhile. */
export const until = async <T,>(check: () => T | Promise<T>, timeoutMs = 20_000): Promise<T> => {
  const end = realNow() + timeoutMs
  for (let pauseMs = 0; ; pauseMs = 6) {
    await act(async () => {
      await new Promise(done => setRealTimeout(done, pauseMs))
      if (vi.isFakeTimers()) vi.advanceTimersByTime(10)
    })
    try {
      return await check()
    } catch (error) {
      if (realNow() > end) throw error
    }
  }
}

export const click = (element: Element | null | undefined) => act(async () => (element as HTMLElement).click())

const setValue = (element: HTMLInputElement | HTMLTextAreaElement, text: string) => {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text)
}

export const type = (element: Element | null | undefined, text: string) =>
  act(async () => {
    const field = element as HTMLInputElement
    field.focus()
    setValue(field, text)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  })

export const press = (element: Element | null | undefined, key: string) =>
  act(async () => {
    element?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
  })

/** The first element of a kind whose text or label is this. @throws when there is none */
export const find = (selector: string, name: string | RegExp, root: ParentNode = document): HTMLElement => {
  const fits = (text: string | null) => text !== null && (typeof name === "string" ? text.trim() === name : name.test(text))
  const found = [...root.querySelectorAll<HTMLElement>(selector)].find(
    element => fits(element.textContent) || fits(element.getAttribute("aria-label")),
  )
  if (!found) throw new Error(`There is no ${selector} named ${name}.`)
  return found
}

export const shows = (words: string) => until(() => expect(text()).toContain(words))

/** What a page offers as a download while something is done. */
export const downloadOf = async (acts: () => Promise<unknown>) => {
  let file: Blob | undefined
  let name = ""
  const click = HTMLAnchorElement.prototype.click
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation(blob => {
    file = blob as Blob
    return "blob:test"
  })
  const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) name = this.download
    else click.call(this)
  })
  try {
    await acts()
    await until(() => {
      if (!name) throw new Error("There is no download.")
    })
  } finally {
    create.mockRestore()
    save.mockRestore()
  }
  return { name, lines: ((await file?.text()) ?? "").trimEnd().split("\r\n") }
}
