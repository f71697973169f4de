import { randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isEmail, readEmail } from "../../src/core/text/email"
import { StartProblem } from "./errors/problem"
import { makeFolder, syncFolder } from "./folder"
import { databaseUrlProblem, firstOf } from "./postgres-url"

/** The operator's settings, read from the environment at start (docs/operations.md#configuration). */
export type Config = {
  mode: "demo" | "production"
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` is a pool in transaction mode. */
  databaseDirectUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** What signs and seals now. */
  readonly jwtSecret: string
  readonly codeSecret: string
  /** The secrets that are accepted, that of now first: during a rotation two (docs/operations.md#rotating-secrets). */
  readonly jwtSecrets: readonly string[]
  readonly codeSecrets: readonly string[]
  /** Until when the secrets before are those of now, epoch ms; 0 without a rotation. */
  secretsChangeAt: number
  bootstrapAdminEmail: string | undefined
  codeSendsPerHour: number
  /** Shortest time between two codes for one e-mail address, ms. */
  codeSendInterval: number
  publicUrl: string | undefined
  corsOrigins: string[]
  /** A bucket that stores pictures instead of the data folder: `https://KEY:SECRET@host/bucket?region=…`. */
  s3Url: string | undefined
  /** The AI service behind the pass-through: URL of its chat completions, model, and key. */
  aiUrl: string | undefined
  aiModel: string | undefined
  aiKey: string | undefined
  /** Hosts, and hosts with a port, that webhooks may call although their address is not of the public internet. */
  webhookAllow: string[]
  /** Bearer token that grants access to the metrics; without one they are served to loopback only. */
  metricsToken: string | undefined
  /** After how many days entries of the audit log are deleted; 0 keeps them. */
  auditRetentionDays: number
  deletedRetentionDays: number
  /** Whether the log has the client's address of each call; of IPv6 its first 64 bits. */
  logAddresses: boolean
  /** Where lines for security people go: `log`, `none`, or the path of a file. */
  auditLog: string
  /** Number of trusted proxies before the server; 0: the address of the socket is the client's. */
  trustedProxy: number
  /** How long the process goes on serving after SIGTERM, while it reports that it is not ready, ms. */
  drainMs: number
  timeZone: string
  defaultLanguage: "tr" | "en"
  controller: { title?: string; address?: string; contact?: string }
  logLevel: (typeof logLevels)[number]
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const

export class ConfigError extends StartProblem {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join("\n"))
    this.problems = problems
  }
}

type Env = Record<string, string | undefined>

/** Shorter secrets are refused, characters. */
const minSecretLength = 32

/**
 * The secret in a file of the data folder, created at the first start of a demonstration and readable by its owner only.
 * The file is linked into place when it is complete: two starts at once use the same secret, and a crash leaves no
 * partial one.
 */
const storedSecret = (dataDir: string, name: string) => {
  const file = join(dataDir, `${name}.secret`)
  if (!existsSync(file)) {
    makeFolder(dataDir)
    const part = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
    try {
      writeFileSync(part, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true })
      linkSync(part, file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === "ENOSPC")
        throw new StartProblem(`The disk of ${dataDir} has 0 MB free. Free some, or set DATA_DIR to a folder on another disk.`)
      if (code !== "EEXIST") throw error
    } finally {
      rmSync(part, { force: true })
    }
    syncFolder(dataDir)
  }
  const secret = readFileSync(file, "utf8").trim()
  if (secret.length < minSecretLength) throw new StartProblem(`${file} does not hold a secret: remove it, and a new one is made.`)
  return secret
}

/** Settings whose value may stand in a file instead, which NAME_FILE names. */
const fileSettings = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "SMTP_URL",
  "PUBLIC_URL",
  "S3_URL",
  "AI_URL",
  "AI_KEY",
  "METRICS_TOKEN",
  "JWT_SECRET",
  "JWT_SECRET_BEFORE",
  "CODE_SECRET",
  "CODE_SECRET_BEFORE",
]

