import { isRecord } from "../core/is-record"
import { isHttpUrl } from "../core/text/http-url"

/** The deployment's configuration, read from the page at start (docs/contract.md#configuration-block). */
export type Config = {
  /** A path on this origin or an absolute URL, without a trailing slash (docs/contract.md#base-address). */
  apiBaseUrl: string
  /** Whether extension headers are sent (docs/contract.md#extension-headers). */
  extensions: boolean
  ai?: { url: string; model: string; key?: string }
  feedback: "memory" | "api"
  defaultLanguage: "tr" | "en"
  /** IANA name of the zone in which instants are shown. */
  timeZone: string
  controller: { title?: string; address?: string; contact?: string }
  environment: "production" | "development"
}

export class ConfigError extends Error {
  /** One sentence per invalid member, in English, for the operator. */
  declare readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join("\n"))
    this.problems = problems
  }
}

type Raw = Record<string, unknown>

const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/**
 * Parses and checks the page's configuration block.
 * @param text the JSON text; @param origin the page's own origin
 * @throws ConfigError with all invalid members
 */
export const readConfig = (text: string, origin: string): Config => {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    throw new ConfigError(["The configuration block is not JSON."])
  }
  if (!isRecord(raw) || raw.placeholder === true) throw new ConfigError(["The configuration block was never filled in."])

  const problems: string[] = []
  const textOf = (name: string, from: Raw, fallback?: string) => {
    const value = from[name] ?? fallback
    if (value === undefined || typeof value === "string") return value
    problems.push(`${name} must be a text.`)
  }
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = raw[name] ?? fallback
    if (values.includes(value as T)) return value as T
    problems.push(`${name} must be one of ${values.join(", ")}.`)
    return fallback
  }

  const apiBaseUrl = (textOf("apiBaseUrl", raw) ?? "").replace(/\/+$/, "")
  const isPath = /^\/(?!\/)/.test(apiBaseUrl)
  if (!isPath && !isHttpUrl(apiBaseUrl)) problems.push("apiBaseUrl must be a path that begins with / or an http(s) URL.")
  const sameOrigin = isPath || (isHttpUrl(apiBaseUrl) && new URL(apiBaseUrl).origin === origin)

  const environment = oneOf("environment", ["production", "development"], "production")
  const defaultZone = "Europe/Istanbul"
  const timeZone = textOf("timeZone", raw, defaultZone) ?? ""
  // Checking a zone takes several milliseconds at start, so the default one is not checked.
  if (timeZone !== defaultZone && !isZone(timeZone)) problems.push("timeZone must be an IANA time zone, such as Europe/Istanbul.")

  const extensions = raw.extensions ?? sameOrigin
  if (typeof extensions !== "boolean") problems.push("extensions must be true or false.")

  let ai: Config["ai"]
  if (raw.ai !== undefined && raw.ai !== null) {
    const members = isRecord(raw.ai) ? raw.ai : {}
    const url = textOf("url", members) ?? ""
    const model = textOf("model", members) ?? ""
    const key = textOf("key", members)
    if (!model || !(isHttpUrl(url) || /^\/(?!\/)/.test(url))) problems.push("ai needs a url and a model.")
    if (key !== undefined && environment !== "development")
      problems.push("ai.key is accepted in development only: it would be public.")
    ai = key === undefined ? { url, model } : { url, model, key }
  }

  const controller = isRecord(raw.controller) ? raw.controller : {}
  const config: Config = {
    apiBaseUrl,
    extensions: extensions === true,
    feedback: oneOf("feedback", ["memory", "api"], "memory"),
    defaultLanguage: oneOf("defaultLanguage", ["tr", "en"], "tr"),
    timeZone,
    controller: {
      title: textOf("title", controller),
      address: textOf("address", controller),
      contact: textOf("contact", controller),
    },
    environment,
    ...(ai && { ai }),
  }
  if (problems.length) throw new ConfigError(problems)
  return config
}

/** The current configuration; the defaults until main calls `configure`. */
export const config: Config = {
  apiBaseUrl: "/backend",
  extensions: true,
  feedback: "memory",
  defaultLanguage: "tr",
  timeZone: "Europe/Istanbul",
  controller: {},
  environment: "production",
}

export const configure = (next: Config) => Object.assign(config, next)

/**
 * Returns the URL under which the page loads a file of the API (docs/contract.md#uploads). A relative URL is resolved against
 * `apiBaseUrl`, without an origin when that is the page's own.
 */
export const resourceUrl = (url: string, page = location.href): string => {
  const api = new URL(`${config.apiBaseUrl}/`, page)
  if (URL.canParse(url) || !URL.canParse(url, api)) return url
  const { origin, href } = new URL(url, api)
  return origin === new URL(page).origin ? href.slice(origin.length) : href
}
