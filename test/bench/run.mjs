/**
 * `npm run bench [-- --rounds 7 --before DIR --only login,deep]`: the console in Chromium against reference pages built and
 * served in the same run (docs/operations.md#goals). L0: a static form. L1: React's hello-world. L3: list and form in bare
 * JavaScript. `--before`: another built tree beside it. `--only`: some of login, submit, deep, menu, hover, memory.
 * `npm run bench -- --interactions [--rounds 1 --before DIR --only /admin/draws,/user/employees$]`: the slowest interactions of
 * all screens, or of those whose paths begin so, or (`$`) are the path.
 */
import { rm } from "node:fs/promises"
import { resolve } from "node:path"
import { stop } from "esbuild"
import { load } from "../../scripts/build/load.mjs"
import { buildIfOutdated } from "../../scripts/build-if-outdated.mjs"
import { buildPages } from "./pages.mjs"

const option = name => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

const before = option("before") && resolve(option("before"))
const say = text => console.error(text)

const printInteractions = async () => {
  const { interactions } = await load("test/bench/interactions.ts", { packages: "external" })
  await stop()
  console.log(await interactions({ rounds: Number(option("rounds") ?? 1), before, only: option("only")?.split(","), say }))
}

const main = async () => {
  await buildIfOutdated()
  if (process.argv.includes("--interactions")) return printInteractions()
  const folder = await buildPages()
  const { bench } = await load("test/bench/bench.ts", { packages: "external" })
  await stop()
  try {
    const { table, isMet } = await bench({
      rounds: Number(option("rounds") ?? 7),
      before,
      only: option("only")?.split(","),
      say,
    })
    console.log(table)
    if (!isMet) console.log("\nA goal is missed: see the rows marked so.")
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
