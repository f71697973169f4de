import { tenants, users } from "../../../server/src/db/schema"
import { artwork } from "../../../server/src/seed/artwork"
import { createRandom } from "../../../server/src/seed/random"
import { createHttp } from "../../../src/core/http/http"
import { accounts, createTestApi } from "../../api"
import { describeSource, type Who } from "../../modules/feedback/source"
import { type Signed, signAll } from "../record-kit"

/** The API as the source of feedback, through the console's HTTP client. */

const who = { platform: "admin", company: "elif", other: "mert" } as const satisfies Record<Who, keyof typeof accounts>

const picture = (number: number) => new Blob([new Uint8Array(artwork(createRandom(number)))], { type: "image/png" })

describeSource("feedback of the API", async () => {
  const api = await createTestApi()
  let tokens: Signed["tokens"] = await signAll(api)
  const people = (await api.db.select().from(users)).map(row => ({ ...row, name: `${row.firstName} ${row.lastName}` }))
  const companies = await api.db.select().from(tenants)
  const person = (account: Who) => {
    const found = people.find(({ email }) => email === accounts[who[account]])
    if (!found) throw new Error("There is no such account.")
    return { id: found.id, name: found.name, email: found.email, tenantId: found.tenantId }
  }
  const company = (account: "company" | "other") => {
    const { tenantId } = person(account)
    return { id: tenantId ?? "", name: companies.find(({ id }) => id === tenantId)?.name ?? "" }
  }
  const colleague = people.find(row => row.tenantId === company("company").id && row.role === "User" && row.status === 1)
  if (!colleague) throw new Error("There is no colleague.")
  return {
    calls: account => {
      const http = createHttp({
        baseUrl: () => "/backend",
        extensions: () => true,
        language: () => "tr",
        token: () => tokens[who[account]],
        refreshTokens: async () => false,
        onSessionExpired: async () => false,
        fetch: () => (input, init) => api.fetch(String(input), init),
      })
      return {
        ...http,
        // The client uploads by XMLHttpRequest, which only a browser has.
        upload: async (path, file, orderNo) => {
          const body = new FormData()
          body.set("file", file)
          body.set("orderNo", String(orderNo))
          const headers = { Authorization: `Bearer ${tokens[who[account]]}` }
          const answer = await api.fetch(`/backend${path}`, { method: "POST", headers, body })
          return ((await answer.json()) as { value: { url: string } }).value.url
        },
      }
    },
    now: api.now,
    advance: async ms => {
      api.advance(ms)
      // Access tokens expire meanwhile.
      if (ms > 300_000) tokens = await signAll(api)
    },
    timeZone: api.config.timeZone,
    person,
    company,
    colleague: { id: colleague.id, name: colleague.name, email: colleague.email },
    picture,
    close: api.close,
  }
})
