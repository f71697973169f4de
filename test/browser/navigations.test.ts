import { expect, it } from "vitest"
import { consoleSlice, measureMemory } from "../bench/measure"
import { isLong } from "../rounds"
import { accounts } from "./kit"
import { provideConsole, storageOf } from "./provide-console"

/** A long day at the console: going from list to form and back holds on to nothing (docs/development.md#goals). */
const { browser, product } = provideConsole()

/** The first look comes when what is compiled and kept once is there: each later navigation adds less. */
const [from, to] = isLong ? [200, 1_000] : [12, 24]

it("navigations between list and form leave neither a node nor a listener behind, and in a long run the heap flat", async () => {
  const storage = await storageOf(accounts.administrator)
  const found = await measureMemory(browser(), product().url, consoleSlice, storage, to, from)
  const { heapBefore, heap, growth, alive, nodes, listeners } = found
  process.stdout.write(
    `navigations: ${heapBefore.toFixed(2)} MB after ${from}, ${heap.toFixed(2)} MB after ${to}: ${growth.toFixed(2)} KB each; ` +
      `${alive} nodes, ${nodes} nodes and ${listeners} listeners more\n`,
  )
  if (isLong) expect(growth).toBeLessThanOrEqual(3)
  // The list has about 500 elements and 200 texts. What an element clones for itself, such as a `<use>`, comes on top.
  expect(alive).toBeLessThanOrEqual(900)
  expect([nodes, listeners].map(more => Math.max(0, more))).toEqual([0, 0])
})
