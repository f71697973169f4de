/**
 * `npm test [-- --postgres]`: builds, then runs all tests, with the checks of types, lint and format beside them. `--postgres` runs the
 * API tests about the engine a second time, on a temporary PostgreSQL server. Prints the seconds of each project, the slowest files, and
 * `N passed, N failed`.
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

const title = text => console.log(`\n── ${text}`)

/** Runs a program as one check, and prints its output when it ends. @returns whether it passed */
const check = (name, args) =>
  new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: root })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", part => output.push(part))
    child.on("close", code => {
      title(name)
      process.stdout.write(Buffer.concat(output))
      total[code === 0 ? "passed" : "failed"]++
      resolve(code === 0)
    })
  })

/** @returns the exit code of a program that prints as it runs */
const run = (args, env) =>
  new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } })
    child.on("exit", code => resolve(code ?? 1))
  })

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

const checkSources = () =>
  Promise.all([
    check("Types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]),
    check("Lint and format", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]),
  ])

const testAll = async () => {
  const sources = checkSources()
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

  if (!process.env.CITUS_CLUSTER) console.log("\nCitus is not tested: CITUS_CLUSTER names no script that starts it.")
  await vitest(projects, env).finally(() => postgres?.stop())
  await sources
}

const testQuickly = async () => {
  const sources = checkSources()
  await vitest(["parts", "unit"])
  await sources
}

await (isQuick ? testQuickly() : testAll()).catch(error => fail("The run was aborted", error))
rmSync(folder, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
