import { z } from "zod"
import * as draw from "../../../../src/contract/draws/draws"
import { ownedFields } from "../../../../src/contract/record"
import type { Wire } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import { code } from "../../http/body"
import { answerShape, id, instant, named, text, total } from "../../kinds/answer-shape"

/** Schemas of the answers, for the API document. */
const prize = named("Prize", {
  name: text,
  type: code(draw.prizeTypes),
  quantity: total,
  value: z.number().nullable(),
  imageUrl: text.nullable(),
})
export const winnerValue = named("Winner", {
  place: total,
  employeeId: id,
  name: text,
  departmentName: text.nullable(),
  prize: text,
  prizeIndex: total.nullable(),
  reserve: z.boolean(),
  ticket: total.nullable(),
  score: total.nullable(),
  state: code(draw.winnerStates),
  stateAt: instant.nullable(),
  reason: code(draw.voidReasons).nullable(),
  replaces: total.nullable(),
})
const drawLock = named("DrawLock", {
  lockHash: text,
  lockedAt: instant,
  round: total,
  entryCount: total,
  publicRandomness: z.object({ kind: code(draw.randomnessKinds), round: total.optional() }),
})
const drawShape = {
  ...answerShape("draw", { ...ownedFields, ...omitFields(draw.fields, "employeeIds", "tenantId"), ...draw.added }),
  prizes: z.array(prize),
  lock: drawLock.nullable(),
  drawnAt: instant.nullable(),
}
export const drawItem = named("DrawItem", drawShape) satisfies z.ZodType<Wire<draw.DrawItem>>
export const drawValue = named("Draw", {
  ...drawShape,
  employeeIds: z.array(id),
  winners: z.array(winnerValue),
  ineligible: z.array(named("IneligiblePerson", { employeeId: id, name: text, ticket: total.nullable() })),
  register: z.object({ number: total, hash: text }).nullable(),
  canRedraw: z.boolean(),
}) satisfies z.ZodType<Wire<draw.Draw>>
