import { z } from "zod"
import { type WinnerState, winnerStates } from "../../../../src/contract/draws/draws"
import { may } from "../../auth/policy"
import { refuse, refuseField } from "../../errors/problem"
import { code, trimmed } from "../../http/body"
import { json, noted, route } from "../../routes/route"
import { dropOut, loggedWinner, readWinner, updateWinner } from "./drop-out"
import { stepParts, takeStep, type Work } from "./step"

/** Custody: the state of a winner's prize (docs/contract.md#winners). */

const winnerBody = z.object({ state: code(winnerStates), note: trimmed(10_000) })

/** The states that may follow a state. */
const next: Partial<Record<WinnerState, readonly WinnerState[]>> = {
  drawn: ["notified", "delivered", "declined", "expired"],
  notified: ["delivered", "declined", "expired"],
}

/** A place in a path. @throws Refusal 404 when it is no whole number */
const placeOf = (given: string): number => (/^\d{1,9}$/.test(given) ? Number(given) : refuse({ kind: "missing" }))

export const noteErrors = ({ note }: { note: string }) => ({
  note: note.length > 10_000 ? ({ key: "rule.maxLength", params: { limit: 10_000 } } as const) : undefined,
})

/** A winner in one of these states drops out: the next one moves up, as after a void. */
const dropping: readonly (WinnerState | undefined)[] = ["declined", "expired"]

type Given = z.infer<typeof winnerBody> & { place: number }

/** Changes the state of a winner; a winner who declines, or does not answer in time, is replaced. */
export const winnerWork =
  (given: Given): Work =>
  async (tx, draw, now) => {
    const state = winnerStates.name(given.state)
    if (state === undefined || state === "drawn" || state === "void") return refuseField("state", "draw.stateUnfit")
    const winner = await readWinner(tx, draw, given.place)
    const mayFollow = next[winner.state]?.includes(state) && !(winner.reserve && state === "delivered")
    if (!mayFollow) refuse({ kind: "conflict", key: "draw.stateFixed" })
    const moved =
      state === "declined" || state === "expired"
        ? await dropOut(tx, winner, { state, reason: state, note: given.note, now })
        : await updateWinner(tx, winner, { state, stateAt: new Date(now), note: given.note }).then(() => undefined)
    const after = { ...loggedWinner({ ...winner, state }), ...(moved && { movedUp: moved.position }) }
    return { log: [{ action: "winner", before: loggedWinner(winner), after }] }
  }

export const changeWinner = route.put("/draw/:id/winner/:n", may("run", "draws"), {
  ...stepParts,
  summary: "Change the state of a winner",
  body: noted(json(winnerBody)),
  example: { state: 1 },
  handler: async ({ c, params, body }) => {
    const given = { place: placeOf(params.n), ...(await body(noteErrors)) }
    const isFree = !dropping.includes(winnerStates.name(given.state))
    return takeStep(c, { drawId: params.id, name: "winner", given, work: winnerWork(given), isFree })
  },
})
