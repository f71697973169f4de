import { z } from "zod"
import { literalTrue, tagged, text, total } from "../records/call"
import { loginBody, logoutBody, refreshBody, registerBody } from "../resources/auth/input"
import { summaryBody } from "../resources/summary/routes"
import * as values from "./values"

/** Signing in and sessions. */
export const signInCalls = tagged("Sign-in", {
  "GET /Auth/GetCode/:email": {
    summary: "Send a sign-in code by mail; the answer is the same for addresses without an account",
    value: z.object({ timer: total }),
  },
  "GET /Auth/GetToken": { summary: "Sign in with a code", query: { email: text, code: text }, value: values.tokens },
  "POST /api/auth/login": {
    summary: "Sign in with a code",
    body: loginBody,
    example: { email: "elif.yilmaz@yesilova.example", code: "123456" },
    value: values.tokens,
  },
  "POST /api/auth/register": {
    summary: "Register as an ordinary user, without access",
    body: registerBody,
    example: { email: "yeni@yesilova.example", firstName: "Ece", lastName: "Koç" },
    required: ["firstName", "lastName"],
    value: literalTrue,
  },
  "POST /api/auth/refresh": {
    summary: "Exchange a refresh token for the next pair",
    body: refreshBody,
    example: { refreshToken: "the-last-refresh-token" },
    value: values.tokens,
  },
  "POST /api/auth/logout": { summary: "End this session", body: logoutBody, example: {}, value: literalTrue, session: true },
  "POST /api/auth/logout-all": { summary: "End all sessions of the signed-in person", value: literalTrue },
  "GET /api/auth/summary": { summary: "Whether and when the signed-in person gets a summary by mail", value: summaryBody },
  "PUT /api/auth/summary": {
    summary: "Choose whether and when a summary comes by mail, in the language of the call",
    body: summaryBody,
    example: { rhythm: "daily" },
    value: summaryBody,
  },
  "POST /summary/unsubscribe/:token": { summary: "End the summaries of a person by the link of a mail", value: literalTrue },
  "GET /summary/unsubscribe/:token": {
    summary: "Where the summaries are turned off, in words; changes nothing",
    bare: { type: "text/plain", schema: text },
  },
  "GET /api/auth/me": { summary: "The signed-in person", value: values.me },
  "GET /api/auth/sessions": { summary: "Sessions of the signed-in person", value: z.array(values.session) },
  "DELETE /api/auth/sessions/:id": { summary: "End one session of the signed-in person", value: literalTrue },
})
