import { draw } from "../kinds/draw"
import { noteBody } from "../records/approval"
import { propose, tagged } from "../records/call"
import { lockBody } from "../resources/draws/lock"
import { rehearseBody } from "../resources/draws/rehearse"
import { runBody } from "../resources/draws/run"
import { voidBody } from "../resources/draws/void"
import { winnerBody } from "../resources/draws/winner"
import * as values from "./values"

/** The steps of a draw, and its proof. */
export const drawStepCalls = tagged("Draws", {
  "POST /draw/:id/lock": {
    summary: "Lock a draw: commit to its entries, rules and seed",
    query: { propose },
    body: lockBody.extend(noteBody.shape),
    example: { publicRandomness: { kind: 0 } },
    value: draw.value,
  },
  "POST /draw/:id/rehearse": {
    summary: "A sample result of which nothing is stored",
    body: rehearseBody,
    example: {},
    value: values.rehearsal,
  },
  "POST /draw/:id/run": {
    summary: "Draw the winners; an unlocked draw is locked first",
    query: { propose },
    body: runBody.extend(noteBody.shape),
    example: {},
    value: draw.value,
  },
  "POST /draw/:id/void": {
    summary: "Take out one winner, or void the result and lock a further round",
    query: { propose },
    body: voidBody.extend(noteBody.shape),
    example: { reason: 3, note: "Yanlış ödül sayısı" },
    required: ["reason", "note"],
    value: draw.value,
  },
  "PUT /draw/:id/winner/:n": {
    summary: "Change the state of a winner",
    query: { propose },
    body: winnerBody.extend(noteBody.shape),
    example: { state: 1 },
    value: draw.value,
  },
  "GET /draw/register/:id": { summary: "A company’s register of locked draws", value: values.drawRegister },
  "GET /draw/:id/audit": { summary: "The proof of a locked draw", value: values.drawProof },
})
