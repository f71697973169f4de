import { isIP } from "node:net"
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context, MiddlewareHandler } from "hono"
import { matchedRoutes } from "hono/route"
import type { z } from "zod"
import { cleanLine } from "../../../src/core/text/clean-text"
import { readEmail } from "../../../src/core/text/email"
import type { Config } from "../config"
import { type FieldMessages, refuse, refuseInvalid } from "../errors/problem"
import { readStream } from "../errors/read-stream"
import type { Env } from "./context"
import { withoutSentenceEnd } from "./sentence-end"

/** Largest body that is not an upload, bytes (docs/contract.md#limits-of-input). */
const maxBody = 1024 * 1024
/** How long such a body may take to arrive, ms. */
const bodyTimeoutMs = 10_000

/**
 * The IP address of an entry of X-Forwarded-For, which may have a port (`192.0.2.1:443`, `[2001:db8::1]:443`), quotes and a
 * zone; an IPv4 address in IPv6 form becomes one. @returns undefined for what is no address
 */
export const ipOf = (entry: string): string | undefined => {
  const text = entry.trim().replace(/^"(.*)"$/, "$1")
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .toLowerCase()
  return isIP(address) ? address : undefined
}

/**
 * The address of the client.
 * @param trustedProxy number of trusted proxies: the address is then the entry of X-Forwarded-For at that position from
 * the right; 0 for the address of the socket, as for an entry that is no address
 */
export const addressOf = (c: Context<Env>, trustedProxy: number): string => {
  const forwarded = (c.req.header("X-Forwarded-For") ?? "")
    .split(",")
    .filter(part => part.trim())
    .at(-trustedProxy)
  const client = trustedProxy > 0 && forwarded ? ipOf(forwarded) : undefined
  if (client) return client
  try {
    const socket = getConnInfo(c).remote.address ?? "unknown"
    return ipOf(socket) ?? socket
  } catch {
    return "unknown"
  }
}

/**
 * The part of an address that calls are counted by: an IPv4 address itself, and the first 64 bits of an IPv6 address,
 * because one client usually controls a whole /64 network.
 */
export const networkOf = (address: string): string => {
  const [head = [], tail] = address.split("::").map(part => part.split(":").filter(Boolean))
  if (!head.length || address.includes(".") || !address.includes(":")) return address
  const zeros = tail ? Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0") : []
  return `${[...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":")}::/64`
}

/**
 * The networks of 48 and 56 bits that one of 64 bits is a part of: whoever has one of these has many of 64 bits.
 * @param network as `networkOf` returns it; none for another address
 */
export const widerNetworksOf = (network: string): string[] => {
  const [, site = "", subnet = ""] = /^((?:[\da-f]+:){3})([\da-f]+)::\/64$/.exec(network) ?? []
  if (!site) return []
  const byte = Number.parseInt(subnet, 16) & 0xff00
  return [`${site.slice(0, -1)}::/48`, `${site}${byte.toString(16)}::/56`]
}

/**
 * The body of a call, up to a limit, bytes; Content-Length may be missing or wrong (docs/operations.md#load-limits).
 * @throws Refusal 413 above the limit, 408 when it arrives too slowly
 */
export const receiveBody = async (c: Context<Env>, limit: number, timeoutMs: number): Promise<Uint8Array> => {
  if (Number(c.req.header("Content-Length") ?? 0) > limit) refuse({ kind: "tooLarge" })
  const bytes = await c.get("receive")(timeoutMs, signal => readStream(c.req.raw.body, limit, signal))
  return bytes ?? refuse({ kind: "tooLarge" })
}

const refuseLoneSurrogates = (name: string, value: unknown) =>
  /\p{Surrogate}/u.test(name) || (typeof value === "string" && /\p{Surrogate}/u.test(value))
    ? refuse({ kind: "malformed", key: "error.invalidFormat" })
    : value

/** An empty body is an empty object. @throws Refusal 400 for invalid JSON, and for text that PostgreSQL can't store */
const parseJson = (bytes: Uint8Array): unknown => {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    // Neither text nor jsonb can contain NUL, and jsonb can't contain a lone surrogate.
    if (json.includes("\\u0000") || json.includes("\0")) return refuse({ kind: "malformed", key: "error.invalidFormat" })
    return json.trim() ? JSON.parse(json, /\\ud[89a-f]/i.test(json) ? refuseLoneSurrogates : undefined) : {}
  } catch {
    return refuse({ kind: "malformed", key: "error.invalidFormat" })
  }
}

/** A body of another type reaches a server from a page of another site without a preflight. */
const isJson = (type: string | undefined) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type?.trim() ?? "")

/** The messages of members that have another shape, by their paths. */
export const shapeMessages = (error: z.ZodError): FieldMessages =>
  Object.fromEntries(error.issues.map(({ path }) => [path.map(String).join(".") || "body", "rule.shape"]))

const parseBody = async <S extends z.ZodType<object>>(c: Context<Env>, schema: S) => {
  const bytes = await receiveBody(c, maxBody, bodyTimeoutMs)
  if (bytes.length && !isJson(c.req.header("Content-Type"))) refuse({ kind: "wrongType", key: "error.notJson" })
  const raw = parseJson(bytes)
  c.set("body", raw)
  const { data, error } = schema.safeParse(raw)
  if (error) refuseInvalid(shapeMessages(error))
  return { raw, data: data as z.infer<S> }
}

/**
 * The body as the schema parses it, without unknown members.
 * @param check messages by field, from the contract's rules. @throws Refusal 400 naming every invalid field
 */
