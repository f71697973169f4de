import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { nginxProgram } from "./scripts/nginx.mjs"

const project = (name: string, include: string[], options: object = {}) => ({
  // React's build for production has no `jsxDEV`.
  oxc: { jsx: { development: false } },
  // Time-outs are for a machine that is busy with more than the tests.
  test: { name, include, testTimeout: 400_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } }, ...options },
})

/** TEST_DATABASE_URL: the API tests run on the embedded database, and once more on the PostgreSQL that this names. */
const { TEST_DATABASE_URL = "" } = process.env

/** Tests on a database. The files of a worker share the modules that are loaded, and the embedded database. */
const onDatabase = (url = "") => ({
  globalSetup: ["test/setup/database.ts"],
  env: { TEST_DATABASE_URL: url },
  isolate: false,
})
/** Tests that start servers: each on a copy of one data folder. */
const onServer = { globalSetup: ["test/setup/data-folder.ts"] }

/** Tests in a page: a worker keeps it, and the modules that are loaded, for the next file. */
const onPage = { environment: "happy-dom", isolate: false, setupFiles: ["test/setup/fresh-page.ts"] }
/** Screens are tested on React's build for production, as it is delivered: half of the development build's work is for its warnings. */
const delivered = { NODE_ENV: "production" }

/** Screens on the API are flows, in whichever folder they are. */
const flows = ["test/{modules,flows}/**/*.test.tsx", "test/app/pages/{go-survey,profile/profile,public-pages}.test.tsx"]
/** Parts of the console without an API. */
const parts = ["test/{app,effects,ui}/**/*.test.{ts,tsx}", "test/state/drafts.test.ts"]
/** Tests of the API outside of its folder. */
const onApi = "test/modules/surveys/generation/survey.test.ts"

/** API tests that run on both engines, whose statements, types or files differ in them. */
const onBothEngines = ["db/*", "operations/backup", "resources/figures"]
/** API tests whose subject is the engine alike: locks, pools, the planner, collation. They run on PostgreSQL where it is there. */
const onEitherEngine = [
  "auth/codes",
  "http/outside",
  "operations/housekeeping",
  "records/{kinds,lists}",
  "resources/{attention,calendar,campaign-uses,gift-uses,quotas,user-bulk}",
]
const filesOf = (paths: readonly string[]) => paths.map(path => `test/server/${path}.test.ts`)
/** Long runs take all of them on both, but `onAnyEngine`. */
const isOnBoth = process.env.TEST_ROUNDS !== undefined
const onEngine = filesOf(isOnBoth ? ["**/*"] : [...onBothEngines, ...onEitherEngine])

/**
 * API tests that run once: those whose subject is before any statement (documents, permissions, headers, logs, pictures), and those that
 * are on the embedded database whatever TEST_DATABASE_URL says.
 */
const onAnyEngine = filesOf([
  "config",
  "db/lock",
  "http/{compress,log,metrics,static}",
  "mail/mailer",
  "media/store",
  "openapi/{bad-fields,document}",
  "permissions",
  "resources/{ai,media}",
  "seed/{engagement,index}",
  "webhooks/address",
])

/** Journeys in a browser whose parts flows test. */
const browserOnlyLong = [
  "bulk-upload",
  "companies",
  "connection",
  "connections",
  "coupon",
  "directory",
  "foreign",
  "gift-codes",
  "month",
  "navigations",
  "other-browsers",
  "palette",
  "profile",
  "provider",
  "reports",
  "rolling-restart",
  "survey-answering",
  "toasts",
  "together",
].map(name => `test/browser/${name}.test.ts`)

/** Citus is tested where CITUS_CLUSTER names a script that starts it (test/process/citus.test.ts). */
const noCitus = process.env.CITUS_CLUSTER ? [] : ["test/process/citus.test.ts"]

/**
 * What needs programs of a deployment (nginx where it is not installed, systemd, Prometheus), measures time or large tables, or starts the product many times is for
 * long runs; what restarts PostgreSQL also for those with `--postgres`.
 */
const onlyLong = process.env.TEST_ROUNDS
  ? noCitus
  : [
      ...noCitus,
      ...browserOnlyLong,
      "test/process/{bucket,bursts,deploy,examples,image,invitations,output,patroni,pgbouncer,release,rotation,two-starts,upgrade,uses,webhooks}.test.ts",
      "test/server/resources/{draw,survey}-size.test.ts",
      "test/server/seed/{engagement,large/grow}.test.ts",
      ...(nginxProgram ? [] : ["test/process/nginx.test.ts"]),
      ...(TEST_DATABASE_URL ? [] : ["test/process/postgres.test.ts"]),
    ]

/** The order of the projects: what runs longest per file begins first, so that no core waits for a last long file. */
const order = ["process", "browser", "flows", "api on PostgreSQL", "api", "parts", "unit", "conventions"]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const rank = ({ project }: TestSpecification) => order.indexOf(project.name)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // `--sequence.shuffle` has an order of its own.
    sequence: process.argv.some(argument => argument.startsWith("--sequence.")) ? {} : { sequencer: LongestFirst },
    // By default one core is left idle: of two, that is half of the time.
    maxWorkers: "100%",
    projects: [
      project("unit", ["test/{api,core,contract,state,modules}/**/*.test.ts", "test/boot.test.ts"], {
        isolate: false,
        exclude: [...parts, onApi],
      }),
      project("parts", parts, { ...onPage, env: delivered, exclude: flows }),
      project("flows", flows, { ...onDatabase(), ...onPage, env: { ...onDatabase().env, ...delivered } }),
      project("api", ["test/server/**/*.test.ts", onApi], {
        ...onDatabase(),
        exclude: [...onlyLong, ...(TEST_DATABASE_URL && !isOnBoth ? filesOf(onEitherEngine) : [])],
      }),
      ...(TEST_DATABASE_URL
        ? [
            project("api on PostgreSQL", onEngine, {
              ...onDatabase(TEST_DATABASE_URL),
              exclude: [...onAnyEngine, ...onlyLong],
            }),
          ]
        : []),
      project("process", ["test/process/**/*.test.ts"], {
        ...onServer,
        testTimeout: 400_000,
        hookTimeout: 240_000,
        exclude: onlyLong,
      }),
      project("conventions", ["test/conventions/**/*.test.ts"], { isolate: false }),
      project("browser", ["test/browser/**/*.test.ts"], {
        ...onServer,
        // A worker keeps its browser, its product and its packages for the next file.
        isolate: false,
        testTimeout: 400_000,
        hookTimeout: 240_000,
        exclude: onlyLong,
      }),
    ],
  },
})
