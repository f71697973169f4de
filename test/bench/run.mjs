/**
 * `npm run bench [-- --rounds 7 --before DIR --only login,deep]`: the console in Chromium against reference pages built and
 * served in the same run (docs/development.md#goals). L0: a static form. L1: React's hello-world. L3: list and form in bare
 * JavaScript. `--before`: another built tree beside it. `--only`: some of login, submit, deep, warm,
 * third, key, morning, menu, hover, memory.
 * `npm run bench -- --interactions [--rounds 1 --before DIR --only /admin/draws,/user/employees$]`: the slowest interactions of
 * all screens, or of those whose paths begin so, or (`$`) are the path.
 */
import { rm } from "node:fs/promises"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { stop } from "esbuild"
import { load } from "../../scripts/build/load.mjs"
import { buildIfOutdated } from "../../scripts/build-if-outdated.mjs"
import { stopWithNpm } from "../../scripts/stop-with-npm.mjs"
import { buildPages } from "./pages.mjs"

const journeys = ["login", "submit", "deep", "warm", "third", "key", "morning", "menu", "hover", "memory"]

/** Exits for options that are not known, and for values that an option does not have. */
const readOptions = () => {
  const text = { type: "string" }
  const options = { rounds: text, before: text, only: text, interactions: { type: "boolean" } }
  try {
    const { values } = parseArgs({ options })
    const { interactions = false, rounds = interactions ? 1 : 7, before } = values
    const only = values.only?.split(",")
    if (!(Number(rounds) >= 1)) throw new Error("--rounds is a number from 1 on.")
    const unknown = interactions ? undefined : only?.find(name => !journeys.includes(name))
    if (unknown !== undefined) throw new Error(`--only is some of ${journeys.join(", ")}, with commas between them.`)
    return { isOfInteractions: interactions, rounds: Number(rounds), before: before && resolve(before), only }
  } catch ({ message }) {
    console.error(
      `${message}\nOptions: ${Object.keys(options)
        .map(name => `--${name}`)
        .join(" ")}`,
    )
    return process.exit(1)
  }
}
const { isOfInteractions, ...options } = readOptions()
stopWithNpm()
// The products and the browser end at this process's exit.
process.once("SIGTERM", () => process.exit(1))
const say = text => console.error(text)

const printInteractions = async () => {
  const { interactions } = await load("test/bench/interactions.ts", { packages: "external" })
  await stop()
  console.log(await interactions({ ...options, say }))
}

const main = async () => {
  await buildIfOutdated()
  if (isOfInteractions) return printInteractions()
  const folder = await buildPages()
  const { bench } = await load("test/bench/bench.ts", { packages: "external" })
  await stop()
  try {
    const { table, isMet } = await bench({ ...options, say })
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
