import type { FeedbackCalls } from "../../../src/modules/feedback/calls"
import { callsOn } from "../../../src/modules/feedback/memory/calls"
import type { Store, StoreUser } from "../../../src/modules/feedback/memory/store"
import { describeSource, turkish, type Who } from "./source"

/** The source of feedback on the page. */

const personOf = (id: string, name: string) => ({ id, name, email: `${id}@ornek.example` })

const users: Record<Who, StoreUser> = {
  platform: { ...personOf("platform", "Platform Yöneticisi"), tenantId: "" },
  company: { ...personOf("elif", "Elif Yılmaz"), tenantId: "yesilova" },
  other: { ...personOf("mert", "Mert Aydın"), tenantId: "sarikum" },
}
const companies = { company: { id: "yesilova", name: "Yeşilova" }, other: { id: "sarikum", name: "Sarıkum" } }
const colleague = personOf("selin", "Selin Arslan")

describeSource("feedback on the page", async () => {
  let now = Date.parse("2026-03-10T08:00:00Z")
  const store: Store = {
    items: [],
    companies: Object.values(companies),
    staff: [colleague],
    people: [],
    files: new Map(),
    answers: new Map(),
    now: () => now,
    timeZone: () => "Europe/Istanbul",
    t: turkish,
    textOf: text => text,
  }
  return {
    calls: (who): FeedbackCalls => callsOn(store, users[who]),
    now: () => now,
    advance: async ms => {
      now += ms
    },
    timeZone: "Europe/Istanbul",
    person: who => users[who],
    company: who => companies[who],
    colleague,
    picture: number => new Blob(["x".repeat(100 + number)], { type: "image/png" }),
    close: async () => {},
  }
})
