import { expect, it } from "vitest"
import { connectionProblem } from "../../../server/src/db/connection-problem"

/** Errors as postgres.js gives them against a real server, each in words that name what to do. */
it.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate", /NODE_EXTRA_CA_CERTS/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate", /NODE_EXTRA_CA_CERTS/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "Hostname/IP does not match certificate's altnames", /for another host/],
  ["CERT_HAS_EXPIRED", "certificate has expired", /has expired/],
  ["ECONNRESET", "Client network socket disconnected before secure TLS connection was established", /speaks no TLS/],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.1", no encryption', /sslmode=verify-full/],
  ["28P01", "password authentication failed", /^password authentication failed$/],
])("%s is explained", (code, message, words) => {
  expect(connectionProblem(Object.assign(new Error(message), { code }))).toMatch(words)
})
