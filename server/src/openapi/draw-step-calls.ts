import { lockBody } from "../resources/draws/lock"
import { rehearseBody } from "../resources/draws/rehearse"
import { runBody } from "../resources/draws/run"
import { voidBody } from "../resources/draws/void"
import { winnerBody } from "../resources/draws/winner"
import type { Calls } from "./call"
import * as values from "./values"

const tag = "Draws"

/** The steps of a draw, and its proof. */
export const drawStepCalls: Calls = {
  "POST /draw/:id/lock": {
    tag,
    summary: "Lock a draw: commit to its entries, rules and seed",
    body: lockBody,
    example: { publicRandomness: { kind: 0 } },
    value: values.drawValue,
  },
  "POST /draw/:id/rehearse": {
    tag,
    summary: "A sample result of which nothing is stored",
    body: rehearseBody,
    example: {},
    value: values.rehearsal,
  },
  "POST /draw/:id/run": {
    tag,
    summary: "Draw the winners; an unlocked draw is locked first",
    body: runBody,
    example: {},
    value: values.drawValue,
  },
  "POST /draw/:id/void": {
    tag,
    summary: "Take out one winner, or void the result and lock a further round",
    body: voidBody,
    example: { reason: 3, note: "Yanlış ödül sayısı" },
    required: ["reason", "note"],
    value: values.drawValue,
  },
  "PUT /draw/:id/winner/:n": {
    tag,
    summary: "Change the state of a winner",
    body: winnerBody,
    example: { state: 1 },
    value: values.drawValue,
  },
  "GET /draw/:id/audit": { tag, summary: "The proof of a locked draw", value: values.drawProof },
}
