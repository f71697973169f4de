import type { Context, Hono, MiddlewareHandler } from "hono"
import { z } from "zod"
import { bearer } from "../auth/bearer"
import { type FieldMessages, refuseInvalid } from "../errors/problem"
import type { Deps, Env } from "../http/context"
import { type Extras, noContent, ok } from "../http/envelope"
import { readChange, readUpdate, readValid } from "../http/request"
import { noteBody } from "../records/approval"

/** A call of the API as one value: the app registers it, the OpenAPI document and tests read it. */

/** Requires a role and what else it names (auth/policy.ts). */
export type Guard = MiddlewareHandler<Env> & {
  roles: readonly string[]
  verb?: string
  modules?: readonly string[]
  takesTokens?: boolean
}

/** The messages of a body's invalid members, by the contract's rules. */
type Check<B> = (given: B) => FieldMessages

/** A body: what the document shows of it, and how it is read. @throws Refusal 400 naming every invalid field */
export type Body<B> = {
  type: "application/json" | "multipart/form-data"
  schema: z.ZodType
  read(c: Context<Env>, check?: Check<B>): Promise<B>
}

const ofJson = <B>(schema: z.ZodType, read: Body<B>["read"]): Body<B> => ({ type: "application/json", schema, read })

/** A body of JSON, as its schema parses it. */
export const json = <S extends z.ZodType<object>>(schema: S) =>
  ofJson<z.output<S>>(schema, (c, check) => readValid(c, schema, check))

/** The members that a change names: it leaves the others as they are. */
export const change = <S extends z.ZodObject>(schema: S) =>
  ofJson<Partial<z.output<S>>>(schema, async (c, check) => {
    const given = await readChange(c, schema)
    if (check) refuseInvalid(check(given))
    return given
  })

/** As {@link change}, of a body that also names its record. @param member the name of the record's id */
export const update = <S extends z.ZodObject, K extends string & keyof z.infer<S>>(schema: S, member: K) =>
  ofJson<Awaited<ReturnType<typeof readUpdate<S, K>>>>(schema, c => readUpdate(c, schema, member))

/** A body that takes the note of a proposal as well, which `readNote` reads (records/approval.ts). */
export const noted = <B>(body: Body<B>): Body<B> => {
  const schema = body.schema as z.ZodObject
  return { ...body, schema: schema.extend(noteBody.shape).meta({ ...schema.meta() }) }
}

/** The answer that a handler makes itself. @property isEnveloped whether it has the envelope around the value; @property status 200 by default */
export type Sent = { type: string; schema: z.ZodType; isEnveloped?: true; status?: 200 | 201 | 302 }

/** A redirect, which the handler makes: it has no body (docs/contract.md#sign-in-by-a-provider). */
export const redirect: Sent = { type: "text/html", schema: z.string(), status: 302 }

/** Without the envelope (docs/contract.md#operations-calls). */
export const bare = (type: string, schema: z.ZodType, status?: 201): Sent => ({ type, schema, ...(status && { status }) })

export const enveloped = (schema: z.ZodType): Sent => ({ type: "application/json", schema, isEnveloped: true })

/** The value of a call that has nothing to answer: its handler returns none. */
export const literalTrue = z.literal(true)

type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

type Query = Record<string, z.ZodType>

/** What the handler returns: the envelope's value and the headers of a record, or the whole answer. */
type Answered<A> = A extends typeof literalTrue
  ? Promise<void> | Promise<Extras>
  : A extends z.ZodType
    ? Promise<Extras & { value: z.output<A> }>
    : Promise<A extends Sent ? Response : Extras>

type Method = "get" | "post" | "put" | "patch" | "delete"

type Contract<P extends string, Q, B, A> = {
  summary: string
  /** What goes before the guard. */
  middleware?: MiddlewareHandler<Env>
  /** The parameters of the query. They are documented, not checked: an unreadable one has its default (docs/contract.md#lists). */
  query?: Q
  body?: Body<B>
  /** Members of the body that the rules require beside those that its schema requires. */
  required?: readonly string[]
  /** A body that succeeds on the demonstration's data. */
  example?: Record<string, unknown> | readonly string[]
  /** The envelope's value, or what the handler sends; absent: 204 without a body. */
  answer?: A
  /** Statuses beside those that follow from method, path, guard and body. */
  errors?: readonly number[]
  /** Whether limits of calls and of load leave it out. */
  isProbe?: true
  /** @param call.body reads the body: what has to be refused before it is refused before it is read */
  handler(call: {
    c: Context<Env>
    deps: Deps
    params: Params<P>
    query: { [K in keyof Q]?: string }
    body(check?: Check<B>): Promise<B>
  }): Answered<A>
}

/** Who may call: everybody, every signed-in person, or whom each guard lets pass. `inHandler`: the handler requires the session. */
type Access = "everybody" | "session" | "inHandler" | Guard | readonly Guard[]

type Spec<P extends string, Q, B, A> = Contract<P, Q, B, A> & { method: Method; path: P; guard: Access }

type Answer = typeof literalTrue | z.ZodType | Sent | undefined
type None = Record<never, never>

/** A call, whatever its types are. */
export type Route = Spec<string, Query, unknown, Answer>

/** With the group that it has in the document. */
export type TaggedRoute = Route & { tag: string }

const of =
  (method: Method) =>
  <const P extends string, Q extends Query = None, B = undefined, A extends Answer = undefined>(
    path: P,
    guard: Access,
    contract: Contract<P, Q, B, A>,
  ): Spec<P, Q, B, A> => ({ method, path, guard, ...contract })

/** Makes a call, whose handler is typed by path, query, body and answer. `like`: of another one, with something else. */
export const route = {
  get: of("get"),
  post: of("post"),
  put: of("put"),
  patch: of("patch"),
  delete: of("delete"),
  like: <P extends string, Q extends Query, B, A extends Answer>(spec: Spec<P, Q, B, A>): Spec<P, Q, B, A> => spec,
}

const guardsOf = ({ guard }: Route): readonly Guard[] => (typeof guard === "string" ? [] : [guard].flat())

/** Who may make the call: the document shows it, and tests walk it. */
export const accessOf = (route: Route) => {
  const guards = guardsOf(route)
  return {
    isPublic: route.guard === "everybody",
    roles: [...new Set(guards.flatMap(({ roles }) => roles))],
    permissions: guards.flatMap(({ verb, modules = [] }) => modules.map(module => `${module}.${verb}`)),
    takesTokens: guards.some(({ takesTokens }) => takesTokens),
  }
}

const respond = ({ query, body, answer, handler }: Route) => {
  const isValue = answer instanceof z.ZodType
  return async (c: Context<Env>): Promise<Response> => {
    const read = (check?: Check<unknown>) => (body ? body.read(c, check) : Promise.resolve(undefined))
    const call = { c, deps: c.get("deps"), params: c.req.param(), query: query ? c.req.query() : {}, body: read }
    const given = await handler(call)
    if (answer === literalTrue) return ok(c, true, given as Extras | undefined)
    if (isValue) return ok(c, (given as { value: unknown }).value, given as Extras)
    return answer ? (given as Response) : noContent(c, given as Extras)
  }
}

/** One line in app.ts. Of calls with the same method, the first one whose path matches counts. */
export const register = (app: Hono<Env>, routes: readonly Route[]) => {
  for (const route of routes) {
    const { method, path, middleware, guard } = route
    const session = guard === "everybody" || guard === "inHandler" ? [] : [bearer]
    app.on([method], [path], ...(middleware ? [middleware] : []), ...session, ...guardsOf(route), respond(route))
  }
}
