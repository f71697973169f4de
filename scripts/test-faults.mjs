/**
 * `npm run test:faults [-- name …]`: puts the small faults of test/faults into a copy of the product one by one and runs the projects
 * that their patches name, until a test fails; the files that the patch expects to catch it run first. Prints for each which file caught it, or that it survived;
 * fails when one survived or no longer applies. A patch begins with what a person would notice, `Projects: …` in the order in which
 * they run, and `Expected in: …`, a file or folder.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { root } from "./build/paths.mjs"
import { findChromium } from "./chromium.mjs"

const faults = join(root, "test/faults")
const wanted = process.argv.slice(2)
const names = readdirSync(faults)
  .map(file => file.replace(/\.patch$/, ""))
  .filter(name => !wanted.length || wanted.some(word => name.includes(word)))

const folder = mkdtempSync(join(tmpdir(), "campaigns-faults-"))
const copy = join(folder, "product")
/** Packages are copied too: an import that goes through a link is resolved outside of the copy. */
const isLeftOut = path => /^(\.git|\.data|dist)(\/|$)/.test(relative(root, path))

/** A fault may keep a test from ending. */
const limitMs = 20 * 60_000

const run = (command, args) =>
  spawnSync(command, args, { cwd: copy, stdio: "ignore", timeout: limitMs, killSignal: "SIGKILL" }).status === 0
const runNode = (...args) => run(process.execPath, args)

/** Applies a patch to the copy, or takes it back. */
const apply = (name, ...options) => run("git", ["apply", ...options, join(faults, `${name}.patch`)])

const build = "build.mjs"

/** Returns the first file with a failed test, of some projects or of some of their files; undefined when all pass. */
const failingFile = (projects, ...files) => {
  const needsBuild = files.length
    ? files.some(file => /^test\/(browser|process)/.test(file))
    : projects.some(project => project === "browser" || project === "process")
  if (needsBuild && !runNode(build)) return build
  const results = join(folder, "results.json")
  rmSync(results, { force: true })
  runNode(
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.flatMap(project => ["--project", project]),
    ...files,
    "--bail=1",
    "--reporter=json",
    `--outputFile=${results}`,
  )
  if (!existsSync(results)) return
  const { testResults } = JSON.parse(readFileSync(results, "utf8"))
  const failed = testResults.find(({ status }) => status === "failed")
  return failed && relative(copy, failed.name)
}

/** Returns the file that catches a fault, which is in the copy. */
const catcherOf = name => {
  const patch = readFileSync(join(faults, `${name}.patch`), "utf8")
  const [projects = "", expected = ""] = ["Projects", "Expected in"].map(
    head => new RegExp(`^${head}: (.+)$`, "m").exec(patch)?.[1],
  )
  const all = projects.split(", ")
  return failingFile(all, expected) ?? all.map(project => [project]).reduce((file, some) => file ?? failingFile(some), undefined)
}

const total = { passed: 0, failed: 0 }
try {
  process.env.CHROME_PATH ??= findChromium({ mayInstall: true })
  cpSync(root, copy, { recursive: true, filter: path => !isLeftOut(path) })
  for (const name of names) {
    const startedAt = Date.now()
    const applies = apply(name)
    const catcher = applies ? catcherOf(name) : undefined
    if (applies) apply(name, "--reverse")
    // A test that fails without the fault has not caught it.
    const isCaught = catcher && (catcher === build ? runNode(build) : !failingFile([], catcher))
    const outcome = !applies ? "does not apply" : !catcher ? "survived" : isCaught ? "caught   " : "fails without the fault"
    total[isCaught ? "passed" : "failed"]++
    console.log(
      `${name.padEnd(24)}${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${outcome} ${catcher ?? ""}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
