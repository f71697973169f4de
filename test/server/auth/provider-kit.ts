import { createServer, type ServerResponse } from "node:http"
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose"
import { listen } from "../../../scripts/free-port.mjs"

/** A provider of OpenID Connect whose every answer a test can spoil. Its clock is the given one. */

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
export type Spoiled = {
  claims?: (claims: JWTPayload) => JWTPayload
  header?: Partial<JWTHeaderParameters>
  /** Signs with another key than that which is published under its name. */
  key?: Uint8Array | Keys["privateKey"]
  /** The token itself. */
  token?: (token: string) => string | undefined
  discovery?: Record<string, unknown>
  /** A path that is answered by this, in place of what it should. */
  answers?: Record<string, (response: ServerResponse) => void>
  /** Parameters of the way back. */
  back?: (parameters: URLSearchParams) => void
}

const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value))

export const startProvider = async (clock: () => number) => {
  let keys = await generateKeyPair("RS256")
  let kid = "first"
  const state: { spoiled: Spoiled; calls: string[] } = { spoiled: {}, calls: [] }
  const nonces = new Map<string, string>()
  let person: JWTPayload = {}
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", issuer)
    state.calls.push(url.pathname)
    const { spoiled } = state
    const instead = spoiled.answers?.[url.pathname]
    if (instead) return instead(response)
    if (url.pathname === "/.well-known/openid-configuration")
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
        ...spoiled.discovery,
      })
    if (url.pathname === "/keys")
      return json(response, { keys: [{ ...(await exportJWK(keys.publicKey)), kid, alg: "RS256", use: "sig" }] })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const code = new URLSearchParams(Buffer.concat(chunks).toString()).get("code") ?? ""
    const now = Math.floor(clock() / 1000)
    const claims: JWTPayload = { iss: issuer, aud: "console", nonce: nonces.get(code), iat: now, exp: now + 300, ...person }
    const signed = await new SignJWT(spoiled.claims?.(claims) ?? claims)
      .setProtectedHeader({ alg: "RS256", kid, ...spoiled.header })
      .sign(spoiled.key ?? keys.privateKey)
    const id_token = spoiled.token ? spoiled.token(signed) : signed
    json(response, { access_token: "a", token_type: "Bearer", ...(id_token !== undefined && { id_token }) })
  })
  const port = await listen(server)
  const issuer = `http://127.0.0.1:${port}`
  let codes = 0
  return {
    issuer,
    host: `127.0.0.1:${port}`,
    state,
    /** New keys, as a provider publishes them from time to time. */
    rotate: async () => {
      keys = await generateKeyPair("RS256")
      kid = `kid ${codes}`
    },
    /** Signs a person in. @param url of authorization. @returns where the browser is sent back */
    signIn: (url: string, claims: JWTPayload) => {
      const { searchParams } = new URL(url)
      person = claims
      const code = `code ${codes++}`
      nonces.set(code, searchParams.get("nonce") ?? "")
      const back = new URL(searchParams.get("redirect_uri") ?? "")
      for (const [name, value] of Object.entries({ code, state: searchParams.get("state") ?? "", iss: issuer }))
        back.searchParams.set(name, value)
      state.spoiled.back?.(back.searchParams)
      return back
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
