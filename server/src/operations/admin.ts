import { join } from "node:path"
import { migrate } from "../db/migrate"
import { type Opened, openEmbedded, openPostgres } from "../db/open"
import { StartProblem } from "../errors/problem"
import { openStore } from "../media/store"
import { dropUnreadOutput } from "../output"
import { seedDemo } from "../seed"
import { grow, type Size, sizes } from "../seed/large/grow"
import { backup, move, restore } from "./backup"

/** Commands of the operator on a database that no server is using. */
const usage = `npm run db:backup -- <file>    writes everything into one file
npm run db:restore -- <file>   reads it into an empty database
npm run db:grow -- <size>      adds rows for measurements to a demonstration: demo, medium or large
npm run db:move                moves the embedded database into DATABASE_URL, which is empty`

const print = (text: string) => process.stdout.write(`${text}\n`)

const printCounts = (counts: Record<string, number>) => {
  for (const [table, rows] of Object.entries(counts)) print(`${table.padEnd(20)} ${rows}`)
}

/** Opens and migrates a database, and closes it after the work. */
const withDatabase = async (open: () => Promise<Opened>, work: (opened: Opened) => Promise<void>) => {
  const opened = await open()
  try {
    await migrate(opened.db)
    await work(opened)
  } finally {
    await opened.close()
  }
}

const run = async (command: string | undefined, argument: string | undefined) => {
  const dataDir = process.env.DATA_DIR?.trim() || ".data"
  const url = process.env.DATABASE_URL?.trim()
  const store = openStore({ dataDir, s3Url: process.env.S3_URL?.trim() || undefined })
  const open = () => (url ? openPostgres(url) : openEmbedded(dataDir))
  if (command === "backup" && argument) await withDatabase(open, async ({ db }) => printCounts(await backup(db, store, argument)))
  else if (command === "restore" && argument)
    await withDatabase(open, async ({ db, hasDiskSpace }) =>
      printCounts(await restore(db, store, argument, () => hasDiskSpace("record"))),
    )
  else if (command === "grow" && argument && Object.hasOwn(sizes, argument))
    await withDatabase(open, async ({ db }) => {
      await seedDemo(db, { now: Date.now(), store })
      await grow(db, sizes[argument as Size], print)
    })
  else if (command === "move" && url)
    await withDatabase(
      () => openEmbedded(dataDir),
      from =>
        withDatabase(
          () => openPostgres(url),
          async to => printCounts(await move(from.db, to.db, store, join(dataDir, "move.backup.gz"))),
        ),
    )
  else throw new StartProblem(usage)
}

dropUnreadOutput()
run(process.argv[2], process.argv[3]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartProblem ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
})
