/** Why TLS to PostgreSQL fails, and what to do (docs/operations.md#tls-to-postgresql). */
const tlsProblems: [code: RegExp, text: string][] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    "its certificate is of an authority that is not known here. Name the authority's file in NODE_EXTRA_CA_CERTS.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    "its certificate is for another host. DATABASE_URL must name the host as the certificate does.",
  ],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "its certificate has expired, or is not valid yet."],
]

/** What an error of the first connection means for the operator. */
export const connectionProblem = ({ message, code = "" }: Error & { code?: string }): string => {
  const [, text] = tlsProblems.find(([pattern]) => pattern.test(code)) ?? []
  if (text) return text
  if (message.includes("before secure TLS connection")) return "it speaks no TLS. Switch it on there (ssl = on)."
  if (message.includes("no encryption"))
    return `it refuses connections without TLS (${message}). Add ?sslmode=verify-full to DATABASE_URL.`
  return message
}
