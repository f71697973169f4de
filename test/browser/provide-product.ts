import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openBrowser, openContext, openPeople, type Product, type ProductOptions, startProduct, type View } from "./kit"

/** A server that lives for a minute spends more on optimizing WebAssembly than it gains. */
const quick = ["--liftoff-only"]
/** The worker ends without notice. */
const endsWithParent = ["--import", 'data:text/javascript,process.stdin.resume().on("close",()=>process.exit())']

/** What this worker's files use one after the other: none of them may depend on what another one has stored. */
const ofWorker: { browser?: Browser; product?: Product } = {}
/** The worker's browser. */
export const sharedBrowser = async () => {
  if (!ofWorker.browser?.isConnected()) ofWorker.browser = await openBrowser()
  return ofWorker.browser
}
const sharedProduct = async () => {
  ofWorker.product ??= await startProduct({ flags: [...quick, ...endsWithParent] })
  return ofWorker.product
}

/** A product on the demonstration's data, and a browser. Both are the worker's, unless the file has options of its own. */
export const provideProduct = (options: ProductOptions = {}) => {
  const hasOwn = Object.keys(options).length > 0
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([
      hasOwn ? startProduct({ flags: quick, ...options }) : sharedProduct(),
      sharedBrowser(),
    ])
  })
  afterAll(async () => {
    await Promise.all((browser?.contexts() ?? []).map(context => context.close()))
    if (hasOwn) await product?.discard()
  })

  const people = openPeople(
    () => browser,
    () => product,
  )
  /** Contexts that the current test has opened. */
  const opened = new Set<BrowserContext>()
  beforeEach(() => opened.clear())
  // What a failed test has left in the storage does not reach the next one, and its pages do not go on beside it.
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return
    people.forget()
    await Promise.all([...opened].map(context => context.close().catch(() => undefined)))
  })
  const openOwn = async (view?: View) => {
    const context = await openContext(browser, product, view)
    opened.add(context)
    return context
  }

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
