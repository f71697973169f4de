/**
 * `npm test [-- --postgres]`: checks types, lint and format, builds, then runs all tests. `--postgres` runs the API tests a second
 * time on a temporary PostgreSQL server. Prints the seconds of each project, the slowest files, and `N passed, N failed`.
 * `npm run test:quick`: checks types, lint and format, and runs the unit tests.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./build/paths.mjs"
import { findChromium } from "./chromium.mjs"
import { providePostgres, startPostgres } from "./postgres.mjs"

const isQuick = process.argv.includes("--quick")
const withPostgres = process.argv.includes("--postgres")
/** Further arguments are vitest's: `npm test -- --sequence.shuffle --sequence.seed=7`. */
const vitestArguments = process.argv.slice(2).filter(argument => argument !== "--quick" && argument !== "--postgres")
const folder = mkdtempSync(join(tmpdir(), "campaigns-test-"))
const total = { passed: 0, failed: 0 }

const run = (args, env = {}) =>
  new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } })
    child.on("exit", code => resolve(code ?? 1))
  })

const title = text => console.log(`\n── ${text}`)

/** Runs a program as one check. @returns whether it passed */
const check = async (name, args) => {
  title(name)
  const code = await run(args)
  total[code === 0 ? "passed" : "failed"]++
  return code === 0
}

const fail = (what, error) => {
  console.error(`${what}: ${error.message}`)
  total.failed++
}

/** Returns the result of a step. One that throws counts as a failure and returns undefined. */
const attempt = async (what, step) => {
  try {
    return await step()
  } catch (error) {
    fail(what, error)
  }
}

const vitest = async (projects, env) => {
  title("Tests")
  const file = join(folder, "results.json")
  const code = await run(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap(project => ["--project", project]),
      "--reporter=default",
      "--reporter=./scripts/test-reporter.mjs",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...vitestArguments,
    ],
    env,
  )
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, "utf8"))
    // Skipped tests count as failures.
    const failed = numFailedTests + numPendingTests + numTodoTests
    total.passed += numPassedTests
    total.failed += code !== 0 && failed === 0 ? 1 : failed
  } catch {
    total.failed++
  }
}

const checkSources = async () => {
  await check("Types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."])
  await check("Lint and format", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."])
}

const testAll = async () => {
  await checkSources()
  const isBuilt = await check("Build", ["build.mjs"])
  const projects = ["process", "flows", "api", "parts", "unit", "conventions"]
  const env = {}

  const chromium = await attempt("Browser tests", () => {
    if (!isBuilt) throw new Error("there is no build to test")
    return findChromium({ mayInstall: true })
  })
  if (chromium) {
    projects.push("browser")
    env.CHROME_PATH = chromium
  }

  const postgres = withPostgres
    ? await attempt("API tests on PostgreSQL", () => {
        providePostgres()
        return startPostgres()
      })
    : undefined
  if (postgres) {
    projects.push("api on PostgreSQL")
    env.TEST_DATABASE_URL = postgres.url
  }

  await vitest(projects, env).finally(() => postgres?.stop())
}

const testQuickly = async () => {
  await checkSources()
  await vitest(["parts", "unit"])
}

await (isQuick ? testQuickly() : testAll()).catch(error => fail("The run was aborted", error))
rmSync(folder, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
