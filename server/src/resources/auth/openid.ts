import * as oauth from "oauth4webapi"
import type { SignInProblem } from "../../../../src/contract/sign-in-connections"
import type { Client } from "../../auth/sign-in-connections"
import type { Deps } from "../../http/context"
import { callService } from "../../outgoing/call"
import { targetOf } from "../../webhooks/address"

/** What is asked of a provider of OpenID Connect: its addresses, its keys, and who a code is of. */

/** `id_token` alone decides who somebody is (docs/security.md#sign-in-by-a-provider). */
export type ProviderClaims = { subject: string; email: string; isVerified: boolean }

/** What a sign-in keeps while its person is at the provider. */
export type ProviderStep = { state: string; nonce: string; verifier: string; redirectUri: string }

export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure"
  readonly problem: SignInProblem
  constructor(problem: SignInProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

const limits = { timeoutMs: 5_000, maxAnswer: 512 * 1024 }
/** How far the clocks of provider and server may differ, s. */
const toleranceSeconds = 60
/** How long the addresses of a provider are kept, ms. */
const discoveryTtlMs = 10 * 60_000

/** Calls the provider as webhooks call their receivers: no address of this network that the operator has not opened. */
const fetchBy =
  (deps: Deps) =>
  async (url: string, { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown }) => {
    const target = await targetOf(url, deps.config)
    if ("problem" in target) throw new ProviderFailure("unreachable", target.problem)
    const request = { method, headers, target, ...(body !== undefined && { body: String(body) }) }
    const answer = await callService(url, request, limits).catch(error => {
      throw new ProviderFailure("unreachable", error)
    })
    const type = answer.headers["content-type"]
    return new Response(answer.status === 204 ? null : answer.bytes, {
      status: answer.status,
      headers: { ...(type && { "Content-Type": type }) },
    })
  }

const optionsOf = (deps: Deps) => ({
  [oauth.customFetch]: fetchBy(deps),
  [oauth.allowInsecureRequests]: deps.config.mode === "demo",
})

type Known = { server: oauth.AuthorizationServer; until: number; keys: oauth.JWKSCacheInput }
const knownProviders = new Map<string, Known>()
const maxKnown = 1_000

/** @throws ProviderFailure */
const failureOf = (error: unknown): never => {
  if (error instanceof ProviderFailure) throw error
  throw new ProviderFailure("answer", error)
}

const discover = async (deps: Deps, issuer: string): Promise<Known> => {
  const known = knownProviders.get(issuer)
  if (known && known.until > deps.clock()) return known
  const url = new URL(issuer)
  const answer = await oauth.discoveryRequest(url, optionsOf(deps)).catch(failureOf)
  const server = await oauth.processDiscoveryResponse(url, answer).catch(error => {
    throw new ProviderFailure("configuration", error)
  })
  if (!server.authorization_endpoint || !server.token_endpoint || !server.jwks_uri) throw new ProviderFailure("configuration")
  if (knownProviders.size >= maxKnown) knownProviders.clear()
  const found = { server, until: deps.clock() + discoveryTtlMs, keys: {} }
  knownProviders.set(issuer, found)
  return found
}

/** Reads addresses and keys anew. @throws ProviderFailure */
export const testProvider = async (deps: Deps, { issuer }: Client) => {
  knownProviders.delete(issuer)
  const { server } = await discover(deps, issuer)
  const answer = await fetchBy(deps)(server.jwks_uri ?? "", { method: "GET", headers: { Accept: "application/json" } })
  const { keys } = Object((await answer.json().catch(failureOf)) as unknown) as { keys?: unknown }
  if (answer.status !== 200 || !Array.isArray(keys) || !keys.length) throw new ProviderFailure("configuration")
}

export const newStep = (redirectUri: string): ProviderStep => ({
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  verifier: oauth.generateRandomCodeVerifier(),
  redirectUri,
})

/** Where a browser signs in at the provider. @param email whom the provider may suggest; "" for nobody */
export const authorizationUrl = async (deps: Deps, client: Client, step: ProviderStep, email: string): Promise<string> => {
  const { server } = await discover(deps, client.issuer)
  const url = new URL(server.authorization_endpoint ?? "")
  const given = {
    client_id: client.clientId,
    response_type: "code",
    scope: "openid email",
    redirect_uri: step.redirectUri,
    state: step.state,
    nonce: step.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(step.verifier),
    code_challenge_method: "S256",
    ...(email && { login_hint: email }),
  }
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  return url.href
}

/** Whether the provider takes the secret in the header; RFC 8414: it does unless it names other ways. */
const takesBasic = ({ token_endpoint_auth_methods_supported: ways }: oauth.AuthorizationServer) =>
  !ways || ways.includes("client_secret_basic")

/** The person whose code the browser came back with. @throws ProviderFailure */
export const redeem = async (
  deps: Deps,
  given: Client,
  step: ProviderStep,
  answered: URLSearchParams,
): Promise<ProviderClaims> => {
  if (answered.has("error")) throw new ProviderFailure("refused", answered.get("error"))
  const { server, keys } = await discover(deps, given.issuer)
  const client: oauth.Client = {
    client_id: given.clientId,
    [oauth.clockSkew]: Math.round((deps.clock() - Date.now()) / 1000),
    [oauth.clockTolerance]: toleranceSeconds,
  }
  const authentication = takesBasic(server) ? oauth.ClientSecretBasic(given.secret) : oauth.ClientSecretPost(given.secret)
  const options = optionsOf(deps)
  try {
    const parameters = oauth.validateAuthResponse(server, client, answered, step.state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      step.redirectUri,
      step.verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: step.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, answer, { ...options, [oauth.jwksCache]: keys })
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (!claims) throw new ProviderFailure("answer")
    const email = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : ""
    return { subject: claims.sub, email, isVerified: claims.email_verified === true }
  } catch (error) {
    return failureOf(error)
  }
}
