import { createHmac } from "node:crypto"
import { isSameSecret } from "../../auth/secrets"
import type { Deps } from "../../http/context"

const tokenAs = (encoding: "hex" | "base64url", { config }: Pick<Deps, "config">, userId: string) =>
  `${userId}.${createHmac("sha256", config.codeSecret).update(`summary\n${userId}`).digest(encoding)}`

/** The token that ends the summaries of a person, and is good for nothing else (docs/contract.md#summary). */
export const unsubscribeToken = (deps: Pick<Deps, "config">, userId: string) => tokenAs("hex", deps, userId)

/** Tokens of earlier releases, which may end in "-" or "_", are good too. */
export const isUnsubscribeToken = (deps: Pick<Deps, "config">, userId: string, token: string) =>
  (["hex", "base64url"] as const).some(encoding => isSameSecret(token, tokenAs(encoding, deps, userId)))