export const readValid = async <S extends z.ZodType<object>>(
  c: Context<Env>,
  schema: S,
  check: (given: z.infer<S>) => FieldMessages = () => ({}),
): Promise<z.infer<S>> => {
  const { data } = await parseBody(c, schema)
  refuseInvalid(check(data))
  return data
}

/** The members of the schema that the body names: a change leaves the others as they are. @throws Refusal 400 */
export const readChange = async <S extends z.ZodObject>(c: Context<Env>, schema: S): Promise<Partial<z.infer<S>>> => {
  const { raw, data } = await parseBody(c, schema)
  const isNamed = ([name]: [string, unknown]) => (raw as Record<string, unknown>)[name] !== undefined
  return Object.fromEntries(Object.entries(data).filter(isNamed)) as Partial<z.infer<S>>
}

/** As `readChange`, for a body that also names its record. @param member the name of the record's id */
export const readUpdate = async <S extends z.ZodObject, K extends string & keyof z.infer<S>>(
  c: Context<Env>,
  schema: S,
  member: K,
): Promise<{ id: string; change: Omit<Partial<z.infer<S>>, K> }> => {
  const { [member]: id, ...change } = await readChange(c, schema)
  return { id: String(id).toLowerCase(), change }
}

/** The token of the call's Authorization header, whose scheme has any case (RFC 9110); "" without one. */
export const bearerOf = (c: Context): string => /^bearer +(\S+)$/i.exec(c.req.header("Authorization")?.trim() ?? "")?.[1] ?? ""

/** The pattern of the call's route, such as `/backend/campaign/:id`; undefined for an unknown path. */
export const routeOf = (c: Context<Env>): string | undefined =>
  matchedRoutes(c).find(({ method }) => method === c.req.method)?.path

/**
 * The path as it may be logged: the pattern of the route, with the parameters that are ids. An e-mail address, a token and
 * an unknown path, which may hold either, are left out.
 */
export const loggablePath = (c: Context<Env>): string => {
  const params = c.req.param() as Record<string, string>
  return (routeOf(c) ?? "unknown").replace(/:(\w+)/g, (whole, name: string) =>
    isUuid(params[name] ?? "") ? `${params[name]}` : whole,
  )
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
export const isUuid = (given: string) => uuid.test(given)

/** An id of a path, without what a sentence has left after it. @throws Refusal 404 for what can't be an id */
export const requireId = (given: string): string => {
  const id = withoutSentenceEnd(given)
  return isUuid(id) ? id.toLowerCase() : refuse({ kind: "missing" })
}

export type ListParams = { page: number; pageSize: number; keyword: string; sortBy: string; descending: boolean }

const wholeNumber = (given: string | undefined, fallback: number, max: number) =>
  given !== undefined && /^\d{1,9}$/.test(given) ? Math.min(Number(given), max) : fallback

/** List parameters: 0-based pages, at most 100 rows each; an unreadable number gives the default (docs/contract.md#lists). */
export const listParams = (c: Context<Env>, defaultSize = 8): ListParams => ({
  page: wholeNumber(c.req.query("page"), 0, 1_000_000),
  pageSize: Math.max(1, wholeNumber(c.req.query("pageSize"), defaultSize, 100)),
  keyword: readEmail(cleanLine(c.req.query("keyword") ?? "")).slice(0, 200),
  sortBy: c.req.query("sortBy") ?? "",
  descending: c.req.query("sortOrder")?.toLowerCase() === "desc",
})

const originOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).origin : undefined)

/** The name in a Host header, without the port. */
const hostNameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "")

/**
 * Whether a Host header names this server: an IP address, `localhost`, or the names of PUBLIC_URL and HOST. Another name
 * may be that of a foreign page, whose name resolves to this server (DNS rebinding).
 */
export const isOwnHost = ({ publicUrl, host: bound }: Pick<Config, "publicUrl" | "host">, host: string): boolean => {
  const name = hostNameOf(host)
  const names = [...(publicUrl ? [new URL(publicUrl).hostname] : []), bound.toLowerCase()]
  return isIP(name.replace(/^\[(.*)\]$/, "$1")) > 0 || /(^|\.)localhost$/.test(name) || names.includes(name)
}

/**
 * Protects a GET that changes state from being triggered by another site's page. Browsers name the page's site in Origin
 * or Sec-Fetch-Site, over plain HTTP in neither: a call with neither header is accepted (docs/security.md#sign-in-calls).
 */
export const sameSite: MiddlewareHandler<Env> = async (c, next) => {
  const { config } = c.get("deps")
  const { corsOrigins, publicUrl } = config
  const origin = c.req.header("Origin")
  const isAllowed = origin !== undefined && corsOrigins.includes(origin)
  const host = c.req.header("Host") ?? new URL(c.req.url).host
  const isSameHost = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host && isOwnHost(config, host)
  const isOwn = origin === undefined || isSameHost || origin === originOf(publicUrl)
  // Hono routes HEAD to the GET handler: a HEAD request must not change state.
  if (c.req.method === "HEAD") refuse({ kind: "missing" })
  if (!isAllowed && (!isOwn || c.req.header("Sec-Fetch-Site") === "cross-site")) refuse({ kind: "denied" })
  await demoHost(c, next)
}

/**
 * Refuses calls under a foreign name in a demonstration, which is not behind a proxy and whose mails anybody may read who
 * reaches it: a page of another site that points its name here would read them. @throws Refusal 403
 */
export const demoHost: MiddlewareHandler<Env> = async (c, next) => {
  const { config, log } = c.get("deps")
  const host = c.req.header("Host")
  if (config.mode === "demo" && host && !isOwnHost(config, host)) {
    log.warn({ refused: "a demonstration answers under its own name alone: PUBLIC_URL adds one" })
    refuse({ kind: "denied" })
  }
  await next()
}
