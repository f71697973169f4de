import type { paths } from "./schema"

/** A client of the API as somebody writes it who has the OpenAPI document alone; `schema.ts` is generated. */

type Method = "get" | "post" | "put" | "delete"
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never }[keyof paths]

type Json<T> = T extends { content: { "application/json": infer J } } ? J : never
type Value<O> = O extends { responses: { 200: infer R } }
  ? Exclude<Json<R> extends { value?: infer V } ? V : never, undefined>
  : null
type Parameters<O> = O extends { parameters: { query?: infer Q; path?: infer P } }
  ? { query?: Q; path: [P] extends [undefined] ? undefined : P }
  : never
type Body<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : never
type Given<O> = Partial<Parameters<O>> & { body?: Body<O> }

type Fetch = (path: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<Response>

export type Client = <M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  given?: Given<paths[P][M]>,
) => Promise<Value<paths[P][M]>>

export const createClient =
  (fetch: Fetch, token: string): Client =>
  async (method, path, given = {}) => {
    const { query, path: inPath = {}, body } = given as { query?: Record<string, string>; path?: object; body?: object }
    const filled = Object.entries(inPath).reduce((at, [name, value]) => at.replace(`{${name}}`, String(value)), String(path))
    const answer = await fetch(query ? `${filled}?${new URLSearchParams(query)}` : filled, {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${filled}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? null : (await answer.json()).value
  }
