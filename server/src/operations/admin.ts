import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { readConfig } from "../config"
import { migrate, pendingMigrations } from "../db/migrate"
import { type Opened, openDatabase, openEmbedded, openPostgres } from "../db/open"
import { StartProblem } from "../errors/problem"
import type { Deps } from "../http/context"
import { createMailer } from "../mail/mailer"
import { openStore } from "../media/store"
import { dropUnreadOutput } from "../output"
import { seedDemo } from "../seed"
import { grow, type Size, sizes } from "../seed/large/grow"
import { backup, move, restore } from "./backup"
import { createAdministrator, endSessionsOf, erasePerson, exportPerson, unlock } from "./people"

/** `node dist/server/admin.js COMMAND`: the operator's commands (docs/operations.md#commands), with the settings of the product. */

const print = (text: string) => process.stdout.write(`${text}\n`)

const printCounts = (counts: Record<string, number>) => {
  for (const [table, rows] of Object.entries(counts)) print(`${table.padEnd(20)} ${rows}`)
}

const url = process.env.DATABASE_URL?.trim() || undefined
const dataDir = process.env.DATA_DIR?.trim() || ".data"
const open = () => openDatabase({ databaseUrl: url, dataDir })
const store = () => openStore({ dataDir, s3Url: process.env.S3_URL?.trim() || undefined })

