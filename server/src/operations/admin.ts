import { existsSync, statSync } from "node:fs"
import { access } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { maxText, rules } from "../../../src/contract/maintenance"
import { toInstant } from "../../../src/core/dates/dates"
import { validate } from "../../../src/core/rules"
import { type Config, productionSigns, readConfig, withFiles } from "../config"
import { countPending, migrate, ownsTables, pendingMigrations } from "../db/migrate"
import { type Opened, openDatabase, rowsOf } from "../db/open"
import { failureText, StartProblem } from "../errors/problem"
import { keepOwner } from "../folder"
import type { Deps } from "../http/context"
import { createMailer } from "../mail/mailer"
import { openStore } from "../media/store"
import { dropUnreadOutput } from "../output"
import { databaseName } from "../postgres-url"
import { announce, lift } from "../records/maintenance"
import { acceptsWrites } from "../resources/probes"
import { seedDemo } from "../seed"
import { grow, type Size, sizes } from "../seed/large/grow"
import { backup, move, restore } from "./backup"
import { cleanTexts, type UncleanText } from "./clean-texts"
import { companyPart, findCompany } from "./company-rows"
import { checkSpread, distribute } from "./distribute"
import { operator } from "./operator"
import { allowCodes, createAdministrator, endSessionsOf, erasePerson, exportPerson, resetPasskeys, unlock } from "./people"

/** `node dist/server/admin.js COMMAND`: the operator's commands (docs/operations.md#commands), with the settings of the product. */

const print = (text: string) => process.stdout.write(`${text}\n`)

const printCounts = (counts: Record<string, number>) => {
  for (const [table, rows] of Object.entries(counts)) print(`${table.padEnd(20)} ${rows}`)
}

/** A text in the characters of every terminal, others by their numbers. */
const ascii = (text: string) => JSON.stringify(text).replace(/[^ -~]/gu, letter => `\\u{${letter.codePointAt(0)?.toString(16)}}`)

/** The settings of database and pictures, all checked. Work on them needs no secrets. */
const storage = (): Config => {
  const names = ["DATABASE_URL", "DATABASE_DIRECT_URL", "S3_URL"].flatMap(name => [name, `${name}_FILE`])
  const given = Object.fromEntries(["DATA_DIR", ...names].map(name => [name, process.env[name]]))
  const unused = { MODE: "demo", JWT_SECRET: "j".repeat(32), CODE_SECRET: "c".repeat(32) }
  const { databaseUrl, databaseDirectUrl, ...config } = readConfig({ ...given, ...unused })
  return { ...config, databaseUrl: databaseDirectUrl ?? databaseUrl, databaseDirectUrl: undefined }
}

const hasDatabase = ({ databaseUrl, dataDir }: Config) => Boolean(databaseUrl) || existsSync(join(dataDir, "db"))

/**
 * Opens a database of this release, and closes it after the work.
 * @param mayBeEmpty makes a database where there is none
 * @throws StartProblem when it is of another release: a backup comes before the migration
 */
