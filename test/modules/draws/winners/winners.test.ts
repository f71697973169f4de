import { describe, expect, it } from "vitest"
import { type Winner, type WinnerState, winnerStates } from "../../../../src/contract/draws/draws"
import { hasPrize, nextReserve, nextStates, prizeHolders } from "../../../../src/modules/draws/winners/winners"

const winner = (place: number, given: Partial<Omit<Winner, "state">> & { state?: WinnerState } = {}): Winner => ({
  employeeId: `e${place}`,
  name: `Kişi ${place}`,
  departmentName: null,
  prize: "Bisiklet",
  prizeIndex: 0,
  reserve: false,
  ticket: place + 1,
  score: null,
  stateAt: null,
  reason: null,
  replaces: null,
  mail: null,
  ...given,
  place,
  state: winnerStates.value(given.state ?? "drawn"),
})

/** Two bicycles and one helmet, each with as many reserves. */
const drawn = [
  winner(0),
  winner(1),
  winner(2, { prize: "Kask", prizeIndex: 1 }),
  winner(3, { reserve: true }),
  winner(4, { reserve: true }),
  winner(5, { reserve: true, prize: "Kask", prizeIndex: 1 }),
]
const placesOf = (winners: readonly Winner[]) => winners.map(({ place }) => place)

describe("the winners of a draw", () => {
  it("are those with a prize, in the order of the prizes", () => {
    expect(placesOf(prizeHolders(drawn))).toEqual([0, 1, 2])
  })

  it("keep the position of the prize when a reserve moves up, also twice", () => {
    const once = drawn.with(0, winner(0, { state: "declined" })).with(3, winner(3, { reserve: true, replaces: 0 }))
    expect(placesOf(prizeHolders(once))).toEqual([3, 1, 2])
    const twice = once
      .with(3, winner(3, { reserve: true, replaces: 0, state: "expired" }))
      .with(4, winner(4, { reserve: true, replaces: 3 }))
    expect(placesOf(prizeHolders(twice))).toEqual([4, 1, 2])
  })

  it.each<[string, Partial<Winner>, boolean]>([
    ["a winner", {}, true],
    ["a reserve", { reserve: true }, false],
    ["a reserve who moved up", { reserve: true, replaces: 0 }, true],
    ["one who declined", { state: winnerStates.value("declined") }, false],
    ["one with an unknown state", { state: "later" }, true],
  ])("%s has a prize or not", (_, given, expected) => {
    expect(hasPrize({ ...winner(0), ...given })).toBe(expected)
  })
})

describe("the reserve who moves up", () => {
  it("is the first of the same prize who has neither moved up nor dropped out", () => {
    expect(nextReserve(drawn, winner(0))?.place).toBe(3)
    expect(nextReserve(drawn, winner(2, { prize: "Kask", prizeIndex: 1 }))?.place).toBe(5)
    expect(nextReserve(drawn.with(3, winner(3, { reserve: true, replaces: 1 })), winner(0))?.place).toBe(4)
    expect(nextReserve(drawn.with(3, winner(3, { reserve: true, state: "declined" })), winner(0))?.place).toBe(4)
  })

  it("is found by the name of the prize where a server sends no position", () => {
    const plain = drawn.map(other => ({ ...other, prizeIndex: null }))
    expect(nextReserve(plain, winner(2, { prize: "Kask", prizeIndex: null }))?.place).toBe(5)
  })

  it("is nobody once none is left", () => {
    expect(nextReserve(drawn.slice(0, 3), winner(0))).toBeUndefined()
  })
})

it.each<[WinnerState, boolean, WinnerState[]]>([
  ["drawn", false, ["notified", "delivered", "declined", "expired"]],
  ["notified", false, ["delivered", "declined", "expired"]],
  ["delivered", false, []],
  ["declined", false, []],
  ["void", false, []],
  ["drawn", true, ["declined"]],
])("after %s (reserve: %s) come %j", (state, reserve, expected) => {
  expect(nextStates(winner(0, { state, reserve }))).toEqual(expected)
})
