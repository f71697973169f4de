/**
 * `npm run test:long`: runs the repeated faults and attacks with their full counts, one file after another, and repeats the counts
 * of the attacks at the end; then the whole suite on other days, and the small faults. `npm test` runs the same tests with a seeded
 * sample. `npm run test:long -- attacks day-leap` takes the files and days that have one of these words in their name.
 */
import { spawn, spawnSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./build/paths.mjs"
import { findChromium } from "./chromium.mjs"
import { freePort } from "./free-port.mjs"
import { pgbouncerProgram, startPgbouncer } from "./pgbouncer.mjs"
import { providePostgres, startPostgres } from "./postgres.mjs"

/** [test file or project, multiple of the rounds in `npm test`] */
const runs = [
  ["test/core/spreadsheet/spreadsheet-fuzz.test.ts", 25],
  ["test/contract/draw-proof/agreement.test.ts", 200],
  ["test/contract/draw-proof/uniformity.test.ts", 10],
  ["test/process/crash.test.ts", 20],
  ["test/server/fuzz.test.ts", 100],
  ["test/server/attacks.test.ts", 25],
  ["test/process/invitations.test.ts", 20],
  ["test/process/two-starts.test.ts", 5],
  ["test/process/uses.test.ts", 100],
  ["test/process/webhooks.test.ts", 100],
  ["test/server/webhooks/deliver.test.ts", 10],
  ["test/server/resources/survey-report.test.ts", 10],
  ["test/process/postgres.test.ts", 20],
  ["test/process/failover.test.ts", 20],
  ["test/process/pgbouncer.test.ts", 10],
  ["test/browser/faults.test.ts", 10],
  ["test/browser/navigations.test.ts", 5],
  ["test/browser/rolling-restart.test.ts", 5],
  ["test/browser/other-browsers.test.ts", 1],
  ["test/server/resources/survey-size.test.ts", 10],
  ["test/server/resources/draw-size.test.ts", 10],
  ["test/modules/surveys/generation/survey.test.ts", 10],
  // Whole tables, of which a short run takes a sample, and what runs in long runs alone.
  ["--project=unit", 1],
  ["--project=flows", 1],
  ["--project=api", 1],
  ["--project=process", 1],
  ["--project=browser", 1],
]

/**
 * Days on which dates go wrong: the whole suite runs on each, with the clocks of tests, products and pages shifted
 * (test/setup/on-another-day.mjs).
 * [name, instant, time zone of the machine]
 */
const days = [
  ["day-first", "2026-12-01T08:00:00Z", "Europe/Istanbul"],
  ["day-27", "2027-01-27T08:00:00Z", "Europe/Istanbul"],
  ["day-last", "2027-04-30T20:00:00Z", "Europe/Istanbul"],
  ["day-year-end", "2026-12-31T09:50:00Z", "Pacific/Kiritimati"],
  ["day-year-begin", "2027-01-01T11:10:00Z", "Pacific/Pago_Pago"],
  ["day-leap", "2028-02-29T12:00:00Z", "UTC"],
  ["day-2030", "2030-06-15T12:00:00Z", "Europe/Istanbul"],
  ["day-summer-begin", "2027-03-28T00:50:00Z", "Europe/Berlin"],
  ["day-summer-end", "2027-10-31T00:50:00Z", "Europe/Berlin"],
]

/** Lines of `reportAttack` in test/attacks.ts. */
const attacks = []

const vitest = (title, args, env) =>
  new Promise(resolve => {
    console.log(`\n── ${title}`)
    let output = ""
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args], {
      cwd: root,
      stdio: ["inherit", "pipe", "inherit"],
      env: { ...process.env, ...env },
    })
    child.stdout.on("data", text => {
      output += text
      process.stdout.write(text)
    })
    child.on("close", code => {
      attacks.push(...(output.match(/^attack: .*$/gm) ?? []))
      resolve(code ?? 1)
    })
  })

/** All API tests on PostgreSQL; `npm test -- --postgres` runs those whose subject is the engine. */
const runOnPostgres = async () => {
  providePostgres()
  const postgres = await startPostgres()
  const env = { TEST_ROUNDS: "1", TEST_DATABASE_URL: postgres.url }
  return vitest("api on PostgreSQL", ["--project", "api on PostgreSQL"], env).finally(() => postgres.stop())
}

/** All API tests on Citus, where a script starts it. */
const runOnCitus = async () => {
  const { CITUS_CLUSTER } = process.env
  if (!CITUS_CLUSTER) {
    console.log("\nCitus is not tested: CITUS_CLUSTER names no script that starts it.")
    return 0
  }
  const folder = join(tmpdir(), `campaigns-citus-${process.pid}`)
  const started = spawnSync("bash", [CITUS_CLUSTER, folder, String(await freePort())], { encoding: "utf8" })
  const env = { TEST_ROUNDS: "1", TEST_DATABASE_URL: started.stdout.trim().split("\n").at(-1) }
  return vitest("api on Citus", ["--project", "api on PostgreSQL"], env).finally(() =>
    spawnSync("bash", [CITUS_CLUSTER, "stop", folder]),
  )
}

/** All API tests behind PgBouncer in transaction mode. */
const runBehindPool = async () => {
  if (!pgbouncerProgram) {
    console.log("\n── api behind a pool: left out, PgBouncer is not installed (Debian: apt-get install pgbouncer)")
    return 0
  }
  const postgres = await startPostgres()
  const pool = await startPgbouncer(postgres.url, ["server_idle_timeout = 5"])
  const env = { TEST_ROUNDS: "1", TEST_DATABASE_URL: postgres.url, TEST_POOL_URL: pool.url }
  return vitest("api behind a pool", ["--project", "api on PostgreSQL"], env).finally(async () => {
    await pool.stop()
    await postgres.stop()
  })
}

const runFile = (file, rounds) =>
  vitest(`${file}, ${rounds} rounds`, [file, "--testTimeout=3600000"], { TEST_ROUNDS: String(rounds) })

const shift = `--import ${pathToFileURL(join(root, "test/setup/on-another-day.mjs"))}`
const runDay = (name, now, zone) =>
  vitest(`${name}, ${now} in ${zone}`, ["--reporter=dot"], {
    NODE_OPTIONS: shift,
    TEST_NOW: now,
    TZ: zone,
    CHROME_PATH: findChromium(),
  })

const { build } = await import("../build.mjs")
await build({ print: () => {} })
let failed = 0
const words = process.argv.slice(2)
const isChosen = ([name]) => !words.length || words.some(word => name.includes(word))
for (const [file, rounds] of runs.filter(isChosen)) if ((await runFile(file, rounds)) !== 0) failed++
if (isChosen(["api on PostgreSQL"]) && (await runOnPostgres()) !== 0) failed++
if (isChosen(["api behind a pool"]) && (await runBehindPool()) !== 0) failed++
if (isChosen(["api on Citus"]) && (await runOnCitus()) !== 0) failed++
for (const day of days.filter(isChosen)) if ((await runDay(...day)) !== 0) failed++
if (
  isChosen(["test:faults"]) &&
  spawnSync(process.execPath, ["scripts/test-faults.mjs"], { cwd: root, stdio: "inherit" }).status !== 0
)
  failed++
if (attacks.length) console.log(`\n${attacks.join("\n")}\n`)
console.log(failed ? `${failed} long runs failed.` : "All long runs passed.")
process.exit(failed ? 1 : 0)
