import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openBrowser, openContext, openPeople, type Product, type ProductOptions, startProduct, type View } from "./kit"

/** The browser of this worker, which its files use one after the other. */
let ofWorker: Browser | undefined
const openOfWorker = async () => {
  if (!ofWorker?.isConnected()) ofWorker = await openBrowser()
  return ofWorker
}

/**
 * A product on the demonstration's data, started before the tests of a file and stopped after them, and a browser.
 * @param browserArgs options of Chromium, which is then the file's own
 */
export const provideProduct = ({ browserArgs, ...options }: ProductOptions & { browserArgs?: string[] } = {}) => {
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    // A server that lives for a minute spends more on optimizing WebAssembly than it gains.
    ;[product, browser] = await Promise.all([
      startProduct({ flags: ["--liftoff-only"], ...options }),
      browserArgs ? openBrowser(browserArgs) : openOfWorker(),
    ])
  })
  afterAll(async () => {
    const contexts = browser?.contexts() ?? []
    await Promise.all(browserArgs ? [browser?.close()] : contexts.map(context => context.close()))
    await product?.discard()
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
