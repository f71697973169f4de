import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { MessageItem, MessageSettings } from "../../contract/messages"
import type { PasskeyRule } from "../../contract/passkeys"
import type { SignInConnection, SignInDraft, SignInProblem } from "../../contract/sign-in-connections"
import type { AccessToken, TokenDraft } from "../../contract/tokens"
import type { Delivery, Webhook, WebhookDraft, WebhookState } from "../../contract/webhooks"
import type { CreateOptions } from "../../core/http/calls"
import type { Query } from "../../core/http/http"
import { list, objectValue, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"

/** Calls of webhooks (docs/contract.md#webhooks), access tokens (docs/contract.md#access-tokens) and mails (docs/contract.md#messages). */

const pathOf = (id: string, part = "") => `/webhook/${encodeURIComponent(id)}${part}`
const secret = objectValue<{ secret: string }>()

export const listWebhooks = read("webhooks.list", (_: undefined, signal) =>
  http.get("/webhook", { signal }).then(list<Webhook>("webhooks")).catch(ifMissing("webhooks")),
)
export const addWebhook = write("webhooks", (draft: WebhookDraft, options: CreateOptions) =>
  http.post("/webhook", draft, options).then(secret),
)
export const changeWebhook = write(
  "webhooks",
  ({ id, version }: Webhook, change: Partial<WebhookDraft & { state: WebhookState }>) =>
    http.put(pathOf(id), change, { version: `"${version}"` }),
)
export const removeWebhook = write("webhooks", (id: string) => http.delete(pathOf(id)))
export const testWebhook = write("webhooks", (id: string) => http.post(pathOf(id, "/test"), {}).then(objectValue<Delivery>()))
export const rotateSecret = write("webhooks", (id: string) => http.post(pathOf(id, "/secret"), {}).then(secret))

export const listDeliveries = read(
  "webhooks.deliveries",
  ({ id, ...query }: Query & { id: string }, signal) =>
    http.get(pathOf(id, "/deliveries"), { query, signal }).then(page<Delivery>("deliveries")),
  { staleTimeMs: 0 },
)
/** @param which one delivery, or all that have failed since an instant */
export const resend = write("webhooks", (id: string, which: { deliveryId: string } | { since: string }) =>
  http.post(pathOf(id, "/resend"), which).then(objectValue<{ count: number }>()),
)

export const listTokens = read("tokens.list", (_: undefined, signal) =>
  http.get("/token", { signal }).then(list<AccessToken>("tokens")).catch(ifMissing("tokens")),
)
export const addToken = write("tokens", (draft: TokenDraft, options: CreateOptions) =>
  http.post("/token", draft, options).then(secret),
)
export const revokeToken = write("tokens", (id: string) => http.delete(`/token/${encodeURIComponent(id)}`))

export const listMessages = read(
  "messages.list",
  (query: Query, signal) =>
    http.get("/message", { query, signal }).then(page<MessageItem>("messages")).catch(ifMissing("messages")),
  { staleTimeMs: 0 },
)
export const resendMessage = write("messages", (id: string) => http.post(`/message/${encodeURIComponent(id)}/resend`, {}))

export const getMessageSettings = read("messages.settings", (_: undefined, signal) =>
  http.get("/message/settings", { signal }).then(objectValue<MessageSettings>()).catch(ifMissing("messages")),
)
export const setMessageSettings = write("messages", (settings: MessageSettings) => http.put("/message/settings", settings))

export const getSignInConnection = read("signIn.connection", (_: undefined, signal) =>
  http.get("/sign-in/connection", { signal }).then(objectValue<SignInConnection>()).catch(ifMissing("signInConnection")),
)
export const setSignInConnection = write("signIn", (draft: SignInDraft, version: number) =>
  http.put("/sign-in/connection", draft, { version: `"${version}"` }),
)
export const removeSignInConnection = write("signIn", (version: number) =>
  http.delete("/sign-in/connection", { version: `"${version}"` }),
)
export const testSignIn = write("signIn", () =>
  http.post("/sign-in/connection/test", {}).then(objectValue<{ problem: SignInProblem | null }>()),
)
/** @param path where the browser comes back to; the answer's `url` is the provider's */
export const trySignIn = write("signIn", (path: string) =>
  http.post("/sign-in/connection/try", { path }).then(objectValue<{ url: string | null; problem: SignInProblem | null }>()),
)

export const getPasskeyRule = read("signIn.passkeys", (_: undefined, signal) =>
  http.get("/sign-in/passkeys", { signal }).then(objectValue<PasskeyRule>()).catch(ifMissing("passkeys")),
)
export const setPasskeyRule = write(["signIn", "passkeys"], (isRequired: boolean) =>
  http.put("/sign-in/passkeys", { isRequired }),
)
