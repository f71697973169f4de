import { rulesOf, text, wholeNumber } from "../core/fields"
import { type Rules, required } from "../core/rules"
import { modules, moduleTable } from "./modules"

/** Access tokens of programs (docs/contract.md#access-tokens). */

/** Most tokens of a company, or of the platform. */
export const maxTokens = 50
export const maxTokenName = 80
/** Longest time that a token is valid, days. */
const maxTokenDays = 365

/** The scope that records uses of campaigns, and reads nothing. */
export const usesScope = "campaigns.use"

/** The scope of a company's directory, which keeps people by SCIM and makes no other call (docs/contract.md#scim). */
export const provisionScope = "employees.provision"

/** The scope that reads the audit log, of all modules, and nothing else. */
export const auditScope = "audit.read"

/** What a company's token may do: `<module>.read`, `<module>.write`, which includes reading, `campaigns.use`, `employees.provision` and `audit.read`. */
export const tokenScopes: readonly string[] = [
  ...modules.flatMap(module =>
    (["read", "write"] as const)
      .filter(verb => verb === "read" || moduleTable[module].verbs.includes(verb))
      .map(verb => `${module}.${verb}`),
  ),
  usesScope,
  provisionScope,
  auditScope,
]

/** What a token of the platform may have, in place of reading all modules. */
export const platformScopes: readonly string[] = [usesScope, auditScope]

/** Of the scopes, a token of the platform has `platformScopes`, or none and reads all modules. `days`: how long the token is valid. */
export type TokenDraft = { name: string; scopes: string[]; days: number }
export const blank: TokenDraft = { name: "", scopes: [], days: 90 }

export const fields = {
  name: text(maxTokenName, "token.nameRequired"),
  days: { ...wholeNumber(90, 1, maxTokenDays, "token.daysRange"), isRequired: true },
}

export const tokenRules = (isPlatform: boolean): Rules<TokenDraft> => ({
  ...(rulesOf(fields) as Rules<TokenDraft>),
  scopes: isPlatform ? [] : required("token.scopesRequired"),
})

/** A token without its secret, of which `hint` is the beginning. Times are instants; `lastUsedAt` is precise to a minute. */
export type AccessToken = {
  id: string
  name: string
  scopes: string[]
  hint: string
  expiresAt: string
  lastUsedAt: string | null
  createdAt: string
  /** The name of the person who made it, as whom it acts, and whether that is the reader. */
  ownerName: string
  isOwn: boolean
}
/** Answer to the creation of a token: no other one has the secret. */
export type NewAccessToken = { token: AccessToken; secret: string }
