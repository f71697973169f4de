import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import { openBrowser, openContext, openPage, openPeople, type Product, type ProductOptions, startProduct, type View } from "./kit"

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
    await browser?.close()
    await product?.stop()
  })

  const people = openPeople(
    () => browser,
    () => product,
  )
  // What a failed attempt left in the storage does not reach the next one.
  afterEach(({ task }) => {
    if (task.result?.state === "fail") people.forget()
  })

  return {
    product: () => product,
    browser: () => browser,
    /** A context of its own: nothing is shared with another visitor. */
    openContext: (view?: View): Promise<BrowserContext> => openContext(browser, product, view),
    /** A page in a context of its own. */
    openPage: (view?: View): Promise<Page> => openPage(browser, product, view),
    /** A tab of a person who signs in once for the whole file ({@link openPeople}). */
    openAs: people.open,
  }
}
