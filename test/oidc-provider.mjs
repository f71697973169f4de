/**
 * A certified provider of OpenID Connect (the package oidc-provider) as a process of its own, for the browser tests. Prints its issuer.
 * Whoever types an address signs in as it; the password is not looked at. PORT, REDIRECT_URI: of the client `console`.
 */
import Provider from "oidc-provider"

const { PORT, REDIRECT_URI = "" } = process.env
const issuer = `http://127.0.0.1:${PORT}`
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "console",
      client_secret: "s3cret-of-the-console",
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: "client_secret_basic",
    },
  ],
  claims: { email: ["email", "email_verified"] },
  // The ID token alone decides who somebody is.
  conformIdTokenClaims: false,
  findAccount: (_, email) => ({ accountId: email, claims: () => ({ sub: email, email, email_verified: true }) }),
  cookies: { keys: ["for tests"] },
  features: { devInteractions: { enabled: true } },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 600, Session: 600 },
})
provider.listen(Number(PORT), "127.0.0.1", () => process.stdout.write(issuer))
