import { join } from "node:path"
import { migrate, type Opened, openEmbedded, openPostgres } from "../db/open"
import { StartProblem } from "../errors/problem"
import { openStore } from "../media/store"
import { seedDemo } from "../seed"
import { grow, type Size, sizes } from "../seed/large"
import { backup, move, restore } from "./backup"

/** The operator's commands on a database that nobody is using: `npm run db:backup`, `db:restore`, `db:move`. */
const usage = `npm run db:backup -- <file>    writes everything into one file
npm run db:restore -- <file>   reads it into an empty database
npm run db:grow -- <size>      adds rows for measurements to a demonstration: demo, medium or large
npm run db:move                moves the embedded database into DATABASE_URL, which is empty`

const say = (text: string) => process.stdout.write(`${text}\n`)

const tell = (counts: Record<string, number>) => {
  for (const [table, rows] of Object.entries(counts)) say(`${table.padEnd(20)} ${rows}`)
}

const run = async (command: string | undefined, file: string | undefined) => {
  const dataDir = process.env.DATA_DIR?.trim() || ".data"
  const url = process.env.DATABASE_URL?.trim()
  const store = openStore({ dataDir, s3Url: process.env.S3_URL?.trim() || undefined })
  const using = async (open: () => Promise<Opened>, work: (opened: Opened) => Promise<void>) => {
    const opened = await open()
    try {
      await migrate(opened.db)
      await work(opened)
    } finally {
      await opened.close()
    }
  }
  const here = () => (url ? openPostgres(url) : openEmbedded(dataDir))
  if (command === "backup" && file) await using(here, async ({ db }) => tell(await backup(db, store, file)))
  else if (command === "restore" && file) await using(here, async ({ db }) => tell(await restore(db, store, file)))
  else if (command === "grow" && file && Object.hasOwn(sizes, file))
    await using(here, async ({ db }) => {
      await seedDemo(db, { now: Date.now(), store })
      await grow(db, file as Size, say)
    })
  else if (command === "move" && url)
    await using(
      () => openEmbedded(dataDir),
      from =>
        using(
          () => openPostgres(url),
          async to => tell(await move(from.db, to.db, store, join(dataDir, "move.backup.gz"))),
        ),
    )
  else throw new StartProblem(usage)
}

run(process.argv[2], process.argv[3]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartProblem ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
})
