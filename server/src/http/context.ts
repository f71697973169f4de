import type { Context } from "hono"
import type { Logger } from "pino"
import type { Registry } from "prom-client"
import type { ModuleFlags } from "../../../src/contract/permissions/module-flags"
import type { Role, SessionWay } from "../../../src/contract/session"
import type { Language } from "../../../src/core/text/i18n"
import type { Config } from "../config"
import type { DiskUse } from "../db/disk-space"
import type { Database } from "../db/open"
import type { SessionChanges } from "../db/session-changes"
import type { Lack } from "../errors/problem"
import type { Mailer } from "../mail/mail"
import type { Store } from "../media/store"
import type { ReceiveBody } from "./load/bodies"
import type { WaitOutside } from "./load/outside"

/** What every request handler depends on. `clock` returns epoch ms; tests replace it to move time. */
export type Deps = {
  db: Database
  /** Changes of sessions, people and companies, for what is kept of them. */
  sessionChanges: SessionChanges
  config: Config
  store: Store
  mailer: Mailer
  clock: () => number
  log: Logger
  /** Writes a line for security people (docs/audit-stream.md); the operator's commands have none. */
  auditLog?: (line: { audit: string } & Record<string, unknown>) => void
  /** Whether writes are accepted: false when the disk under the embedded database is nearly full. */
  hasDiskSpace: (use: DiskUse) => Promise<boolean>
  /** Whether requests are accepted: false while the process shuts down. */
  isReady: () => boolean
  /** Whether reads of one account pause for the time that they worked (docs/operations.md#load-limits); true by default. */
  pausesReads?: boolean
  /** Tries to send webhooks since the start, in the process of a server. */
  deliveries?: { counts: { delivered: number; failed: number } }
}

/**
 * The signed-in caller. A company administrator's `reach` is its own company and that company's subsidiaries
 * (docs/contract.md#ownership-and-reach). `permissions` are the person's, `flags` those of the company; neither concerns
 * the platform's administrators. Calls of one session share it.
 */
export type Actor = Readonly<{
  userId: string
  email: string
  role: Role
  tenantId: string | null
  reach: readonly string[]
  permissions: readonly string[]
  flags: Readonly<ModuleFlags>
  sessionId: string
  /** Whether a platform's administrator sees the company `tenantId` as its own administrator does. */
  isViewing: boolean
  /** The access token of a program, which acts as the person who made it; its scopes are the permissions. */
  token?: Readonly<{ id: string; name: string }>
}>

/** The bulk upload that the changes of a call belong to, and the company of its entry in the audit log. */
export type Upload = { id: string; tenantId: string | null }

/**
 * The Hono environment of every route. `actor` is set by `bearer`, `receive` and `outside` by `loadLimit`, `registry` and
 * `countSignIn` by `createMetrics`, the rest by the first middleware of app.ts.
 */
export type Env = {
  Variables: {
    deps: Deps
    actor: Actor
    receive: ReceiveBody
    outside: WaitOutside
    registry: Registry
    countSignIn: (way: SessionWay, result: "done" | "refused") => void
    language: Language
    requestId: string
    address: string
    upload?: Upload
    /** Why the call is refused that may succeed later. */
    refusal: Lack | "disk" | "limit" | "maintenance" | undefined
    /** The parsed body, before its schema. */
    body?: unknown
  }
}

/** What a piece of work knows of its call. The operator's commands make one of their own. */
export type Call = Pick<Context<Env>, "get">
