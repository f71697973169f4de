import { createHmac } from "node:crypto"
import type { Deps } from "../../http/context"

/** The token that ends the summaries of a person, and is good for nothing else (docs/contract.md#summary). */
export const unsubscribeToken = ({ config }: Pick<Deps, "config">, userId: string) =>
  `${userId}.${createHmac("sha256", config.codeSecret).update(`summary\n${userId}`).digest("base64url")}`
