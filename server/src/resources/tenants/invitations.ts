import type { Context } from "hono"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import { loggable } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { say } from "../../http/messages"
import { MailDown } from "../../mail/mail"
import { keepAudit } from "../../records/audit"
import { makeWay } from "../users/output"

/** A company's administrators are invited by mail, in the language of whoever invites (decisions §6). */
export type Invited = { email: string; firstName: string; lastName: string }

/** Makes sure that mail can be sent before anything is stored. @throws Refusal 503 */
export const expectMail = async (c: Context<Env>) => {
  try {
    await c.get("deps").mailer.open()
  } catch (error) {
    if (error instanceof MailDown) refuse({ kind: "unavailable", key: "api.inviteNotSent" })
    throw error
  }
}

/** Adds a company's administrator. A taken address breaks the table's rule. */
export const addAdministrator = async (c: Context<Env>, tx: Database, tenantId: string, invited: Invited) => {
  const now = new Date(c.get("deps").clock())
  await makeWay(c, tx, invited.email)
  const [row] = await tx
    .insert(users)
    .values({ ...invited, tenantId, role: "TenantAdmin", language: c.get("language"), createdAt: now, updatedAt: now })
    .returning()
  if (!row) throw new Error("The administrator was not stored.")
  await keepAudit(c, tx, { action: "create", entity: "user", id: row.id, tenantId, after: row })
  return row
}

const signInPage = (c: Context<Env>) => {
  const { publicUrl, mode, host, port } = c.get("deps").config
  const site = publicUrl ?? (mode === "demo" ? `http://${host}:${port}` : "")
  return site && `${site.replace(/\/+$/, "")}/login`
}

/** Told once what it is about is stored: a mail that is refused then is logged, and can be sent again. */
export const invite = async (c: Context<Env>, email: string, company: string) => {
  const { mailer, config, log } = c.get("deps")
  const language = c.get("language")
  const link = signInPage(c)
  const sending = mailer
    .send({
      to: email,
      subject: say(language, "api.inviteSubject"),
      text: say(language, "api.inviteText", { company, email, link }).trim(),
      language,
      ...(link && { link }),
    })
    .catch(error => log.error({ requestId: c.get("requestId"), ...loggable(error) }))
  if (!config.smtpUrl) await sending
}
