/**
 * `npm run test:faults [-- name …]`: puts the small faults of test/faults into a copy of the product one by one and runs the projects
 * that their patches name, until a test fails. Prints for each which file caught it, or that it survived; fails when one survived or
 * no longer applies. A patch begins with what a person would notice, and `Projects: …` in the order in which they run.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
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
const isLeftOut = path => /^(\.git|\.data|dist|.*node_modules)(\/|$)/.test(relative(root, path))

const run = (command, args) => spawnSync(command, args, { cwd: copy, stdio: "ignore" }).status === 0
const runNode = (...args) => run(process.execPath, args)

/** Applies a patch to the copy, or takes it back. */
const apply = (name, ...options) => run("git", ["apply", ...options, join(faults, `${name}.patch`)])

const build = "build.mjs"

/** Returns the first file with a failed test of a project, or of one of its files; undefined when all pass. */
const failingFile = (project, ...files) => {
  if ((project === "browser" || project === "process") && !runNode("build.mjs")) return build
  const results = join(folder, "results.json")
  rmSync(results, { force: true })
  runNode(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    project,
    ...files,
    "--bail=1",
    "--reporter=json",
    `--outputFile=${results}`,
  )
  const { testResults } = JSON.parse(readFileSync(results, "utf8"))
  const failed = testResults.find(({ status }) => status === "failed")
  return failed && relative(copy, failed.name)
}

/** Returns the project and the file that catch a fault, which is in the copy. */
const catcherOf = name => {
  const [, projects = ""] = /^Projects: (.+)$/m.exec(readFileSync(join(faults, `${name}.patch`), "utf8")) ?? []
  for (const project of projects.split(", ")) {
    const file = failingFile(project)
    if (file) return { project, file }
  }
}

const total = { passed: 0, failed: 0 }
try {
  process.env.CHROME_PATH ??= findChromium({ mayInstall: true })
  cpSync(root, copy, { recursive: true, filter: path => !isLeftOut(path) })
  for (const packages of ["node_modules", "server/node_modules"])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(copy, packages))
  for (const name of names) {
    const startedAt = Date.now()
    const applies = apply(name)
    const catcher = applies ? catcherOf(name) : undefined
    if (applies) apply(name, "--reverse")
    // A test that fails without the fault has not caught it.
    const isCaught = catcher && (catcher.file === build ? runNode(build) : !failingFile(catcher.project, catcher.file))
    const outcome = !applies ? "does not apply" : !catcher ? "survived" : isCaught ? "caught   " : "fails without the fault"
    total[isCaught ? "passed" : "failed"]++
    console.log(
      `${name.padEnd(24)}${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${outcome} ${catcher?.file ?? ""}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
