import { describe, expect, it } from "vitest"
import { consoleSlice, measureMemory } from "../bench/measure"
import { accounts, openBrowser, openPage, signInByForm, startProduct } from "./kit"

/** A long day at the console: going from list to form and back holds on to nothing (docs/operations.md#goals). */

/**
 * A long run goes 1,000 times. The first look comes when what is compiled and kept once is there: each later navigation adds less.
 */
const isLong = Number(process.env.TEST_ROUNDS ?? 1) > 1
const [from, to] = isLong ? [200, 1_000] : [120, 320]

describe("navigations between list and form", () => {
  it(
    "leave the heap flat and neither a node nor a listener behind",
    async () => {
      const product = await startProduct()
      const browser = await openBrowser()
      try {
        const page = await openPage(browser, product)
        await signInByForm(page, accounts.administrator)
        const storage = await page.context().storageState()
        await page.context().close()
        const { heapBefore, heap, growth, alive, nodes, listeners } = await measureMemory(
          browser,
          product.url,
          consoleSlice,
          storage,
          to,
          from,
        )
        process.stdout.write(
          `navigations: ${heapBefore.toFixed(2)} MB after ${from}, ${heap.toFixed(2)} MB after ${to}: ${growth.toFixed(2)} KB each; ` +
            `${alive} nodes, ${nodes} nodes and ${listeners} listeners more\n`,
        )
        expect(growth).toBeLessThanOrEqual(3)
        // The list has about 500 elements and 200 texts. What an element clones for itself, such as a `<use>`, comes on top.
        expect(alive).toBeLessThanOrEqual(900)
        expect([nodes, listeners].map(more => Math.max(0, more))).toEqual([0, 0])
      } finally {
        await browser.close()
        await product.stop()
      }
    },
    isLong ? 600_000 : 240_000,
  )
})
