/**
 * `npm test [-- --postgres]`: types, lint and format, build, then all tests, the browser's last.
 * `--postgres` runs the API tests once more on a PostgreSQL of its own. Ends with `N passed, N failed`.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./build/paths.mjs"
import { findChromium } from "./chromium.mjs"
import { providePostgres, startPostgres } from "./postgres.mjs"

const folder = mkdtempSync(join(tmpdir(), "campaigns-test-"))
const total = { passed: 0, failed: 0 }

const run = (args, env = {}) =>
  new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } })
    child.on("exit", code => resolve(code ?? 1))
  })

const title = text => console.log(`\n── ${text}`)

/** A step that passes or fails as a whole. */
const check = async (name, args) => {
  title(name)
  const code = await run(args)
  total[code === 0 ? "passed" : "failed"]++
  return code === 0
}

const vitest = async (name, projects, env) => {
  title(name)
  const file = join(folder, `${name.replace(/\W+/g, "-")}.json`)
  const code = await run(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap(project => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    env,
  )
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, "utf8"))
    // Nothing is skipped silently: a test that did not run has not passed.
    const failed = numFailedTests + numPendingTests + numTodoTests
    total.passed += numPassedTests
    total.failed += code !== 0 && failed === 0 ? 1 : failed
  } catch {
    total.failed++
  }
}

const fail = (what, error) => {
  console.error(`${what}: ${error.message}`)
  total.failed++
}

const main = async () => {
  await check("Types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."])
  await check("Lint and format", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."])
  const isBuilt = await check("Build", ["build.mjs"])
  try {
    // The process tests restart one where one is installed.
    if (process.argv.includes("--postgres")) providePostgres()
  } catch (error) {
    fail("Installing PostgreSQL", error)
  }
  await vitest("Unit, flow, API and convention tests", ["unit", "flows", "api", "conventions", "process"])
  if (process.argv.includes("--postgres")) {
    try {
      const { url, stop } = await startPostgres()
      await vitest("API tests on PostgreSQL", ["api"], { TEST_DATABASE_URL: url }).finally(stop)
    } catch (error) {
      fail("API tests on PostgreSQL", error)
    }
  }
  if (!isBuilt) return fail("Browser tests", new Error("there is no build to test"))
  try {
    const CHROME_PATH = findChromium({ mayInstall: true })
    await vitest("Browser tests", ["browser"], { CHROME_PATH })
  } catch (error) {
    fail("Browser tests", error)
  }
}

await main().catch(error => fail("The run was broken off", error))
rmSync(folder, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
