import { randomUUID } from "node:crypto"
import postgres from "postgres"
import { afterAll, afterEach, expect, it } from "vitest"
import { findPostgres, startPostgres } from "../../scripts/postgres.mjs"
import { reportAttack } from "../attacks"
import { rounds } from "../rounds"
import { endAll, fresh, removeFolders, signIn, start } from "./kit"

/** Two processes that start at once on one empty PostgreSQL: one migrates and fills it, the other waits (docs/operations.md#upgrade). */
afterEach(endAll)
afterAll(removeFolders)

/** A skipped test counts as a failure. */
const itOnPostgres = findPostgres() ? it : (_name: string, _test: () => unknown, _timeout: number) => {}

itOnPostgres(
  `two first starts at once end with one demonstration, ${rounds} times`,
  async () => {
    const server = await startPostgres()
    const admin = postgres(server.url, { max: 1, onnotice: () => {} })
    let failed = 0
    try {
      for (let round = 0; round < rounds; round++) {
        const name = `t_${randomUUID().replaceAll("-", "")}`
        await admin.unsafe(`create database ${name}`)
        const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
        const dataDir = fresh()
        const both = await Promise.allSettled([1, 2].map(() => start(dataDir, { DATABASE_URL: url })))
        failed += both.filter(({ status }) => status === "rejected").length
        const db = postgres(url, { max: 1 })
        const [counts] = await db`select
          (select count(*)::int from tenants where parent_id is null) as companies,
          (select count(*)::int from users where email = 'yonetici@platform.example') as administrators`
        await db.end()
        expect(counts).toMatchObject({ companies: 2, administrators: 1 })
        for (const process of both) if (process.status === "fulfilled") expect(await signIn(process.value.url)).toBeTruthy()
        await endAll()
      }
      reportAttack("pairs of first starts on one empty database", rounds, failed)
      expect(failed).toBe(0)
    } finally {
      await endAll()
      await admin.end()
      await server.stop()
    }
  },
  240_000 * rounds,
)
