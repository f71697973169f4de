import type { Context, Hono, MiddlewareHandler } from "hono"
import { z } from "zod"
import { bearer } from "../auth/bearer"
import type { Env } from "../http/context"
import { type Extras, noContent, okWritten } from "../http/envelope"
import type { Body, Check } from "./body"

/** A call of the API as one value: the app registers it, the OpenAPI document and tests read it. */

/** Requires a role and what else it names (auth/policy.ts). */
export type Guard = MiddlewareHandler<Env> & {
  roles: readonly string[]
  verb?: string
  modules?: readonly string[]
  takesTokens?: boolean
}

/** The answer that a handler makes itself. @property isEnveloped whether it has the envelope around the value */
export type Sent = { type: string; schema: z.ZodType; isEnveloped?: true }

/** Without the envelope (docs/contract.md#operations-calls). */
export const bare = (type: string, schema: z.ZodType): Sent => ({ type, schema })

export const enveloped = (schema: z.ZodType): Sent => ({ type: "application/json", schema, isEnveloped: true })

type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

type Query = Record<string, z.ZodType>

/** What the handler returns: the envelope's value and the headers of a record, or the whole answer. */
type Answered<A> = A extends z.ZodType ? Extras & { value: z.output<A> } : A extends Sent ? Response : Extras

type Method = "get" | "post" | "put" | "delete"

type Contract<P extends string, Q, B, A> = {
  summary: string
  /** What goes before the guard. */
  middleware?: MiddlewareHandler<Env>
  /** Who may call: everybody, every signed-in person, or whom each guard lets pass. `inHandler`: it requires the session itself. */
  guard: "everybody" | "session" | "inHandler" | Guard | readonly Guard[]
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
    params: Params<P>
    query: { [K in keyof Q]?: string }
    body(check?: Check<B>): Promise<B>
  }): Promise<Answered<A>>
}

type Spec<P extends string, Q, B, A> = Contract<P, Q, B, A> & { method: Method; path: P }

type Answer = z.ZodType | Sent | undefined
type None = Record<never, never>

/** A call, whatever its types are. */
export type Route = Spec<string, Query, unknown, Answer>

/** With the group that it has in the document. */
export type TaggedRoute = Route & { tag: string }

const of =
  (method: Method) =>
  <const P extends string, Q extends Query = None, B = undefined, A extends Answer = undefined>(
    path: P,
    contract: Contract<P, Q, B, A>,
  ): Spec<P, Q, B, A> => ({ method, path, ...contract })

/** Makes a call, whose handler is typed by path, query, body and answer. `like`: of another one, with something else. */
export const route = {
  get: of("get"),
  post: of("post"),
  put: of("put"),
  delete: of("delete"),
  like: <P extends string, Q extends Query, B, A extends Answer>(spec: Spec<P, Q, B, A>): Spec<P, Q, B, A> => spec,
}

/** What a call answers that has nothing to tell. */
export const done = { value: true } as const

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

const respond =
  ({ query, body, answer, handler }: Route) =>
  async (c: Context<Env>): Promise<Response> => {
    const read = (check?: Check<unknown>) => (body ? body.read(c, check) : Promise.resolve(undefined))
    const given = await handler({ c, params: c.req.param(), query: query ? c.req.query() : {}, body: read })
    if (!answer) return noContent(c, given as Extras)
    return answer instanceof z.ZodType ? okWritten(c, given as Extras & { value: unknown }) : (given as Response)
  }

/** One line in app.ts. Of calls with the same method, the first one whose path matches counts. */
export const register = (app: Hono<Env>, routes: readonly Route[]) => {
  for (const route of routes) {
    const { method, path, middleware, guard } = route
    const session = guard === "everybody" || guard === "inHandler" ? [] : [bearer]
    app.on([method], [path], ...(middleware ? [middleware] : []), ...session, ...guardsOf(route), respond(route))
  }
}
