import type { Context } from "hono"
import { sign, verify } from "hono/jwt"
import type { TokenClaims } from "../../../src/contract/session"
import type { Deps, Env } from "../http/context"
import { bearerOf } from "../http/request"

/** Signed access tokens (docs/contract.md#claims). */

/** How long an access token is valid, ms. */
const ttlMs = 15 * 60_000

export type Person = { id: string; email: string; role: TokenClaims["role"]; tenantId: string | null }

/** @param viewAs the company that a platform's administrator sees as its own administrator does */
export const signAccessToken = (
  { config, clock }: Deps,
  person: Person,
  { sessionId, refreshTokenId }: { sessionId: string; refreshTokenId: string },
  viewAs?: string,
) => {
  const iat = Math.floor(clock() / 1000)
  const claims: TokenClaims = {
    Email: person.email,
    role: person.role,
    nameidentifier: person.id,
    ...(person.tenantId && { TenantId: person.tenantId }),
    ...(viewAs && { role: "TenantAdmin", TenantId: viewAs, viewAs }),
    sid: sessionId,
    rid: refreshTokenId,
    iat,
    exp: iat + ttlMs / 1000,
  }
  return sign(claims, config.jwtSecret, "HS256")
}

export type VerifiedClaims = Pick<TokenClaims, "sid" | "rid" | "nameidentifier" | "exp" | "viewAs">

/** Claims of tokens with a valid signature, because a client sends the same token with every call. */
const verifiedTokens = new Map<string, VerifiedClaims>()
const maxVerified = 10_000

/** @returns undefined unless this server has signed the token; its expiry is not checked */
const verifySignature = async (secret: string, token: string): Promise<VerifiedClaims | undefined> => {
  const cacheKey = `${secret} ${token}`
  const known = verifiedTokens.get(cacheKey)
  if (known) return known
  try {
    const { sid, rid, nameidentifier, exp, viewAs } = await verify(token, secret, {
      alg: "HS256",
      exp: false,
      nbf: false,
      iat: false,
    })
    if (typeof exp !== "number" || [sid, rid, nameidentifier].some(claim => typeof claim !== "string")) return undefined
    const claims = { sid, rid, nameidentifier, exp, viewAs } as VerifiedClaims
    if (verifiedTokens.size >= maxVerified) verifiedTokens.clear()
    verifiedTokens.set(cacheKey, claims)
    return claims
  } catch {
    return undefined
  }
}

/** The claims of the call's token; undefined without one that this server has signed and that has not expired. */
export const claimsOf = async (c: Context<Env>): Promise<VerifiedClaims | undefined> => {
  const { config, clock } = c.get("deps")
  const token = bearerOf(c)
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined
  // What the secret before has signed is over then: who knows it signs nothing more.
  const isRotated = clock() > config.secretsChangeAt + ttlMs
  for (const secret of isRotated ? [config.jwtSecret] : config.jwtSecrets) {
    const claims = await verifySignature(secret, token)
    if (claims) return claims.exp * 1000 > clock() ? claims : undefined
  }
  return undefined
}

/** The account of the call's token, for limits per account. */
export const accountOf = async (c: Context<Env>) => (await claimsOf(c))?.nameidentifier
