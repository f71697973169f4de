import type { Context } from "hono"
import { consoleUrl } from "../../config"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import { loggable } from "../../errors/faults"
import type { Env } from "../../http/context"
import { translate } from "../../http/messages"
import { addAuditEntry } from "../../records/audit"
import { deleteUnclaimedAccount } from "../users/addresses"

/** Administrators of companies and of the platform are invited by mail (docs/contract.md#company-calls). */
export type Invited = { email: string; firstName: string; lastName: string }

/** Role of an administrator of a company; of the platform, whose id is null. */
export const administratorRole = (tenantId: string | null) =>
  tenantId === null ? ("Administrator" as const) : ("TenantAdmin" as const)

/** Adds an administrator of a company, or of the platform. A taken address violates a unique index. */
export const addAdministrator = async (c: Context<Env>, tx: Database, tenantId: string | null, invited: Invited) => {
  const now = new Date(c.get("deps").clock())
  await deleteUnclaimedAccount(c, tx, invited.email)
  const [row] = await tx
    .insert(users)
    .values({
      ...invited,
      tenantId,
      role: administratorRole(tenantId),
      language: c.get("language"),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error("The administrator was not stored.")
  await addAuditEntry(c, tx, { action: "create", entity: "user", id: row.id, tenantId, after: row })
  return row
}

const signInUrl = (c: Context<Env>) => {
  const site = consoleUrl(c.get("deps").config)
  return site && `${site}/login`
}

/**
 * Sends the invitation after the administrator is stored. A failure is logged; the platform can invite again.
 * @param language of the invited person, by default of the one who invites; @param company absent for the platform
 */
export const sendInvitation = async (c: Context<Env>, email: string, company?: string, language = c.get("language")) => {
  const { mailer, config, log } = c.get("deps")
  const link = signInUrl(c)
  const text = company === undefined ? "api.invitePlatformText" : "api.inviteText"
  const sending = mailer
    .send({
      to: email,
      subject: translate(language, "api.inviteSubject"),
      text: translate(language, text, { company: company ?? "", email, link }).trim(),
      language,
      ...(link && { link }),
    })
    .catch(error => log.error({ requestId: c.get("requestId"), ...loggable(error) }))
  // The answer does not wait for a mail server; the outbox is written before it.
  if (!config.smtpUrl) await sending
}
