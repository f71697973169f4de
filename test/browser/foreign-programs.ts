import type { Page, Request } from "playwright-core"
import { expect } from "vitest"
import { problemsOf } from "./kit"

/**
 * Other programs that change a page while the console works on it. They run in a world of their own, as extensions and the browser's
 * translator do: they share the nodes with the console, and none of its functions.
 */

/** Puts two nested <font> in the place of each text, at once and after each change, as Chromium's translator does; keeps the words. */
const translator = () => {
  const words = /[\p{L}\p{N}]/u
  /** Texts that are nothing but an address, or a code or id of twelve characters and more. */
  const data = /^(\S+@\S+\.\S+|https?:\S+|(?=\S*\d)[\w-]{12,})$/
  const exempt = "head, script, style, noscript, template, textarea, svg, font, [translate=no], .notranslate"
  const made: [text: Text, element: HTMLElement, words: string][] = []
  const translate = (text: Text) => {
    if (!words.test(text.data) || !text.parentElement || text.parentElement.closest(exempt)) return
    const element = document.createElement("font")
    element.append(document.createElement("font"))
    element.firstElementChild?.append(text.data)
    text.parentElement.insertBefore(element, text)
    text.parentElement.removeChild(text)
    made.push([text, element, text.data])
  }
  const translateBelow = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found = node instanceof Text ? [node] : []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    found.forEach(translate)
  }
  const start = () => {
    new MutationObserver(records => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translateBelow(node)
    }).observe(document, { subtree: true, childList: true, characterData: true })
    translateBelow(document.body)
  }
  document.addEventListener("report", () => {
    const shown = made.filter(([, { isConnected }]) => isConnected)
    const stale = shown.filter(([text, , words]) => text.data && text.data !== words)
    document.documentElement.dataset.report = JSON.stringify({
      isTranslated: shown.length > 2,
      translatedData: shown.map(([, , words]) => words.trim()).filter(words => data.test(words)),
      stale: stale.map(([text, , words]) => `${words} is ${text.data}`),
    })
  })
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", start) : start()
}

/** Puts an icon behind each field and button, and a node into each form and the body, at once and after each change. */
const passwordManager = () => {
  const add = (parent: Node | null, before: Node | null) => {
    if (before instanceof Element && before.matches(".foreign")) return
    parent?.insertBefore(Object.assign(document.createElement("span"), { className: "foreign" }), before)
  }
  const work = () => {
    for (const field of document.querySelectorAll("input, textarea, select, button")) add(field.parentNode, field.nextSibling)
    for (const form of document.querySelectorAll("form, body")) add(form, form.firstChild)
  }
  const start = () => {
    new MutationObserver(work).observe(document, { subtree: true, childList: true })
    work()
  }
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", start) : start()
}

/** Once, puts each field into an element of its own, and removes the heading. */
const rebuilder = () => {
  const work = () => {
    for (const field of document.querySelectorAll("input")) {
      const around = document.createElement("span")
      field.before(around)
      around.append(field)
    }
    document.querySelector("h1")?.remove()
  }
  addEventListener("DOMContentLoaded", () => setTimeout(work))
}

export const programs = { translator, passwordManager, rebuilder }

/** The requests that a page waits for. */
const requests = new WeakMap<Page, Set<Request>>()

const followRequests = (page: Page) => {
  const open = new Set<Request>()
  requests.set(page, open)
  page.on("request", request => open.add(request))
  page.on("requestfinished", request => open.delete(request))
  page.on("requestfailed", request => open.delete(request))
}

/** Starts a program on each page that this one opens from now on. */
export const startProgram = async (page: Page, name: keyof typeof programs): Promise<void> => {
  if (!requests.has(page)) followRequests(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Page.enable")
  await devtools.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${programs[name]})()`, worldName: name })
}

/**
 * Expects that the page is translated but for its addresses and codes, shows nothing that the console has changed since, and that
 * nothing failed.
 */
export const expectSound = async (page: Page): Promise<void> => {
  const report = await page.evaluate(() => {
    document.dispatchEvent(new Event("report"))
    return JSON.parse(document.documentElement.dataset.report ?? "null")
  })
  expect({ ...report, problems: problemsOf(page) }).toEqual({ isTranslated: true, translatedData: [], stale: [], problems: [] })
}

/** Changes each text of the page once it has loaded, by the language and back, and expects to see the same as before. */
export const changeEachText = async (page: Page): Promise<void> => {
  const shown = () => page.evaluate(() => document.getElementById("main")?.innerText)
  const switchTo = async (language: string) => {
    await page.evaluate(async newValue => {
      dispatchEvent(new StorageEvent("storage", { key: "i18nextLng", newValue }))
      while (document.documentElement.lang !== newValue) await new Promise(requestAnimationFrame)
      await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
    }, language)
  }
  let before: string | undefined
  const hasLoaded = async () => {
    const last = before
    before = await shown()
    return before === last && requests.get(page)?.size === 0
  }
  await expect.poll(hasLoaded, { interval: 200 }).toBe(true)
  const language = await page.evaluate(() => document.documentElement.lang)
  await switchTo(language === "tr" ? "en" : "tr")
  await expectSound(page)
  expect(await shown()).not.toBe(before)
  await switchTo(language)
  await expect.poll(shown).toBe(before)
  await expectSound(page)
}