/** Opens and migrates a database, and closes it after the work. */
const withDatabase = async <T>(open: () => Promise<Opened>, work: (opened: Opened) => Promise<T>): Promise<T> => {
  const opened = await open()
  try {
    await migrate(opened.db)
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** @throws StartProblem when the database is of an earlier release: a backup comes before the migration */
const backUp = async (file: string) => {
  const { db, close } = await open()
  try {
    if ((await pendingMigrations(db)).length)
      throw new StartProblem("The database is of an earlier release, or empty: back it up with the release that it belongs to.")
    printCounts(await backup(db, store(), file))
  } finally {
    await close()
  }
}

/** Rows for measurements would be mixed with real ones: outside of a demonstration the database must be named. */
const requireDemonstration = (named: string | undefined) => {
  const isDemo = process.env.MODE ? process.env.MODE === "demo" : !url
  const database = url ? decodeURIComponent(new URL(url).pathname.slice(1)) : resolve(dataDir)
  if (!isDemo && named !== database)
    throw new StartProblem(`This is not a demonstration. To add made-up rows to it nevertheless: --yes-this-database ${database}`)
}

/** Work on people, with what the product knows of them: secrets are needed. */
const onPeople = <T>(work: (deps: Deps) => Promise<T>) => {
  const config = readConfig(process.env)
  return withDatabase(
    () => openDatabase(config),
    ({ db }) => work({ db, config, clock: Date.now } as Deps),
  )
}

/** Tries everything that a start needs, without one. @returns whether all of it works */
const check = async (): Promise<boolean> => {
  const config = readConfig(process.env)
  let isFine = true
  const tell = (name: string, text: string) => print(`${name.padEnd(10)} ${text}`)
  const step = (name: string, work: () => Promise<string>) =>
    work().then(
      text => tell(name, text),
      (error: Error) => {
        isFine = false
        tell(name, `✗ ${error.message}`)
      },
    )
  tell("settings", `${config.mode}, ${config.host}:${config.port}`)
  await step("database", async () => {
    if (!config.databaseUrl && !existsSync(join(config.dataDir, "db"))) return `${config.dataDir}/db is made at the first start`
    const { db, hasDiskSpace, close } = await openDatabase(config)
    try {
      const pending = await pendingMigrations(db)
      if (!(await hasDiskSpace("record"))) throw new Error("the disk is nearly full")
      return pending.length ? `works; ${pending.length} migrations are applied at the next start` : "works, up to date"
    } finally {
      await close()
    }
  })
  await step("pictures", async () => {
    const [pictures, name] = [openStore(config), `check-${process.pid}`]
    await pictures.put(name, new Uint8Array([1]), "image/png")
    const found = await pictures.get(name)
    await pictures.remove(name)
    if (!found) throw new Error("What was stored is not found.")
    return config.s3Url ? "the bucket works" : "the folder works"
  })
  await step("mail", async () => {
    if (!config.smtpUrl) return "is kept in the outbox"
    const unused = { onStored: () => {}, onRefused: () => {} }
    await createMailer(config, undefined as never, Date.now, unused).open()
    return "the server answers"
  })
  return isFine
}

type Options = { "dry-run"?: boolean; "yes-this-database"?: string }
type Command = { args?: string[]; about: string; run: (args: string[], options: Options) => Promise<unknown> }

const commands: Record<string, Command> = {
  check: {
    about: "tries settings, database, pictures and mail, without starting; ends with 1 when one fails",
    run: async () => {
      if (!(await check())) process.exitCode = 1
    },
  },
  "create-admin": {
    args: ["EMAIL"],
    about: "adds an administrator of the platform, also when nobody can sign in any more",
    run: ([email = ""]) => onPeople(deps => createAdministrator(deps, email)).then(() => print(`${email} may sign in.`)),
  },
  unlock: {
    args: ["EMAIL"],
    about: "forgets wrong codes, so that the person may try again at once",
    run: ([email = ""]) => onPeople(deps => unlock(deps, email)).then(tries => print(`${tries} wrong codes forgotten.`)),
  },
  "end-sessions": {
    args: ["EMAIL"],
    about: "signs a person out everywhere",
    run: ([email = ""]) => onPeople(deps => endSessionsOf(deps, email)).then(count => print(`${count} sessions ended.`)),
  },
  "export-person": {
    args: ["EMAIL"],
    about: "prints all that is stored of a person, as JSON",
    run: ([email = ""]) => onPeople(deps => exportPerson(deps, email)).then(found => print(JSON.stringify(found, undefined, 2))),
  },
  "erase-person": {
    args: ["EMAIL"],
    about: "removes a person and all personal data, for good",
    run: ([email = ""]) => onPeople(deps => erasePerson(deps, email)).then(() => print(`${email} is erased.`)),
  },
  backup: { args: ["FILE"], about: "writes everything into one file", run: ([file = ""]) => backUp(file) },
  restore: {
    args: ["FILE"],
    about: "reads a backup into an empty database",
    run: ([file = ""]) =>
      withDatabase(open, async ({ db, hasDiskSpace }) =>
        printCounts(await restore(db, store(), file, () => hasDiskSpace("record"))),
      ),
  },
  move: {
    about: "moves the embedded database into DATABASE_URL, which is empty",
    run: async () => {
      if (!url) throw new StartProblem("Set DATABASE_URL to the empty database that the data moves to.")
      await withDatabase(
        () => openEmbedded(dataDir),
        from =>
          withDatabase(
            () => openPostgres(url),
            async to => printCounts(await move(from.db, to.db, store(), join(dataDir, "move.backup.gz"))),
          ),
      )
    },
  },
  migrate: {
    about: "applies the migrations of this release; with --dry-run it lists them",
    run: async (_, { "dry-run": isDry }) => {
      const { db, close } = await open()
      const names = await (isDry ? pendingMigrations(db) : migrate(db)).finally(close)
      print(names.length ? names.join("\n") : "The database is up to date.")
    },
  },
  grow: {
    args: ["demo|medium|large"],
    about: "adds rows for measurements to a demonstration; any other database: --yes-this-database NAME",
    run: async ([size = ""], { "yes-this-database": named }) => {
      if (!Object.hasOwn(sizes, size)) throw new StartProblem(`The sizes are ${Object.keys(sizes).join(", ")}.`)
      requireDemonstration(named)
      await withDatabase(open, async ({ db }) => {
        await seedDemo(db, { now: Date.now(), store: store() })
        await grow(db, sizes[size as Size], print)
      })
    },
  },
}

const usageOf = ([name, { args = [], about }]: [string, Command]) => `  ${[name, ...args].join(" ").padEnd(26)} ${about}`

const run = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" }, "dry-run": { type: "boolean" }, "yes-this-database": { type: "string" } },
  })
  const [name = "", ...args] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command && values.help) return print(usageOf([name, command]))
  const all = `node dist/server/admin.js COMMAND\n${Object.entries(commands).map(usageOf).join("\n")}`
  if (values.help) return print(all)
  if (!command) throw new StartProblem(name ? `${name} is no command.\n${all}` : all)
  const { args: expected = [] } = command
  if (args.length !== expected.length) throw new StartProblem(`Write: ${[name, ...expected].join(" ")}`)
  await command.run(args, values)
}

dropUnreadOutput()
run().catch((error: Error & { code?: string }) => {
  const isPlain = error instanceof StartProblem || error.code?.startsWith("ERR_PARSE_ARGS") || "syscall" in error
  process.stderr.write(`${isPlain ? error.message : error.stack}\n`)
  process.exitCode = 1
})
