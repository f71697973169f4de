import { type Rules, required } from "../core/rules"

/** The connection of a company, or of the platform, to a provider of OpenID Connect (docs/contract.md#sign-in-by-a-provider). */

/** `on`: people of its domains are led to the provider, and may ask for a code instead. `only`: nobody but `wayBack` gets a code. */
export const signInStates = ["off", "on", "only"] as const
export type SignInState = (typeof signInStates)[number]

export type SignInDraft = {
  issuer: string
  clientId: string
  /** "" leaves the stored one. */
  secret: string
  /** Of mail addresses, lower case. */
  domains: string[]
  state: SignInState
  /** The administrator who may still sign in by code; "" for none. */
  wayBackId: string
}

/** `redirectUri`: what the provider has to allow. `triedAt`: when somebody last signed in on trial with these values. */
export type SignInConnection = Omit<SignInDraft, "secret"> & {
  hasSecret: boolean
  wayBackName: string
  triedAt: string | null
  redirectUri: string
  version: number
}

/** What went wrong at the provider; texts: `auth.provider.*`. */
export const signInProblems = ["unreachable", "configuration", "refused", "answer", "unknownPerson", "expired"] as const
export type SignInProblem = (typeof signInProblems)[number]

export const maxSignInDomains = 20

const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
export const isDomain = (text: string): boolean => domain.test(text)

export const signInRules: Rules<SignInDraft> = {
  issuer: [
    required("signIn.issuerRequired"),
    ({ issuer }) => {
      const url = URL.canParse(issuer) ? new URL(issuer) : undefined
      return url && /^https?:$/.test(url.protocol) && !url.search && !url.hash ? undefined : "signIn.issuerInvalid"
    },
  ],
  clientId: required("signIn.clientIdRequired"),
  domains: [required("signIn.domainsRequired"), ({ domains }) => (domains.every(isDomain) ? undefined : "signIn.domainInvalid")],
  wayBackId: ({ state, wayBackId }) => (state === "only" && !wayBackId ? "signIn.wayBackRequired" : undefined),
}
