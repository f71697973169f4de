import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { accounts, openBrowser, openPage, type Product, signInByForm, startProduct } from "../browser/kit"
import { consoleSlice, journeys, openWalk, type Slice, type Subject } from "./measure"
import { type Figures, type Samples, tableOf } from "./rows"

/** Interleaved rounds over all subjects, and one row per goal (docs/development.md#goals). */

const bareSlice: Slice = {
  list: "/bench/l3#list",
  form: "/bench/l3#add",
  menu: 'nav a[href="#list"]',
  add: 'a[href="#add"]',
  next: '[aria-label="Next page"]',
}

type Journey = keyof typeof journeys | "memory"
const loginJourneys: Journey[] = ["login", "submit"]

/** The storage of an administrator who has just signed in. */
const storageOf = async (browser: Browser, product: Product) => {
  const page = await openPage(browser, product)
  await signInByForm(page, accounts.administrator)
  const storage = await page.context().storageState()
  await page.context().close()
  return storage
}

/** Navigations between list and form, and of how many a turn is made before it is the next subject's. */
const [navigations, warmUp, block] = [200, 20, 20]

/** Goes from list to form and back in turns of all subjects. @returns the figures of each, the times one entry a turn */
const measureWalks = async (browser: Browser, subjects: Record<string, Subject>): Promise<Samples> => {
  const walks = await Promise.all(
    Object.entries(subjects).map(async ([name, subject]) => {
      const walk = await openWalk(browser, subject)
      await walk.walk(warmUp)
      return { name, walk, before: await walk.count(), turns: [] as Figures[] }
    }),
  )
  for (let at = warmUp; at < navigations; at += block)
    for (const { walk, turns } of walks) for (const time of await walk.walk(block)) turns.push({ listFormTurn: time })
  const samples: Samples = {}
  for (const { name, walk, before, turns } of walks) {
    const after = await walk.count()
    samples[name] = [
      ...turns,
      {
        heap: after.heap / 1e6,
        growth: (after.heap - before.heap) / 1000 / (navigations - warmUp),
        nodes: after.nodes,
        moreNodes: Math.max(0, after.nodes - before.nodes),
        moreListeners: Math.max(0, after.listeners - before.listeners),
        elements: await walk.elements(),
      },
    ]
    await walk.close()
  }
  return samples
}

/** Sizes of a built tree after brotli, KB. */
const sizesOf = async (root: string): Promise<Figures> => {
  const assets = join(root, "dist/assets")
  const names = await readdir(assets)
  const sum = async (end: string) => {
    const sizes = await Promise.all(
      names.filter(name => name.endsWith(end)).map(async name => (await stat(join(assets, name))).size),
    )
    return sizes.reduce((total, size) => total + size, 0) / 1024
  }
  return { allJs: await sum(".js.br"), allCss: await sum(".css.br") }
}

export type BenchOptions = {
  rounds: number
  /** Another built tree, measured in the same rounds. */
  before?: string | undefined
  /** Journeys to which the run is narrowed. */
  only?: string[] | undefined
  say: (text: string) => void
}

export const bench = async ({ rounds, before, only, say }: BenchOptions) => {
  const includes = (journey: Journey) => !only || only.includes(journey)
  const products: Product[] = []
  const start = async (root?: string) => {
    const product = await startProduct(root ? { root } : {})
    products.push(product)
    return product
  }
  const browser = await openBrowser()
  try {
    const product = await start()
    const older = before ? await start(before) : undefined
    const { url } = product
    const subjects = async (): Promise<Record<string, Subject>> => {
      const storage = await storageOf(browser, product)
      return {
        L0: { url, login: "/bench/l0" },
        L1: { url, login: "/bench/l1" },
        L3: { url, slice: bareSlice, storage },
        ...(older && {
          before: { url: older.url, login: "/login", slice: consoleSlice, storage: await storageOf(browser, older) },
        }),
        now: { url, login: "/login", slice: consoleSlice, storage },
      }
    }
    const samples: Samples = { now: [await sizesOf(process.cwd())], ...(before && { before: [await sizesOf(before)] }) }
    const add = (more: Samples) => {
      for (const [name, figures] of Object.entries(more)) samples[name] = [...(samples[name] ?? []), ...figures]
    }
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds}`)
      const all = Object.entries(await subjects())
      for (const [name, measure] of Object.entries(journeys) as [keyof typeof journeys, (typeof journeys)["deep"]][]) {
        if (!includes(name)) continue
        const able = all.filter(([, { login, slice }]) => (loginJourneys.includes(name) ? login : slice))
        // What goes first differs from round to round.
        for (const [who, subject] of round % 2 ? able : able.toReversed())
          if (!(name === "submit" && who === "L0")) add({ [who]: [await measure(browser, subject)] })
      }
    }
    if (includes("memory")) {
      say(`${navigations} navigations`)
      const walking = Object.entries(await subjects()).filter(([, { slice }]) => slice)
      add(await measureWalks(browser, Object.fromEntries(walking)))
    }
    const { text, isMet } = tableOf(samples)
    const title = `Slow 4G (1.6 Mbit/s, 150 ms), CPU 4×, painted frames; medians of ${rounds} interleaved rounds, ratios of each round.`
    return { table: `${title}\n\n${text}`, isMet }
  } finally {
    await browser.close()
    for (const product of products) await product.stop()
  }
}
