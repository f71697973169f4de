import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startPostgres } from "../../scripts/postgres.mjs"

/**
 * The release before this one on the schema of this one, as during an upgrade of process after process
 * (docs/operations.md#upgrade): its API tests pass with the migrations of this release.
 */

const git = (...args: string[]) =>
  execFileSync("git", args, { stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .trim()

const hasHistory = () => {
  try {
    return git("rev-parse", "--is-shallow-repository") === "false"
  } catch {
    return false
  }
}

/** What the release before does otherwise meanwhile (docs/operations.md#process-by-process), or tests by a list of its own tables, by the migration that takes it. */
const taken: Record<string, RegExp> = {
  "0062_fold_signs.sql": /finds none by their words either$/,
  "0063_jobs.sql": /everything else that has a time is known to wait for none$/,
}

const newest =
  readdirSync("server/migrations")
    .filter(name => /^\d/.test(name))
    .sort()
    .at(-1) ?? ""

/** The commit before the newest migration: the last one whose server does not have it. */
const previousRelease = () => {
  const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", `server/migrations/${newest}`)
  return git("rev-parse", added ? `${added}^` : "HEAD")
}

const folder = mkdtempSync(join(tmpdir(), "campaigns-upgrade-"))
let postgres: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The packages of this release, where the other one has the same; else its own. */
const providePackages = () => {
  const isSame = readFileSync("package-lock.json", "utf8") === readFileSync(join(folder, "package-lock.json"), "utf8")
  if (!isSame) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder })
  else
    for (const part of ["node_modules", "server/node_modules"])
      if (existsSync(part)) symlinkSync(join(process.cwd(), part), join(folder, part))
}

/** Runs its API tests, or some files of them. @returns how many passed, and files and names of those that failed */
const runTests = (files: string[] = []) => {
  const report = join(folder, "report.json")
  const run = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "api on PostgreSQL",
    "--reporter=json",
    `--outputFile=${report}`,
  ]
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TEST_DATABASE_URL: postgres.url, TEST_ROUNDS: "1" }
  spawnSync(process.execPath, [...run, ...files], { cwd: folder, env, stdio: "ignore" })
  const { testResults, numPassedTests }: Report = JSON.parse(readFileSync(report, "utf8"))
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter(test => test.status === "failed").map(({ fullName }) => fullName)
    return (status === "failed" && !tests.length ? ["could not be loaded"] : tests)
      .filter(test => !taken[newest]?.test(test))
      .map(test => [name, test] as const)
  })
  return { passed: numPassedTests, failed }
}
type Result = { status: string; fullName: string }
type Report = { numPassedTests: number; testResults: { name: string; status: string; assertionResults: Result[] }[] }

it("the release before this one passes its API tests on the schema of this one", () => {
  const missing = "The release before this one is missing: try it in a clone with the whole history (`git fetch --unshallow`)."
  expect(hasHistory(), missing).toBe(true)
  const archive = execFileSync("git", ["archive", previousRelease()], { maxBuffer: 2 ** 30 })
  execFileSync("tar", ["-x", "-C", folder], { input: archive })
  providePackages()
  const migrations = join(folder, "server/migrations")
  renameSync(migrations, `${migrations}-own`)
  cpSync("server/migrations", migrations, { recursive: true })
  const { passed, failed } = runTests()
  expect(passed).toBeGreaterThan(1_000)
  if (!failed.length) return
  // What it fails on its own schema too is no matter of the upgrade.
  rmSync(migrations, { recursive: true })
  renameSync(`${migrations}-own`, migrations)
  expect(failed).toEqual(runTests([...new Set(failed.map(([file]) => file))]).failed)
})
