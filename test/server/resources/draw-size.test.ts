import { monitorEventLoopDelay } from "node:perf_hooks"
import { beforeAll, expect, it } from "vitest"
import { createSteps, verifyAudit } from "../draw-kit"
import { startApi } from "../record-kit"

/** A large draw: TEST_ROUNDS multiplies its entries, and the times of its steps are printed. */
const entries = 1_000 * Number(process.env.TEST_ROUNDS ?? 1)

const { signed } = startApi()
beforeAll(async () => {
  const { api } = signed
  const tenantId = (await call("GET", "/tenant/getcurrenttenantid")).value
  await api.db.execute(`insert into users (tenant_id, email, first_name, last_name, role, score, hired_at)
    select '${tenantId}', 'kalabalik' || n || '@yesilova.example', 'Kişi', n::text, 'User', 1 + n % 1000, date '2025-12-01'
    from generate_series(1, ${entries}) n`)
  await api.db.execute(
    `update users set hired_at = date '2010-01-01' where tenant_id = '${tenantId}' and email not like 'kalabalik%'`,
  )
  await api.db.execute("analyze users")
}, 120_000)

const { call, create, lock, run, rehearse, audit } = createSteps(() => signed)

it.each([
  ["by chance", 0],
  ["by score", 1],
])(
  `locks, draws and proves ${entries} entries %s`,
  async (_, method) => {
    const times: string[] = []
    const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const from = performance.now()
      const result = await work()
      const ms = performance.now() - from
      delay.disable()
      times.push(`${name} ${Math.round(ms)} ms (longest block ${Math.round(delay.max / 1e6)} ms)`)
      return result
    }
    const id = await create({ eligibility: 2, newDays: 365, method })
    expect((await timed("rehearse", () => rehearse(id))).status).toBe(200)
    const { value } = await timed("lock", () => lock(id))
    expect(value.lock.entryCount).toBeGreaterThanOrEqual(entries)
    expect((await timed("run", () => run(id))).value.winners).toHaveLength(6)
    expect((await timed("audit", () => audit(id, { "Accept-Encoding": "identity" }))).status).toBe(200)
    expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
    process.stdout.write(`${entries} entries: ${times.join(", ")}\n`)
  },
  300_000,
)
