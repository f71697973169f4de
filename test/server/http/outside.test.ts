import { Resolver } from "node:dns/promises"
import { createServer } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { listen } from "../../../scripts/free-port.mjs"
import { createApp } from "../../../server/src/app"
import { webhooks } from "../../../server/src/db/webhook-tables"
import { bucketStore } from "../../../server/src/media/store"
import { accounts, createTestApi, type TestApi } from "../../api"
import { sample } from "../../rounds"

/** Calls that wait for another machine leave their places to others, and have a count by owner (docs/operations.md#load-limits). */
let api: TestApi
const hanging = createServer()
let url = ""
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(hanging)}/`
  api = await createTestApi({ env: { WEBHOOK_ALLOW: "127.0.0.1", AI_URL: url, AI_MODEL: "m", TRUSTED_PROXY: "1" } })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  hanging.close()
  await api.close()
})

const image = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const upload = () => {
  const form = new FormData()
  form.set("file", new File([image], "a.png"))
  form.set("orderNo", "0")
  return form
}
const json = (body: object) => ({ body: JSON.stringify(body), headers: { "Content-Type": "application/json" } })
const prompt = { messages: [{ role: "user", content: "Bir anket" }] }

const draft = { url: "https://slow.example/", description: "", events: ["brand.created"] }
const rows: [what: string, path: string, init: RequestInit, ofOwner: number][] = [
  ["a receiver of webhooks that is tested", "/webhook/:id/test", { method: "POST" }, 2],
  ["the name servers of a new webhook", "/webhook", { method: "POST", ...json(draft) }, 4],
  ["the name servers of a changed webhook", "/webhook/:id", { method: "PUT", ...json({ url: draft.url }) }, 4],
  ["the AI service", "/ai/chat/completions", { method: "POST", ...json(prompt) }, 10],
  ["the mail server", "/Auth/GetCode/nobody@nowhere.example", {}, 30],
  ["the bucket, for a picture", `/media/${"a".repeat(64)}.png`, {}, 150],
  ["the bucket, for an upload", "/brand/media", { method: "POST", body: "upload" }, 20],
]

describe("more calls of one owner than may wait for", () => {
  it.each(sample(rows, 4))("%s hold no place of others, and are refused", async (_, path, init, ofOwner) => {
    const [elif = "", mert = ""] = await Promise.all([accounts.elif, accounts.mert].map(api.signIn))
    const made = await api.call("POST", "/webhook", { token: elif, body: { ...draft, url } })
    const never = new Promise<never>(() => {})
    vi.spyOn(Resolver.prototype, "resolve4").mockReturnValue(never)
    vi.spyOn(Resolver.prototype, "resolve6").mockReturnValue(never)
    const store = bucketStore(`${url.replace("//", "//KEY:SECRET@")}bucket`)
    const app = createApp({ ...api.deps, store, mailer: { ...api.deps.mailer, open: () => never } })
    const statuses: number[] = []
    const call = async (path: string, init: RequestInit, token: string, address: string) =>
      app.request(`/backend${path}`, {
        ...init,
        ...(init.body === "upload" && { body: upload() }),
        headers: { ...init.headers, "X-Forwarded-For": address, ...(token && { Authorization: `Bearer ${token}` }) },
      })
    const isGuest = init.method === undefined
    // In groups: fifty calls of an account may work at once.
    for (let sent = 1; sent <= ofOwner + 20; sent++) {
      void call(path.replace(":id", made.value.webhook.id), init, isGuest ? "" : elif, "192.0.2.1").then(answer =>
        statuses.push(answer.status),
      )
      if (sent % 40 === 0 || sent === ofOwner + 20)
        await vi.waitFor(() => expect(statuses.length).toBeGreaterThanOrEqual(sent - ofOwner), { timeout: 60_000 })
    }
    // A test ends after ten seconds, on a machine that is so slow.
    expect(new Set(statuses.filter(status => status !== 200))).toEqual(new Set([429]))
    const reads = [elif, mert].flatMap(token => Array.from({ length: 10 }, () => call("/brand/list", {}, token, "192.0.2.1")))
    const answers = await Promise.all(reads)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    hanging.closeAllConnections()
    await api.db.delete(webhooks)
  })
})
