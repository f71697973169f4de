import { z } from "zod"
import { stages } from "../../../src/contract/draws/entries"
import { noteBody } from "../records/approval"
import { exampleId, listQuery, literalTrue, page, propose, tagged } from "../records/call"
import { entriesBody } from "../resources/draws/entries"
import { funnelBody, stagePersonSorts } from "../resources/draws/funnel"
import { participantSorts } from "../resources/draws/participants"
import * as values from "./values"

const stagePeople = { stage: z.enum(stages), out: z.enum(["true", "false"]), ...listQuery(stagePersonSorts) }

/** Who takes part in a draw. */
export const drawEntryCalls = tagged("Draws", {
  "GET /draw/:id/funnel": {
    summary: "How many people pass each stage of a draw’s eligibility, and who they are",
    query: stagePeople,
    value: values.drawFunnel,
  },
  "POST /draw/funnel": {
    summary: "The same figures for a draft that is not saved",
    query: stagePeople,
    body: funnelBody,
    example: { tenantId: exampleId, method: 0, eligibility: 3, seniorYears: 5, prizes: [{ quantity: 2 }] },
    value: values.drawFunnel,
  },
  "GET /draw/:id/participants": {
    summary: "List of a draw’s participants, with their receipts after the lock",
    query: listQuery(participantSorts),
    value: page("entries", values.drawParticipant),
  },
  "POST /draw/:id/entries": {
    summary: "Record one entry, or up to 1,000, each with an outcome of its own",
    query: { propose },
    body: entriesBody.extend(noteBody.shape),
    example: { entries: [{ email: "kullanici@yesilova.example" }] },
    value: z.array(values.drawEntryOutcome),
  },
  "DELETE /draw/:id/entries/:employeeId": { summary: "Take a recorded entry back", query: { propose }, value: literalTrue },
})
