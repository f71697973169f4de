import { describe, expect, it } from "vitest"
import { createRandom, type Random } from "../../server/src/seed/random"
import type { Codes } from "../../src/core/codes"
import type { TestApi } from "../api"
import { isLong } from "../rounds"
import { type Signed, signAll } from "./record-kit"

/** What the database says of a status is what the one pure function says, at every moment and at its very edges. */
type Stored = { id: string; intent: string; startDate: Date | null; endDate: Date | null; deletedAt: Date | null }

export type StatusSpec<N extends string> = {
  path: string
  member: string
  statuses: Codes<N>
  intents: readonly string[]
  /** Whether the module knows records without dates. */
  isOpen: boolean
  insert: (api: TestApi, rows: { intent: string; startDate: Date | null; endDate: Date | null }[]) => Promise<unknown>
  stored: (api: TestApi) => Promise<Stored[]>
  statusAt: (record: { intent: string; startDate: string | null; endDate: string | null }, now: number) => number
}

const hour = 3_600_000
const moments = [-48 * hour, -hour, -1, 0, 1, hour, 48 * hour]

/** A period around the moment; its edges often lie right on it. */
const period = (random: Random, now: number, isOpen: boolean) => {
  const from = random.whole(0, moments.length - 2)
  const at = (place: number) => new Date(now + (moments[place] ?? 0))
  return {
    startDate: isOpen && random.chance(0.2) ? null : at(from),
    endDate: isOpen && random.chance(0.2) ? null : at(random.whole(from + 1, moments.length - 1)),
  }
}

export const describeStatus = <N extends string>(title: string, signed: () => Signed, spec: StatusSpec<N>) =>
  describe(title, () => {
    const { path, member, statuses, intents } = spec
    const read = async (query: string) =>
      (await signed().api.call("GET", `${path}?${query}`, { token: signed().tokens.admin })).value
    const all = async (query: string) => {
      const found: { id: string; status: number }[] = []
      for (let page = 0; ; page++) {
        const value = await read(`page=${page}&pageSize=100&${query}`)
        found.push(...value[member])
        if (value[member].length < 100) return found
      }
    }

    it("agrees with the function over random records, in lists, filters and counts", async () => {
      const { api } = signed()
      const random = createRandom(7)
      const rows = Array.from({ length: isLong ? 400 : 60 }, () => ({
        intent: random.pick(intents),
        ...period(random, api.now(), spec.isOpen),
      }))
      await spec.insert(api, rows)
      for (const later of isLong ? [0, 1, hour, 30 * hour] : [1]) {
        api.advance(later)
        signed().tokens.admin = await api.signIn("yonetici@platform.example")
        const expected = new Map(
          (await spec.stored(api))
            .filter(row => !row.deletedAt)
            .map(row => [
              row.id,
              spec.statusAt(
                {
                  intent: row.intent,
                  startDate: row.startDate?.toISOString() ?? null,
                  endDate: row.endDate?.toISOString() ?? null,
                },
                api.now(),
              ),
            ]),
        )
        expect(new Map((await all("")).map(row => [row.id, row.status]))).toEqual(expected)
        const { statusCounts } = await read("")
        for (const code of statuses.values) {
          const wanted = [...expected].filter(([, status]) => status === code).map(([id]) => id)
          const found = await all(`status=${code}`)
          expect([code, found.map(row => row.id).sort()]).toEqual([code, wanted.sort()])
          expect([code, (await read(`status=${code}`)).totalCount, statusCounts[code] ?? 0]).toEqual([
            code,
            wanted.length,
            wanted.length,
          ])
          expect((await read(`status=${statuses.names[code]}`)).totalCount).toBe(wanted.length)
        }
      }
      Object.assign(signed().tokens, await signAll(api))
    })

    it("sorts by it", async () => {
      const up = (await all("sortBy=status&sortOrder=asc")).map(row => row.status)
      expect(up).toEqual([...up].sort((a, b) => a - b))
    })
  })
