import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openBrowser, openContext, openPeople, type Product, type ProductOptions, startProduct, type View } from "./kit"

/**
 * A product on the demonstration's data and a browser, started before the tests of a file and stopped after them.
 * @param browserArgs options of Chromium
 */
export const provideProduct = ({ browserArgs, ...options }: ProductOptions & { browserArgs?: string[] } = {}) => {
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    // A server that lives for a minute spends more on optimizing WebAssembly than it gains.
    ;[product, browser] = await Promise.all([startProduct({ flags: ["--liftoff-only"], ...options }), openBrowser(browserArgs)])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), product?.discard()])
  })

  const people = openPeople(
    () => browser,
    () => product,
  )
  /** Contexts that the current test has opened. Those of a whole file or group are opened before its first test. */
  const opened = new Set<BrowserContext>()
  beforeEach(() => opened.clear())
  const openOwn = async (view?: View) => {
    const context = await openContext(browser, product, view)
    opened.add(context)
    return context
  }
  // What a failed attempt left in the storage does not reach the next one, and its pages do not go on beside it.
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return
    people.forget()
    await Promise.all([...opened].map(context => context.close().catch(() => undefined)))
  })

  return {
    product: () => product,
    browser: () => browser,
    /** A context of its own: nothing is shared with another visitor. */
    openContext: openOwn,
    /** A page in a context of its own. */
    openPage: async (view?: View): Promise<Page> => (await openOwn(view)).newPage(),
    /** A tab of a person who signs in once for the whole file ({@link openPeople}). */
    openAs: people.open,
  }
}
