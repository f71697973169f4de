import { openBrowser, openPage, signIn, startProduct } from "../browser/kit"
import { consoleSlice, measureLogin, measureMemory, measureSlice, type Slice } from "./measure"

/** Interleaved rounds, medians, and one row per goal (docs/operations.md#goals). */

const bare: Slice = {
  list: "/bench/l3#list",
  form: "/bench/l3#add",
  menu: 'nav a[href="#list"]',
  add: 'a[href="#add"]',
  next: '[aria-label="Next page"]',
}

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const mediansOf = <K extends string>(rounds: Record<K, number>[]): Record<K, number> => {
  const names = Object.keys(rounds[0] ?? {}) as K[]
  return Object.fromEntries(names.map(name => [name, median(rounds.map(round => round[name]))])) as Record<K, number>
}

type Row = { what: string; value: number; against: string; reference: number; goal: number; unit: string }

const show = ({ what, value, against, reference, goal, unit }: Row) => {
  const ratio = against ? value / reference : value
  const digits = unit === "ms" ? 0 : 1
  const isMet = ratio <= goal
  return {
    isMet,
    line: [
      what.padEnd(38),
      `${value.toFixed(digits)} ${unit}`.padStart(10),
      (against ? `${against} ${reference.toFixed(digits)}` : "").padStart(12),
      (against ? `${ratio.toFixed(2)}×` : "").padStart(8),
      (Number.isFinite(goal) ? `≤ ${goal}${against ? "×" : ""}` : "").padStart(9),
      isMet ? "" : "  missed",
    ].join(" "),
  }
}

export const bench = async ({ rounds, say }: { rounds: number; say: (text: string) => void }) => {
  const product = await startProduct()
  const browser = await openBrowser()
  const newStorage = async () => {
    const page = await openPage(browser, product)
    await signIn(page, "yonetici@platform.example")
    const storage = await page.context().storageState()
    await page.context().close()
    return storage
  }
  const { url } = product
  const results = { l0: [], l1: [], login: [], l3: [], slice: [] } as {
    l0: Awaited<ReturnType<typeof measureLogin>>[]
    l1: Awaited<ReturnType<typeof measureLogin>>[]
    login: Awaited<ReturnType<typeof measureLogin>>[]
    l3: Awaited<ReturnType<typeof measureSlice>>[]
    slice: Awaited<ReturnType<typeof measureSlice>>[]
  }
  try {
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds}`)
      results.l0.push(await measureLogin(browser, url, "/bench/l0", false))
      results.l1.push(await measureLogin(browser, url, "/bench/l1", true))
      results.login.push(await measureLogin(browser, url, "/login", true))
      const storage = await newStorage()
      results.l3.push(await measureSlice(browser, url, bare, storage))
      results.slice.push(await measureSlice(browser, url, consoleSlice, storage))
    }
    say("Memory over 200 navigations")
    const storage = await newStorage()
    const bareMemory = await measureMemory(browser, url, bare, storage, 200)
    const memory = await measureMemory(browser, url, consoleSlice, storage, 200)

    const [l0, l1, login] = [mediansOf(results.l0), mediansOf(results.l1), mediansOf(results.login)]
    const [l3, slice] = [mediansOf(results.l3), mediansOf(results.slice)]
    const row = (what: string, value: number, against: string, reference: number, goal: number, unit = "ms"): Row => ({
      what,
      value,
      against,
      reference,
      goal,
      unit,
    })
    const lines = [
      row("login field typeable", login.typeable, "L1", l1.typeable, 0.5),
      row("login field typeable", login.typeable, "L0", l0.typeable, 1.25),
      row("login field painted", login.painted, "L1", l1.painted, Number.POSITIVE_INFINITY),
      row("login submit works", login.submit, "L1", l1.submit, 0.7),
      row("login, transferred until settled", login.kilobytes, "L1", l1.kilobytes, 1.3, "KB"),
      row("login, blocking", login.blocked, "L1", Math.max(l1.blocked, 1), 2),
      row("click on a menu entry → rows", slice.clickRows, "L3", l3.clickRows, 1.1),
      row("the same after a hover of 150 ms", slice.hoverRows, "L3", l3.clickRows, 0.5),
      row("next page", slice.nextPage, "L3", l3.nextPage, 0.3),
      row("form open", slice.formOpen, "L3", l3.formOpen, 1.1),
      row("deep link with a session → rows", slice.deepLink, "L3", l3.deepLink, 2),
      row("heap after 200 navigations", memory.heap, "L3", bareMemory.heap, 2, "MB"),
      row("heap growth per navigation", memory.growth, "", 0, 3, "KB"),
      row("DOM nodes after 180 navigations", memory.nodes, "", 0, 0, "more"),
      row("listeners after 180 navigations", memory.listeners, "", 0, 0, "more"),
    ].map(show)
    const title = `Slow 4G (1.6 Mbit/s, 150 ms), CPU 4×, medians of ${rounds} interleaved rounds. Back to the list: ${slice.back.toFixed(0)} ms (L3 ${l3.back.toFixed(0)}).`
    return { table: [title, "", ...lines.map(({ line }) => line)].join("\n"), isMet: lines.every(({ isMet }) => isMet) }
  } finally {
    await browser.close()
    await product.stop()
  }
}
