import { createHmac } from "node:crypto"
import { isSameSecret } from "../auth/secrets"
import { consoleUrl } from "../config"
import type { Deps } from "../http/context"
import { prefix } from "../prefix"

/** What a person can end by the link of a mail: the summaries, the mails about approvals, or the reports of a month. */
export type MailTopic = "summary" | "approvals" | "monthly-report"

const tokenAs = (encoding: "hex" | "base64url", topic: MailTopic, secret: string, userId: string) =>
  `${userId}.${createHmac("sha256", secret).update(`${topic}\n${userId}`).digest(encoding)}`

/** The address that ends the mails of a topic to a person by one POST, and is good for nothing else (docs/contract.md#summary). */
export const unsubscribeUrl = (deps: Pick<Deps, "config">, topic: MailTopic, userId: string) =>
  `${consoleUrl(deps.config)}${prefix}/${topic}/unsubscribe/${tokenAs("hex", topic, deps.config.codeSecret, userId)}`

/** Tokens of earlier releases, which may end in "-" or "_", are good too. */
export const isUnsubscribeToken = (deps: Pick<Deps, "config">, topic: MailTopic, userId: string, token: string) =>
  (["hex", "base64url"] as const).some(encoding =>
    deps.config.codeSecrets.some(secret => isSameSecret(token, tokenAs(encoding, topic, secret, userId))),
  )
