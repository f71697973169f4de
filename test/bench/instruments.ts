/** What runs in a measured page: a clock that stops after the paint in which what is waited for is there. */

/** What can be waited for in a page. */
export type Condition = "login" | "rows" | "otherRows" | "form" | "record" | "place"
/** What a page is opened for: something to wait for, or that submitting the sign-in form works. */
export type Watched = Condition | "submit"

export type Instruments = {
  /** When what the page was opened for was there first, painted, ms since the navigation. It is waited for from the start on. */
  first: Promise<number>
  /** From when on the painted, enabled field of the sign-in page has looked as it does now. */
  styled: () => number
  /** When the field stood in the document, enabled. */
  typeable: Promise<number>
  until: (condition: Condition) => Promise<number>
  /** ms from the click on a visible element of a selector to the paint. @param at the first one by default */
  click: (selector: string, condition: Condition, at?: number) => Promise<number>
  /** Types characters into the focused field, one after the other. @returns ms of each until the next paint */
  keys: (count: number) => Promise<number[]>
  /** Goes back in the history. @returns ms until the rows are painted, and until they stand where they were left */
  back: () => Promise<{ rows: number; place: number }>
  /** Scrolls the page. @returns how far it is scrolled, px */
  scroll: () => number
  /** Sum of what tasks took over 50 ms each, ms. */
  blocked: () => number
}

/** Installs {@link Instruments} as `bench`. Runs in the page before its scripts. @param watched what `first` waits for */
export const instruments = (watched: Watched) => {
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(one => one.getClientRects().length > 0)
  const firstRow = () => all("tbody td a")[0]?.textContent
  const login = () =>
    [...document.querySelectorAll<HTMLInputElement>("input[type=email]")].find(
      one => !one.disabled && one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }),
    )
  let before: string | null | undefined
  let left = 0
  const hasRows = () => all("tbody td a").length >= 8
  const conditions: Record<Condition, () => boolean> = {
    login: () => !!login(),
    rows: hasRows,
    otherRows: () => all("tbody td a").length > 0 && firstRow() !== before,
    form: () => all("main form input").length > 0,
    record: () => all("tbody td a").length === 0 && all("main .card").length > 0,
    place: () => hasRows() && Math.abs(scrollY - left) <= 2,
  }

  /** Resolves after the frame that is being made was painted: a message is handled after it. */
  const afterPaint = () =>
    new Promise<number>(done => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now())
      port2.postMessage(0)
    })
  const until = (condition: Condition) =>
    new Promise<number>(done => {
      const look = () => {
        if (conditions[condition]()) afterPaint().then(done)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const click = (selector: string, condition: Condition, at = 0) => {
    before = firstRow()
    const target = all(selector)[at]
    if (!target) throw new Error(`There is no ${selector} to click.`)
    const from = performance.now()
    target.click()
    return until(condition).then(to => to - from)
  }
  const keys = async (count: number) => {
    const times = []
    for (let at = 0; at < count; at++) {
      await new Promise(done => setTimeout(done, 100))
      const from = performance.now()
      document.execCommand("insertText", false, "a")
      await new Promise(requestAnimationFrame)
      times.push((await afterPaint()) - from)
    }
    return times
  }
  const scroll = () => {
    scrollTo(0, 150)
    left = scrollY
    return left
  }
  const back = async () => {
    const from = performance.now()
    history.back()
    const lost = new Promise<number>(done => setTimeout(() => done(Number.NaN), 5_000))
    const place = Promise.race([until("place"), lost])
    const rows = await until("rows")
    return { rows: rows - from, place: (await place) - from }
  }

  /** What the visible field and its button look like: their places, sizes and what a stylesheet gives them. */
  const looks = () => {
    const field = login()
    const button = field?.form?.querySelector<HTMLElement>("[type=submit]")
    return [field, button]
      .map(one => {
        if (!one) return ""
        const { fontFamily, fontSize, borderRadius, paddingLeft, color, backgroundColor } = getComputedStyle(one)
        const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = one
        return [
          ...[fontFamily, fontSize, borderRadius, paddingLeft, color, backgroundColor],
          ...[offsetLeft, offsetTop, offsetWidth, offsetHeight],
        ].join()
      })
      .join("|")
  }
  let seen = ""
  let styledAt = Number.NaN
  if (watched === "login") {
    const look = () => {
      const now = login() ? looks() : ""
      if (now !== seen) {
        seen = now
        afterPaint().then(at => {
          styledAt = at
        })
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
  const styled = () => Math.max(styledAt, performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0)

  /** When a submit first leads to a call: typed and tried anew in each frame. The call itself goes nowhere. */
  const submitWorks = () => {
    const submitted = new Promise<number>(done => {
      const real = fetch
      globalThis.fetch = (input, options) => {
        if (!String(input).includes("GetCode")) return real(input, options)
        done(performance.now())
        return new Promise(() => {})
      }
    })
    let isOver = false
    submitted.then(() => {
      isOver = true
    })
    const attempt = () => {
      if (isOver) return
      const field = login()
      if (field) {
        if (!field.value) {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "a@b.example")
          field.dispatchEvent(new Event("input", { bubbles: true }))
        }
        // What no script takes would leave the page.
        addEventListener("submit", event => event.preventDefault(), { once: true })
        field.form?.requestSubmit()
      }
      requestAnimationFrame(attempt)
    }
    requestAnimationFrame(attempt)
    return submitted
  }

  const typeable = new Promise<number>(done => {
    const look = () => {
      const field = document.querySelector<HTMLInputElement>("input[type=email]")
      if (field && !field.disabled) done(performance.now())
      else setTimeout(look, 1)
    }
    if (watched === "login") look()
  })

  let blockedMs = 0
  new PerformanceObserver(entries => {
    for (const { duration } of entries.getEntries()) blockedMs += duration - 50
  }).observe({ type: "longtask", buffered: true })

  const bench: Instruments = {
    first: watched === "submit" ? submitWorks() : until(watched),
    styled,
    typeable,
    until,
    click,
    keys,
    back,
    scroll,
    blocked: () => blockedMs,
  }
  Object.assign(globalThis, { bench })
}
