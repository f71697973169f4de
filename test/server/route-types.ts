import { z } from "zod"
import { may } from "../../server/src/auth/policy"
import { bare, enveloped, json, route } from "../../server/src/routes/route"

/** What does not compile: each case but the first ones is a whole call with one thing wrong. */
const path = "/draw/:id/lock"
const guard = may("run", "draws")
const call = {
  summary: "",
  query: { note: z.string() },
  body: json(z.object({ kind: z.number() })),
  answer: z.object({ hash: z.string() }),
} as const

export const good = [
  route.post(path, guard, {
    ...call,
    handler: async ({ params, query, body }) => ({ value: { hash: params.id + query.note + (await body()).kind }, etag: 1 }),
  }),
  route.post(path, guard, { ...call, answer: undefined, handler: async () => ({ undoToken: "" }) }),
  route.post(path, guard, { ...call, answer: bare("text/plain", z.string()), handler: async ({ c }) => c.text("") }),
  route.post(path, guard, { ...call, answer: enveloped(z.string()), handler: async ({ c }) => c.text("") }),
]

// @ts-expect-error an answer that the document does not have
route.post(path, guard, { ...call, handler: async () => ({ value: { hash: 1 } }) })
// @ts-expect-error no answer, although the document has one
route.post(path, guard, { ...call, handler: async () => ({}) })
// @ts-expect-error an answer of the handler's own in place of the documented value
route.post(path, guard, { ...call, handler: async ({ c }) => c.text("") })
// @ts-expect-error a value in place of the answer that the handler makes itself
route.post(path, guard, { ...call, answer: bare("text/plain", z.string()), handler: async () => ({ value: "" }) })
// @ts-expect-error a parameter that is not in the path
route.post(path, guard, { ...call, handler: async ({ params }) => ({ value: { hash: params.round } }) })
// @ts-expect-error a parameter that the query does not have
route.post(path, guard, { ...call, handler: async ({ query }) => ({ value: { hash: `${query.remark}` } }) })
// @ts-expect-error a member that the body does not have
route.post(path, guard, { ...call, handler: async ({ body }) => ({ value: { hash: `${(await body()).round}` } }) })
// @ts-expect-error no guard: a call that everybody may make says so
route.post(path, { ...call, handler: async () => ({ value: { hash: "" } }) })
