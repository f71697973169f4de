import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context, MiddlewareHandler } from "hono"
import type { z } from "zod"
import type { Message } from "../../../src/core/rules"
import { refuse } from "../errors/problem"
import type { Env } from "./context"

/** Largest body that is not an upload, bytes (decisions §10). */
const maxBody = 1024 * 1024

/** Longer than any address with its port and zone, characters. */
const longestAddress = 64

/**
 * The client's address: the socket's, unless proxies are trusted; then the one that many hops from the right.
 */
export const addressOf = (c: Context<Env>, trustedProxy: number): string => {
  const forwarded = (c.req.header("X-Forwarded-For") ?? "")
    .split(",")
    .map(part => part.trim())
    .filter(Boolean)
    .at(-trustedProxy)
  if (trustedProxy > 0 && forwarded) return forwarded.slice(0, longestAddress)
  try {
    return getConnInfo(c).remote.address ?? "unknown"
  } catch {
    return "unknown"
  }
}

/**
 * What is counted as one address: of IPv6 the first half, because whoever has one of its addresses has 2^64 of them.
 * @param address as sockets write it
 */
export const networkOf = (address: string): string => {
  const [head = [], tail] = address.split("::").map(part => part.split(":").filter(Boolean))
  if (!head.length || address.includes(".") || !address.includes(":")) return address
  const zeros = tail ? Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0") : []
  return `${[...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":")}::/64`
}

/** Reads a body whose length nobody promised, and stops at the limit. */
export const readBody = async (request: Request | Response, limit: number): Promise<Uint8Array> => {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) refuse({ kind: "tooLarge" })
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel()
      refuse({ kind: "tooLarge" })
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

const wholeWords = (name: string, value: unknown) =>
  /\p{Surrogate}/u.test(name) || (typeof value === "string" && /\p{Surrogate}/u.test(value))
    ? refuse({ kind: "malformed", key: "error.invalidFormat" })
    : value

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    // PostgreSQL's text can't hold NUL, in whatever spelling it comes.
    if (text.includes("\\u0000") || text.includes("\0")) return refuse({ kind: "malformed", key: "error.invalidFormat" })
    // Nor can its JSON hold half of a character.
    return text.trim() ? JSON.parse(text, /\\ud[89a-f]/i.test(text) ? wholeWords : undefined) : {}
  } catch {
    return refuse({ kind: "malformed", key: "error.invalidFormat" })
  }
}

const readBodyAs = async <S extends z.ZodType<object>>(c: Context<Env>, schema: S) => {
  const raw = parseJson(await readBody(c.req.raw, maxBody))
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { raw, data: parsed.data }
  const shape: Message = "rule.shape"
  const fields = parsed.error.issues.map(issue => ({ field: issue.path.map(String).join(".") || "body", message: shape }))
  return refuse({ kind: "invalid", fields })
}

/**
 * The body as the schema says it may enter (unknown members are dropped), then held to the console's own rules.
 * @throws Refusal naming every field that is wrong
 */
export const readValid = async <S extends z.ZodType<object>>(
  c: Context<Env>,
  schema: S,
  broken: (given: z.infer<S>) => Record<string, Message | undefined> = () => ({}),
): Promise<z.infer<S>> => {
  const { data } = await readBodyAs(c, schema)
  const fields = Object.entries(broken(data)).flatMap(([field, message]) => (message ? [{ field, message }] : []))
  return fields.length ? refuse({ kind: "invalid", fields }) : data
}

/** What a change names of the schema's members: what it leaves out stays as it is. */
export const readChange = async <S extends z.ZodObject>(c: Context<Env>, schema: S): Promise<Partial<z.infer<S>>> => {
  const { raw, data } = await readBodyAs(c, schema)
  const isNamed = ([name]: [string, unknown]) => (raw as Record<string, unknown>)[name] !== undefined
  return Object.fromEntries(Object.entries(data).filter(isNamed)) as Partial<z.infer<S>>
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
export const isUuid = (text: string) => uuid.test(text)

/** An id in a path that can't be one is missing like any other. */
export const idParam = (c: Context<Env>, name = "id"): string => {
  const id = c.req.param(name) ?? ""
  return isUuid(id) ? id.toLowerCase() : refuse({ kind: "missing" })
}

export type ListParams = { page: number; pageSize: number; keyword: string; sortBy: string; descending: boolean }

const whole = (text: string | undefined, fallback: number, most: number) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : fallback

/** S7's list parameters: 0-based pages of 8, at most 100 (S9, decisions §10); what can't be read falls back. */
export const listParams = (c: Context<Env>, defaultSize = 8): ListParams => ({
  page: whole(c.req.query("page"), 0, 1_000_000),
  pageSize: Math.max(1, whole(c.req.query("pageSize"), defaultSize, 100)),
  keyword: (c.req.query("keyword") ?? "").replaceAll("\0", "").trim().slice(0, 200),
  sortBy: c.req.query("sortBy") ?? "",
  descending: c.req.query("sortOrder")?.toLowerCase() === "desc",
})

const originOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).origin : undefined)

/**
 * Guards a GET that changes state: another site's page must not trigger it (decisions §12). A browser names the page's
 * site by one header or the other, over plain HTTP by neither; what is not said is let through.
 */
export const sameSite: MiddlewareHandler<Env> = async (c, next) => {
  const { corsOrigins, publicUrl } = c.get("deps").config
  const origin = c.req.header("Origin")
  const isNamed = origin !== undefined && corsOrigins.includes(origin)
  const host = c.req.header("Host") ?? new URL(c.req.url).host
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host) || origin === originOf(publicUrl)
  // What only asks for an answer's head asks for nothing to happen.
  if (c.req.method === "HEAD") refuse({ kind: "missing" })
  if (!isNamed && (!isOwn || c.req.header("Sec-Fetch-Site") === "cross-site")) refuse({ kind: "denied" })
  await next()
}
