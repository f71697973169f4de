import type { MessageType } from "../../../src/contract/messages"
import type { Database } from "../db/open"
import type { Call } from "../http/context"
import { queueMessages } from "./messages"

type SecurityMessage = Extract<MessageType, "passkeyAdded" | "passkeysReset" | "recoveryCodeUsed">

/** Tells a person by mail of a change of how they sign in, in its transaction: so that one that was not theirs is noticed. */
export const queueSecurityMessage = (
  c: Call,
  tx: Database,
  type: SecurityMessage,
  { id, tenantId }: { id: string; tenantId: string | null },
  params: Record<string, string> = {},
) =>
  queueMessages(tx, new Date(c.get("deps").clock()), [
    { type, personId: id, about: id, tenantId, path: tenantId ? "user/profile" : "admin/profile", params },
  ])
