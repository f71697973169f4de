import { expect, it } from "vitest"
import { type Draw, drawOf, statuses, winnerStates } from "../../../../src/contract/draws/draws"
import { nextStep, type Step } from "../../../../src/modules/draws/steps/steps"

const now = Date.parse("2026-03-10T12:00:00Z")
const lock = { lockHash: "a", lockedAt: "", round: 0, entryCount: 1, publicRandomness: { kind: 0 } }
const of = (status: string, given: object = {}): Draw =>
  drawOf({ id: "1", status: statuses.value(status as "draft"), drawDate: "2026-03-11T00:00:00Z", ...given })
const won = (...states: string[]) => ({
  lock,
  winners: states.map((state, place) => ({ place, state: winnerStates.value(state as "drawn") })),
})

it.each<[string, Draw, Step | undefined]>([
  ["a draft", of("draft"), "publish"],
  ["an open draw", of("open"), "collect"],
  ["a closed draw", of("closed"), "lock"],
  ["a locked draw before its date", of("closed", { lock }), "wait"],
  ["a locked draw from its date on", of("closed", { lock, drawDate: "2026-03-10T12:00:00Z" }), "run"],
  ["a result", of("drawn", won("drawn", "notified")), "notify"],
  ["notified winners", of("drawn", won("notified", "delivered")), "deliver"],
  ["delivered prizes", of("drawn", won("delivered")), undefined],
  ["a result of which all dropped out", of("drawn", won("declined")), undefined],
  ["a result without a lock", of("drawn", { ...won("drawn"), lock: null }), undefined],
  ["a cancelled draw", of("cancelled"), undefined],
  ["an unknown status", { ...of("draft"), status: 9 }, undefined],
])("the next step of %s", (_, draw, expected) => {
  expect(nextStep(draw, now)).toBe(expected)
})