const withDatabase = async <T>(config: Config, work: (opened: Opened) => Promise<T>, { mayBeEmpty = false } = {}): Promise<T> => {
  if (!mayBeEmpty && !hasDatabase(config)) throw new StartProblem(`There is no database in ${resolve(config.dataDir)}.`)
  const opened = await openDatabase(config)
  try {
    const [first] = await pendingMigrations(opened.db)
    if (first && !(mayBeEmpty && first.startsWith("0001_")))
      throw new StartProblem(
        first.startsWith("0001_")
          ? "The database is empty."
          : "The database is of an earlier release. Back it up with that release; then start this one, or let it migrate.",
      )
    await migrate(opened.db)
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** Rows for measurements would be mixed with real ones: outside of a demonstration the database must be named. */
const requireDemonstration = ({ databaseUrl, dataDir }: Config, named: string | undefined) => {
  const mode = process.env.MODE?.trim() || (productionSigns(withFiles(process.env)).length ? "production" : "demo")
  const database = databaseUrl ? databaseName(databaseUrl) : resolve(dataDir)
  if (mode !== "demo" && named !== database)
    throw new StartProblem(`This is not a demonstration. To add made-up rows to it nevertheless: --yes-this-database ${database}`)
}

/** @param text with a zone, or in that of the deployment. @throws StartProblem */
const instantOf = (text: string, timeZone: string): string => {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/.exec(text) ?? []
  const instant = date && time ? toInstant(date, time, timeZone) : text
  if (Number.isNaN(Date.parse(instant))) throw new StartProblem(`${text} is no time such as 2026-12-01T22:00.`)
  return new Date(instant).toISOString()
}

/** Work on people, with what the product knows of them: secrets are needed. */
const onPeople = <T>(work: (deps: Deps) => Promise<T>) =>
  withDatabase(storage(), ({ db }) => work({ db, config: readConfig(process.env), clock: Date.now } as Deps))

/** Tries everything that a start needs, without one. @returns whether all of it works */
const check = async (): Promise<boolean> => {
  const config = readConfig(process.env)
  let isFine = true
  const tell = (name: string, text: string) => print(`${name.padEnd(10)} ${text}`)
  const step = (name: string, work: () => Promise<string>) =>
    work().then(
      text => tell(name, text),
      ({ message, cause }: Error) => {
        isFine = false
        tell(name, cause instanceof Error ? `✗ ${message} (${cause.message})` : `✗ ${message}`)
      },
    )
  tell("settings", `${config.mode}, ${config.host}:${config.port}`)
  await step("database", async () => {
    if (!hasDatabase(config)) return `${config.dataDir}/db is made at the first start`
    const { db, engine, hasDiskSpace, close } = await openDatabase(config)
    try {
      if (!(await hasDiskSpace("record"))) throw new Error("the disk is nearly full")
      const [server] = await rowsOf<{ writes: boolean }>(db, acceptsWrites)
      if (!server?.writes) throw new Error("the server accepts no writes: it is a standby, or was told to be read-only")
      const pending = await countPending(db)
      const [problem] = pending ? [] : await checkSpread(db)
      if (problem) throw new Error(problem)
      if (pending) return `works; ${pending} migrations are applied at the next start`
      return engine === "postgres" && (await ownsTables(db))
        ? "works, up to date; its role owns the tables: see Roles in docs/operations.md"
        : "works, up to date"
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

type Options = {
  "dry-run"?: boolean
  "without-answers"?: boolean
  "yes-this-database"?: string
  english?: string
  from?: string
  until?: string
  "read-only"?: boolean
}
type Command = {
  args?: string[]
  options?: (keyof Options)[]
  about: string
  run: (args: string[], options: Options) => Promise<unknown>
}

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
    run: ([email = ""]) => onPeople(deps => unlock(deps, email)).then(tries => print(`Wrong codes forgotten: ${tries}.`)),
  },
  "allow-codes": {
    args: ["EMAIL"],
    about: "lets the people of a person's company sign in with codes again, when its provider does not work",
    run: ([email = ""]) =>
      onPeople(deps => allowCodes(deps, email)).then(issuers =>
        print(`Codes are accepted beside: ${issuers.join(", ") || "nothing"}.`),
      ),
  },
  "reset-passkeys": {
    args: ["EMAIL"],
    about: "removes a person's passkeys and recovery codes, when they are lost, and signs the person out",
    run: ([email = ""]) => onPeople(deps => resetPasskeys(deps, email)).then(count => print(`Passkeys removed: ${count}.`)),
  },
  "end-sessions": {
    args: ["EMAIL"],
    about: "signs a person out everywhere",
    run: ([email = ""]) => onPeople(deps => endSessionsOf(deps, email)).then(count => print(`Sessions ended: ${count}.`)),
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
  "export-company": {
    args: ["COMPANY", "FILE"],
    options: ["without-answers"],
    about:
      "writes what belongs to a company and its subsidiaries into one file, which restore reads; --without-answers: no answers of surveys",
    run: async ([company = "", file = ""], { "without-answers": isWithout = false }) => {
      const config = storage()
      await access(dirname(file))
      const work = async ({ db }: Opened) => {
        const id = await findCompany(db, company)
        return backup(db, openStore(config), file, tx => companyPart(tx, id, { withAnswers: !isWithout }))
      }
      printCounts(await withDatabase(config, work))
    },
  },
  maintenance: {
    args: ["TEXT|off"],
    options: ["english", "from", "until", "read-only"],
    about: "announces maintenance to everybody, or lifts it; --from and --until: 2026-12-01T22:00; --english TEXT; --read-only",
    run: ([text = ""], { english = "", from = "", until = "", "read-only": isReadOnly = false }) =>
      onPeople(async deps => {
        if (text === "off") return print((await lift(operator(deps), deps.db)) ? "Lifted." : "Nothing was announced.")
        const at = (given: string) => given && instantOf(given, deps.config.timeZone)
        const draft = { text, textEn: english, startDate: at(from), endDate: at(until), isReadOnly }
        const [broken] = Object.keys(validate(rules, draft))
        if (broken)
          throw new StartProblem(
            `The announcement has a wrong ${broken}: a text has 1 to ${maxText} characters, an end follows its start.`,
          )
        await announce(operator(deps), deps.db, draft)
        print("Announced.")
      }),
  },
  backup: {
    args: ["FILE"],
    about: "writes everything into one file",
    run: async ([file = ""]) => {
      const config = storage()
      await access(dirname(file))
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        throw new StartProblem(`${file} is a folder: name a file in it.`)
      await withDatabase(config, async ({ db }) => printCounts(await backup(db, openStore(config), file)))
    },
  },
  restore: {
    args: ["FILE"],
    about: "reads a backup into an empty database",
    run: async ([file = ""]) => {
      const config = storage()
      await access(file)
      const read = async ({ db, hasDiskSpace }: Opened) =>
        printCounts(await restore(db, openStore(config), file, { hasDiskSpace: () => hasDiskSpace("record") }))
      await withDatabase(config, read, { mayBeEmpty: true })
    },
  },
  move: {
    about: "moves the embedded database into DATABASE_URL, which is empty",
    run: async () => {
      const target = storage()
      if (!target.databaseUrl) throw new StartProblem("Set DATABASE_URL to the empty database that the data moves to.")
      const file = join(target.dataDir, "move.backup.gz")
      const copy = async (from: Opened, to: Opened) => printCounts(await move(from.db, to.db, openStore(target), file))
      await withDatabase({ ...target, databaseUrl: undefined }, from =>
        withDatabase(target, to => copy(from, to), { mayBeEmpty: true }),
      )
    },
  },
  migrate: {
    options: ["dry-run"],
    about: "applies the migrations of this release; with --dry-run it lists them",
    run: async (_, { "dry-run": isDry }) => {
      const config = storage()
      if (isDry && !hasDatabase(config)) throw new StartProblem(`There is no database in ${resolve(config.dataDir)}.`)
      const { db, close } = await openDatabase(config)
      const names = await (isDry ? pendingMigrations(db) : migrate(db)).finally(close)
      print(names.length ? names.join("\n") : "The database is up to date.")
    },
  },
  distribute: {
    about: "spreads what grows over the workers of Citus; a further call spreads what is new and guards moved shards",
    run: async () => {
      const tables = await withDatabase(storage(), ({ db }) => distribute(db))
      print(tables.length ? tables.join("\n") : "All of it is spread.")
    },
  },
  "clean-texts": {
    options: ["dry-run"],
    about: "removes from stored texts what nobody sees; with --dry-run it lists them",
    run: async (_, { "dry-run": isDry = false }) => {
      const counts: Record<string, number> = {}
      const count = ({ table, column, id, before, after, isKept }: UncleanText) => {
        const name = `${table}.${column}`
        counts[name] = (counts[name] ?? 0) + (isKept ? 0 : 1)
        if (isDry || isKept)
          print(`${name} ${id}: ${ascii(before)} → ${ascii(after)}${isKept ? ", which another record is called: it stays" : ""}`)
      }
      await withDatabase(storage(), ({ db }) => cleanTexts(db, isDry, count))
      printCounts(counts)
      if (!Object.keys(counts).length) print("All texts are clean.")
    },
  },
  grow: {
    args: [Object.keys(sizes).join("|")],
    options: ["yes-this-database"],
    about: "adds rows for measurements to a demonstration; any other database: --yes-this-database NAME",
    run: async ([size = ""], { "yes-this-database": named }) => {
      if (!Object.hasOwn(sizes, size)) throw new StartProblem(`The sizes are ${Object.keys(sizes).join(", ")}.`)
      const config = storage()
      requireDemonstration(config, named)
      const add = async ({ db }: Opened) => {
        await seedDemo(db, { now: Date.now(), store: openStore(config) })
        await grow(db, sizes[size as Size], print)
      }
      await withDatabase(config, add, { mayBeEmpty: true })
    },
  },
}

const usageOf = ([name, { args = [], about }]: [string, Command]) => `  ${[name, ...args].join(" ").padEnd(26)} ${about}`

const run = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean" },
      "dry-run": { type: "boolean" },
      "without-answers": { type: "boolean" },
      "yes-this-database": { type: "string" },
      english: { type: "string" },
      from: { type: "string" },
      until: { type: "string" },
      "read-only": { type: "boolean" },
    },
  })
  const [name = "", ...args] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command && values.help) return print(usageOf([name, command]))
  const all = `node dist/server/admin.js COMMAND\n${Object.entries(commands).map(usageOf).join("\n")}`
  if (values.help) return print(all)
  if (!command) throw new StartProblem(name ? `${name} is no command.\n${all}` : all)
  const { args: expected = [] } = command
  const foreign = Object.keys(values).find(option => !command.options?.includes(option as keyof Options))
  if (foreign) throw new StartProblem(`${name} has no option --${foreign}.`)
  if (args.length !== expected.length) throw new StartProblem(`Usage: ${[name, ...expected].join(" ")}`)
  await command.run(args, values)
}

dropUnreadOutput()
run()
  .catch((error: Error & { code?: string }) => {
    // The first sentence: the others are about arguments that begin with a dash.
    const text = error.code?.startsWith("ERR_PARSE_ARGS") ? error.message.replace(/\. .*/, ".") : failureText(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  })
  .finally(() => keepOwner(process.env.DATA_DIR?.trim() || ".data"))
