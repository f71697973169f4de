/**
 * `npm run test:long`: runs the repeated faults and attacks with their full counts, one file after another, and repeats the counts
 * of the attacks at the end. `npm test` runs the same tests with a seeded sample. `npm run test:long -- attacks invitations` takes
 * the files that have one of these words in their path.
 */
import { spawn } from "node:child_process"
import { root } from "./build/paths.mjs"

/** [test file, multiple of the rounds in `npm test`] */
const runs = [
  ["test/core/spreadsheet/spreadsheet-fuzz.test.ts", 25],
  ["test/contract/draw-proof/agreement.test.ts", 200],
  ["test/contract/draw-proof/uniformity.test.ts", 10],
  ["test/process/crash.test.ts", 20],
  ["test/server/fuzz.test.ts", 100],
  ["test/server/attacks.test.ts", 25],
  ["test/server/db/kept-tables.test.ts", 1],
  ["test/server/openapi/document.test.ts", 1],
  ["test/server/resources/media.test.ts", 1],
  ["test/contract/draw-proof/verify.test.ts", 1],
  ["test/core/spreadsheet/spreadsheet-xlsx.test.ts", 1],
  ["test/process/invitations.test.ts", 20],
  ["test/process/two-starts.test.ts", 5],
  ["test/process/webhooks.test.ts", 100],
  ["test/server/webhooks/deliver.test.ts", 10],
  ["test/server/openapi/bad-fields.test.ts", 1],
  ["test/server/resources/reports.test.ts", 1],
  ["test/modules/reports/links.test.tsx", 1],
  ["test/server/resources/survey-report.test.ts", 10],
  ["test/process/postgres.test.ts", 20],
  ["test/browser/faults.test.ts", 10],
  ["test/browser/navigations.test.ts", 5],
  ["test/browser/rolling-restart.test.ts", 5],
  ["test/server/auth/codes.test.ts", 1],
  ["test/server/auth/session-cache.test.ts", 1],
  ["test/server/db/lock.test.ts", 1],
  ["test/flows/foreign.test.tsx", 1],
  ["test/flows/ownership.test.tsx", 1],
  ["test/server/resources/gift-uses.test.ts", 1],
  ["test/server/resources/draw-steps.test.ts", 1],
  ["test/server/resources/survey-answers.test.ts", 1],
  ["test/server/resources/survey-size.test.ts", 10],
  ["test/server/resources/announcements.test.ts", 1],
  ["test/server/resources/draws.test.ts", 1],
  ["test/server/resources/surveys.test.ts", 1],
  ["test/modules/surveys/generation/survey.test.ts", 10],
  ["test/process/disk-space.test.ts", 1],
  ["test/process/deploy.test.ts", 1],
  ["test/process/nginx.test.ts", 1],
  ["test/process/pgbouncer.test.ts", 1],
  ["test/process/upgrade.test.ts", 1],
  ["test/server/isolation.test.ts", 1],
  ["test/server/permissions.test.ts", 1],
  // Whole tables, of which a short run takes a sample.
  ["test/process/server.test.ts", 1],
  ["test/process/admin.test.ts", 1],
  ["test/process/output.test.ts", 1],
  ["test/browser", 1],
]

/** Lines of `reportAttack` in test/attacks.ts. */
const attacks = []

const run = (file, rounds) =>
  new Promise(resolve => {
    console.log(`\n── ${file}, ${rounds} rounds`)
    let output = ""
    const args = ["node_modules/vitest/vitest.mjs", "run", file, "--testTimeout=3600000"]
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["inherit", "pipe", "inherit"],
      env: { ...process.env, TEST_ROUNDS: String(rounds) },
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

const { build } = await import("../build.mjs")
await build({ print: () => {} })
let failed = 0
const words = process.argv.slice(2)
const chosen = words.length ? runs.filter(([file]) => words.some(word => file.includes(word))) : runs
for (const [file, rounds] of chosen) if ((await run(file, rounds)) !== 0) failed++
if (attacks.length) console.log(`\n${attacks.join("\n")}\n`)
console.log(failed ? `${failed} long runs failed.` : "All long runs passed.")
process.exit(failed ? 1 : 0)
