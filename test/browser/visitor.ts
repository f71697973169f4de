import { type OtherBrowser, untilThere } from "./web-driver"

/** What a person does in a browser of web-driver.ts. */

const keyCodes: Record<string, string> = {
  Enter: "\uE007",
  Tab: "\uE004",
  Escape: "\uE00C",
  Backspace: "\uE003",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Control: "\uE009",
  Alt: "\uE00A",
  Space: " ",
}

export type Point = { x: number; y: number }

/** The name of a reference to an element in WebDriver's JSON. In the page it is the element. */
const reference = "element-6066-11e4-a52e-4f735466cecf"
type Found = Element & { [reference]: string }

/** The shown elements that match a selector and have a part of their name or text. */
const shown = (selector: string, text: string) => {
  const isNamed = (element: Element) => `${element.ariaLabel ?? ""} ${element.textContent}`.includes(text)
  return [...document.querySelectorAll<Found>(selector)].find(element => element.checkVisibility() && isNamed(element)) ?? null
}

/** Collects what goes wrong unseen, and the steps of Safari's that WebKitGTK does not share. */
const watch = (isSafari: boolean) => {
  const page = globalThis as { problems?: string[] }
  const problems: string[] = []
  page.problems = problems
  addEventListener("error", ({ message }) => problems.push(message))
  addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)))
  addEventListener("securitypolicyviolation", ({ effectiveDirective }) => problems.push(effectiveDirective))
  // Safari focuses no button that is clicked.
  if (isSafari)
    addEventListener("mousedown", event => {
      if (!(event.target as Element).closest("button, input[type=checkbox], input[type=radio]")) return
      event.preventDefault()
      ;(document.activeElement as HTMLElement | null)?.blur()
    })
}
const problemsOfPage = () => (globalThis as { problems?: string[] }).problems ?? []

export type Visitor = ReturnType<typeof visitorOf>

/** Whatever is looked for is waited for. Selectors are CSS; `text` is a part of the name or text. @param origin of the product */
export const visitorOf = ({ send }: OtherBrowser, origin: string, isSafari: boolean) => {
  /** Calls a function in the page. Its arguments and its value are JSON or elements. */
  const run = <T, A extends unknown[]>(what: (...args: A) => T, ...args: A) =>
    send("ExecuteScript", { script: `return (${what}).apply(null, arguments)`, args }) as Promise<Awaited<T>>
  const until = <T, A extends unknown[]>(what: (...args: A) => T, ...args: A) =>
    untilThere(`${what} ${args}`, async () => (await run(what, ...args)) || undefined)
  const find = async (selector: string, text = ""): Promise<Found> => (await until(shown, selector, text)) as Found

  const press = async (...chords: string[]) => {
    const actions = chords.flatMap(chord => {
      const keys = chord.split("+").map(key => keyCodes[key] ?? key)
      return [...keys.map(value => ({ type: "keyDown", value })), ...keys.toReversed().map(value => ({ type: "keyUp", value }))]
    })
    await send("PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] })
  }
  const focus = async (selector: string, text?: string) => {
    await run(element => (element as Element as HTMLElement).focus(), await find(selector, text))
  }
  const found: string[] = []
  const problems = async () => {
    found.push(...(await run(problemsOfPage)))
    return found
  }

  return {
    run,
    until,
    find,
    press,
    focus,
    /** Uncaught errors and refusals by the policy since each page was loaded. */
    problems,
    go: async (path: string) => {
      await problems()
      await send("Navigate", { url: origin + path })
      await run(watch, isSafari)
    },
    path: () => run(() => location.pathname),
    gone: (selector: string, text = "") =>
      untilThere(`end of ${selector} ${text}`, async () => ((await run(shown, selector, text)) ? undefined : true)),
    /** Waits until such an element has the focus. `:focus` matches nothing in a window without it. */
    focused: (selector: string) => until(selector => document.activeElement?.matches(selector), selector),
    /** Presses a key on an element. */
    pressOn: async (selector: string, ...keys: string[]) => {
      await focus(selector)
      await press(...keys)
    },
    click: async (selector: string, text?: string) => {
      await send("ElementClick", { id: (await find(selector, text))[reference] })
    },
    /** Replaces the text of a field. */
    write: async (selector: string, text: string) => {
      await focus(selector)
      await press("Control+a", "Backspace", ...text)
    },
    /** Sets the text of a field as a browser that fills it in does. */
    fillIn: async (selector: string, text: string) => {
      const fill = (element: Element, text: string) => {
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
        set?.call(element, text)
        for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }))
      }
      await run(fill, await find(selector), text)
    },
    choose: async (selector: string, ...files: string[]) => {
      const input = (await until((selector: string) => document.querySelector(selector), selector)) as Found
      await send("ElementSendKeys", { id: input[reference], text: files.join("\n") })
    },
    scrollTo: async (selector: string) => {
      await run(element => element.scrollIntoView({ block: "center", behavior: "instant" }), await find(selector))
    },
    /** The middle of an element. */
    middle: async (selector: string): Promise<Point> => {
      const read = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
      }
      return run(read, await find(selector))
    },
    drag: async (from: Point, to: Point) => {
      const steps = [1, 2, 3, 4, 5, 6, 7, 8].map(step => step / 8)
      const at = (share: number) => ({
        type: "pointerMove",
        duration: 30,
        x: Math.round(from.x + (to.x - from.x) * share),
        y: Math.round(from.y + (to.y - from.y) * share),
      })
      const actions = [at(0), { type: "pointerDown", button: 0 }, ...steps.map(at), { type: "pointerUp", button: 0 }]
      await send("PerformActions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] })
    },
  }
}