/** Returns the settings with the values of those files. @throws ConfigError naming each file that has none, or is one too many */
export const withFiles = (env: Env): Env => {
  const problems: string[] = []
  const found = { ...env }
  for (const name of fileSettings) {
    const file = env[`${name}_FILE`]?.trim()
    delete found[`${name}_FILE`]
    if (!file) continue
    if (env[name]?.trim()) problems.push(`Set ${name} or ${name}_FILE, not both.`)
    try {
      found[name] = readFileSync(file, "utf8").trim()
      if (!found[name]) problems.push(`${name}_FILE: ${file} is empty.`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`${name}_FILE: ${file} ${code === "ENOENT" ? "does not exist" : `can't be read (${code})`}.`)
    }
  }
  if (problems.length) throw new ConfigError(problems)
  return found
}

/** Whether drivers can decode the user, password and path of a URL. */
const isDecodable = (text: string) => {
  try {
    const { username, password, pathname, search } = new URL(text)
    decodeURIComponent(username + password + pathname + search)
    return true
  } catch {
    return false
  }
}

const requiredInProduction = ["SMTP_URL", "JWT_SECRET", "CODE_SECRET", "BOOTSTRAP_ADMIN_EMAIL"]

/** Settings that a demonstration does not need. */
const productionSettings = [
  "DATABASE_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "JWT_SECRET",
  "CODE_SECRET",
  "BOOTSTRAP_ADMIN_EMAIL",
  "CORS_ORIGINS",
  "S3_URL",
  "METRICS_TOKEN",
  "AI_URL",
  "AI_MODEL",
  "AI_KEY",
  "CONTROLLER_TITLE",
  "CONTROLLER_ADDRESS",
  "CONTROLLER_CONTACT",
]

export const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.")

/**
 * Variables of a deployment: without MODE, one of them selects production. A demonstration shows its sign-in codes
 * to whoever reaches it, so that a forgotten SMTP_URL must not make one (docs/operations.md#modes).
 */
export const productionSigns = (env: Env): string[] => {
  const isSign: Record<string, (text: string) => boolean> = {
    ...Object.fromEntries(productionSettings.map(name => [name, () => true])),
    HOST: host => !isLoopback(host),
    NODE_ENV: text => text === "production",
    PUBLIC_URL: text => !URL.canParse(text) || !isLoopback(new URL(text).hostname),
    TRUSTED_PROXY: text => text !== "0",
  }
  return Object.entries(isSign).flatMap(([name, test]) => {
    const text = env[name]?.trim()
    return text && test(text) ? [name] : []
  })
}

/** @throws ConfigError naming every bad setting */
export const readConfig = (variables: Env): Config => {
  const env = withFiles(variables)
  const problems: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined

  const wholeNumber = (name: string, fallback: number, min: number, max: number) => {
    const text = given(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}.`)
    return fallback
  }
  const url = (name: string, protocols: string[]) => {
    const text = given(name)
    if (text === undefined) return undefined
    const isDatabase = protocols.includes("postgres:")
    const single = isDatabase ? firstOf(text) : text
    if (URL.canParse(single) && !isDecodable(single)) {
      problems.push(`${name} has a % that begins no escape: write %25 for it.`)
      return undefined
    }
    const isOfScheme = protocols.some(protocol => text.toLowerCase().startsWith(`${protocol}//`))
    const problem = isDatabase ? databaseUrlProblem(text) : URL.canParse(text) ? undefined : "is no valid URL."
    if (isOfScheme && problem) {
      problems.push(`${name} ${problem}`)
      return undefined
    }
    if (isOfScheme) return text.replace(/^\w+:/, scheme => scheme.toLowerCase()).replace(/\/+$/, "")
    problems.push(`${name} must be a URL that begins with ${protocols.map(protocol => `${protocol}//`).join(" or ")}.`)
    return undefined
  }
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const text = given(name) ?? fallback
    const found = values.find(value => value === text)
    if (found) return found
    problems.push(`${name} must be ${values.join(" or ")}.`)
    return fallback
  }

  const databaseUrl = url("DATABASE_URL", ["postgres:", "postgresql:"])
  const databaseDirectUrl = url("DATABASE_DIRECT_URL", ["postgres:", "postgresql:"])
  if (databaseDirectUrl && !databaseUrl) problems.push("DATABASE_DIRECT_URL is for a DATABASE_URL that is a pool.")
  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"])
  const signs = productionSigns(env)
  const mode = oneOf("MODE", ["demo", "production"] as const, signs.length ? "production" : "demo")
  const isDemo = mode === "demo"
  const dataDir = given("DATA_DIR") ?? ".data"

  const timeZone = given("TIME_ZONE") ?? "Europe/Istanbul"
  try {
    new Intl.DateTimeFormat("en", { timeZone })
  } catch {
    problems.push("TIME_ZONE must be an IANA time zone, such as Europe/Istanbul.")
  }

  const bootstrapAdminEmail = readEmail(given("BOOTSTRAP_ADMIN_EMAIL") ?? "") || undefined
  if (bootstrapAdminEmail && !isEmail(bootstrapAdminEmail)) problems.push("BOOTSTRAP_ADMIN_EMAIL must be an e-mail address.")
  const mailFrom = given("MAIL_FROM")
  if (mailFrom && !isEmail(readEmail(mailFrom)))
    problems.push("MAIL_FROM must be an address, such as Console <console@example.com>.")
  const missing = isDemo ? [] : requiredInProduction.filter(name => !given(name))
  for (const name of missing) problems.push(`${name} is required in production.`)
  if (missing.length && !given("MODE"))
    problems.push(
      `MODE is production because of ${signs.join(", ")}. For a demonstration, whose sign-in codes are shown to whoever reaches it, set MODE=demo.`,
    )

  const secretOf = (name: string, file: string) => {
    const text = given(name)
    if (text !== undefined && text.length < minSecretLength)
      problems.push(`${name} must be at least ${minSecretLength} characters long.`)
    return text ?? (isDemo && problems.length === 0 ? storedSecret(dataDir, file) : "")
  }

  const changeAt = given("SECRETS_CHANGE_AT")
  const secretsChangeAt = changeAt && /T.*(Z|[+-]\d\d:\d\d)$/.test(changeAt) ? Date.parse(changeAt) : Number.NaN
  if (changeAt && Number.isNaN(secretsChangeAt))
    problems.push("SECRETS_CHANGE_AT must be a time with its zone, such as 2026-12-01T03:00:00+03:00.")
  /** Both secrets, that of now first. */
  const rotated = (name: string, file: string) => {
    const [secret, before] = [secretOf(name, file), given(`${name}_BEFORE`)]
    if (before === undefined) return () => [secret]
    if (before.length < minSecretLength) problems.push(`${name}_BEFORE must be at least ${minSecretLength} characters long.`)
    if (!given(name)) problems.push(`${name}_BEFORE is of no use without ${name}.`)
    if (before === secret) problems.push(`${name} must be another one than ${name}_BEFORE.`)
    if (!changeAt) problems.push(`${name}_BEFORE needs SECRETS_CHANGE_AT, the time from which ${name} is used.`)
    return () => (Date.now() < secretsChangeAt ? [before, secret] : [secret, before])
  }

  const s3Url = () => {
    const text = url("S3_URL", ["http:", "https:"])
    const { username, password, pathname } = text ? new URL(text) : {}
    if (text && !(username && password && pathname && pathname !== "/"))
      problems.push("S3_URL must name key, secret and bucket: https://KEY:SECRET@host/bucket?region=eu-central-1.")
    return text
  }

  const aiUrl = url("AI_URL", ["http:", "https:"])
  if (Boolean(given("AI_URL")) !== Boolean(given("AI_MODEL"))) problems.push("AI_URL and AI_MODEL must be set together.")
  if (given("AI_KEY") && !given("AI_URL")) problems.push("AI_KEY is of no use without AI_URL.")
  if (aiUrl && (new URL(aiUrl).username || new URL(aiUrl).password)) problems.push("AI_URL must not hold a key: use AI_KEY.")
  if (/[^\x21-\x7e]/.test(given("AI_KEY") ?? "")) problems.push("AI_KEY must be one word of ASCII letters, digits and signs.")

  const corsOrigins = (given("CORS_ORIGINS") ?? "").split(/[\s,]+/).filter(Boolean)
  for (const origin of corsOrigins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`CORS_ORIGINS: ${origin} is not an origin such as https://console.example.`)

  const webhookAllow = (given("WEBHOOK_ALLOW") ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const host of webhookAllow)
    if (!URL.canParse(`http://${host}`) || /[/@?#]/.test(host))
      problems.push(`WEBHOOK_ALLOW: ${host} is no host such as payroll.internal or payroll.internal:8443.`)

  const settings = {
    mode,
    port: wholeNumber("PORT", 8080, 0, 65_535),
    host: given("HOST") ?? "127.0.0.1",
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    smtpUrl,
    mailFrom: mailFrom ?? "Kampanya Konsolu <konsol@localhost>",
    codeSendsPerHour: wholeNumber("CODE_SENDS_PER_HOUR", isDemo ? 600 : 5, 1, 100_000),
    codeSendInterval: wholeNumber("CODE_SEND_INTERVAL", isDemo ? 0 : 60, 0, 3_600) * 1000,
    publicUrl: url("PUBLIC_URL", ["http:", "https:"]),
    corsOrigins,
    s3Url: s3Url(),
    aiUrl,
    aiModel: given("AI_MODEL"),
    aiKey: given("AI_KEY"),
    webhookAllow,
    metricsToken: given("METRICS_TOKEN"),
    auditRetentionDays: wholeNumber("AUDIT_RETENTION_DAYS", 0, 90, 36_500),
    deletedRetentionDays: wholeNumber("DELETED_RETENTION_DAYS", 0, 30, 36_500),
    logAddresses: oneOf("LOG_ADDRESSES", ["true", "false"] as const, "false") === "true",
    auditLog: given("AUDIT_LOG") ?? (isDemo ? "none" : "log"),
    trustedProxy: wholeNumber("TRUSTED_PROXY", 0, 0, 10),
    drainMs: wholeNumber("DRAIN_SECONDS", isDemo ? 0 : 5, 0, 300) * 1000,
    timeZone,
    defaultLanguage: oneOf("DEFAULT_LANGUAGE", ["tr", "en"] as const, "tr"),
    controller: { title: given("CONTROLLER_TITLE"), address: given("CONTROLLER_ADDRESS"), contact: given("CONTROLLER_CONTACT") },
    logLevel: oneOf("LOG_LEVEL", logLevels, isDemo ? "warn" : "info"),
    bootstrapAdminEmail,
    secretsChangeAt: secretsChangeAt || 0,
  }
  if (given("JWT_SECRET") && given("JWT_SECRET") === given("CODE_SECRET"))
    problems.push("CODE_SECRET must be another one than JWT_SECRET.")
  // Last: a demonstration makes its secrets only when all other settings are right.
  const [jwtSecrets, codeSecrets] = [rotated("JWT_SECRET", "jwt"), rotated("CODE_SECRET", "code")]
  if (problems.length) throw new ConfigError(problems)
  return {
    ...settings,
    get jwtSecret() {
      return jwtSecrets()[0] ?? ""
    },
    get codeSecret() {
      return codeSecrets()[0] ?? ""
    },
    get jwtSecrets() {
      return jwtSecrets()
    },
    get codeSecrets() {
      return codeSecrets()
    },
  }
}

/** The address of the console in mails; "" when the deployment has not set PUBLIC_URL. */
export const consoleUrl = ({ publicUrl, mode, host, port }: Config): string =>
  publicUrl ?? (mode === "demo" ? `http://${host}:${port}` : "")
