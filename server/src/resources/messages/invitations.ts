import type { Context } from "hono"
import type { Database } from "../../db/open"
import type { UserRow } from "../../db/schema"
import type { Env } from "../../http/context"
import { queueMessages } from "../../records/messages"
import { messageMails } from "./mails"

/** Invitations of administrators by mail (docs/contract.md#messages). */

/** How long a call sends mails, ms. */
const sendMs = 15_000

/** Adds the invitation to the mails that are to be sent, in the transaction that makes the person an administrator. */
export const queueInvitation = (c: Context<Env>, tx: Database, { id, tenantId }: Pick<UserRow, "id" | "tenantId">) =>
  queueMessages(tx, new Date(c.get("deps").clock()), [
    {
      type: tenantId === null ? "platformInvitation" : "invitation",
      personId: id,
      about: id,
      tenantId,
      path: "login",
      params: {},
    },
  ])

/** Sends the invitations that wait. The answer does not wait for a mail server; the outbox is written before it. */
export const sendInvitations = async (c: Context<Env>) => {
  const deps = c.get("deps")
  const sending = messageMails.send(deps, sendMs)
  if (!deps.config.smtpUrl) await sending
}
