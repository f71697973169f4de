import {
  type Attachment,
  authors,
  type Conversation,
  categories,
  kinds,
  priorities,
  type Status,
  statuses,
} from "../../../contract/feedback"
import type { Company, Person, Stored } from "./store"

/** The sample data of the memory source: companies, staff and feedback (docs/contract.md#feedback-source). */

/** The fixed sample companies. */
export const sampleCompanies: readonly Company[] = ["akasya", "bozkir", "cinar", "deniz", "emek"].map(id => ({
  id,
  name: `samples.company.${id}`,
}))

const emailOf = (id: string) => `${id.replace("-", ".")}@ornek.example`

export const sampleStaff: readonly Person[] = ["selin-arslan", "emre-dogan", "derya-aksoy", "onur-sahin", "gamze-polat"].map(
  id => ({ id, name: `samples.staff.${id}`, email: emailOf(id) }),
)

/** Who gave the feedback. */
export const samplePeople: readonly Person[] = [
  "burak-celik",
  "zeynep-kaya",
  "hakan-ozturk",
  "isil-gunes",
  "murat-demir",
  "nazli-koc",
  "serkan-yildiz",
  "busra-kilic",
  "tolga-aydin",
  "ibrahim-ucar",
  "gul-tekin",
].map(id => ({ id, name: `samples.person.${id}`, email: emailOf(id) }))

/** An entry of a conversation: hours after the item's creation, and whose it is. */
type Entry = readonly [hours: number, by: "staff" | "note" | "person"]

/** `company` and `staff` are positions in their lists, `age` and `resolved` hours. */
type Sample = {
  id: string
  company: number
  type: (typeof kinds.names)[number]
  priority: (typeof priorities.names)[number]
  category: (typeof categories.names)[number]
  status: Status
  age: number
  staff?: number
  entries?: readonly Entry[]
  resolved?: number
  has?: readonly ("notes" | "step" | "file")[]
}

const day = 24

// biome-ignore format: one item a line
const samples: readonly Sample[] = [
  { id: "a1", company: 0, type: "complaint", priority: "critical", category: "application", status: "new", age: 3 },
  { id: "a2", company: 0, type: "complaint", priority: "high", category: "system", status: "inProgress", age: 30, staff: 0, entries: [[20, "note"]], has: ["notes"] },
  { id: "a3", company: 0, type: "suggestion", priority: "medium", category: "content", status: "resolved", age: 9 * day, staff: 1, entries: [[5, "staff"], [7, "person"], [50, "staff"]], resolved: 50, has: ["step", "file"] },
  { id: "a4", company: 0, type: "complaint", priority: "medium", category: "other", status: "pending", age: 2 * day, staff: 0, entries: [[6, "staff"]], has: ["notes"] },
  { id: "a5", company: 0, type: "suggestion", priority: "low", category: "application", status: "new", age: 5 * day },
  { id: "a6", company: 0, type: "complaint", priority: "low", category: "content", status: "rejected", age: 20 * day, staff: 2, entries: [[26, "staff"]] },
  { id: "a7", company: 0, type: "complaint", priority: "critical", category: "system", status: "resolved", age: 40 * day, staff: 3, entries: [[1, "staff"], [3, "staff"]], resolved: 3, has: ["notes", "step", "file"] },
  { id: "a8", company: 0, type: "suggestion", priority: "high", category: "other", status: "inProgress", age: 20, staff: 1, entries: [[4, "staff"]] },
  { id: "b1", company: 1, type: "complaint", priority: "high", category: "application", status: "new", age: 26 },
  { id: "b2", company: 1, type: "suggestion", priority: "medium", category: "content", status: "new", age: day },
  { id: "b3", company: 1, type: "complaint", priority: "medium", category: "system", status: "inProgress", age: 4 * day, staff: 3, entries: [[9, "staff"]] },
  { id: "b4", company: 1, type: "complaint", priority: "low", category: "other", status: "resolved", age: 60 * day, staff: 4, entries: [[30, "staff"]], resolved: 5 * day, has: ["step"] },
  { id: "b5", company: 1, type: "suggestion", priority: "low", category: "content", status: "pending", age: 12 * day, staff: 2, entries: [[2 * day, "staff"]] },
  { id: "c1", company: 2, type: "complaint", priority: "critical", category: "system", status: "inProgress", age: 6, staff: 0, entries: [[1, "staff"]], has: ["notes"] },
  { id: "c2", company: 2, type: "suggestion", priority: "medium", category: "content", status: "resolved", age: 25 * day, staff: 1, entries: [[3 * day, "staff"]], resolved: 3 * day, has: ["step"] },
  { id: "c3", company: 2, type: "complaint", priority: "medium", category: "content", status: "new", age: 4 * day },
  { id: "c4", company: 2, type: "complaint", priority: "low", category: "application", status: "resolved", age: 8 * day, staff: 2, entries: [[day, "staff"], [28, "person"]], resolved: 30, has: ["step"] },
  { id: "c5", company: 2, type: "suggestion", priority: "low", category: "other", status: "rejected", age: 33 * day, staff: 4, entries: [[4 * day, "staff"]] },
  { id: "d1", company: 3, type: "complaint", priority: "critical", category: "application", status: "new", age: 5 },
  { id: "d2", company: 3, type: "suggestion", priority: "medium", category: "other", status: "inProgress", age: 6 * day, staff: 1, entries: [[20, "staff"]], has: ["notes"] },
  { id: "d3", company: 3, type: "complaint", priority: "low", category: "content", status: "resolved", age: 15 * day, staff: 3, entries: [[12, "staff"]], resolved: 2 * day, has: ["step"] },
  { id: "d4", company: 3, type: "complaint", priority: "high", category: "content", status: "pending", age: 3 * day, staff: 2, entries: [[10, "staff"]] },
  { id: "d5", company: 3, type: "suggestion", priority: "low", category: "content", status: "new", age: 2 },
  { id: "e1", company: 4, type: "complaint", priority: "high", category: "application", status: "inProgress", age: 2 * day, staff: 4, entries: [[16, "staff"]] },
  { id: "e2", company: 4, type: "suggestion", priority: "medium", category: "other", status: "new", age: 10 },
  { id: "e3", company: 4, type: "complaint", priority: "medium", category: "system", status: "resolved", age: 11 * day, staff: 3, entries: [[8, "staff"]], resolved: 30, has: ["step"] },
  { id: "e4", company: 4, type: "complaint", priority: "high", category: "other", status: "pending", age: 5 * day, staff: 0, entries: [[7, "staff"], [4 * day, "person"]], has: ["notes"] },
  { id: "e5", company: 4, type: "complaint", priority: "medium", category: "system", status: "rejected", age: 18 * day, staff: 3, entries: [[2 * day, "staff"]] },
]

/** Makes a file of a text. @returns its URL and size, bytes */
type MakeFile = (text: string) => { url: string; size: number }

type Maker = { startedAt: number; textOf: (text: string) => string; makeFile: MakeFile }

const hourMs = 3_600_000

const itemOf = (sample: Sample, at: number, company: Company, idPrefix: string, maker: Maker): Stored => {
  const { id, entries = [], has = [], status, age } = sample
  const dateAfter = (hours: number) => new Date(maker.startedAt + (hours - age) * hourMs).toISOString()
  const person = samplePeople[at % samplePeople.length] ?? { id: "", name: "", email: "" }
  const staff = sample.staff === undefined ? undefined : sampleStaff[sample.staff]
  const description = `samples.description.${id}`
  const conversations = entries.map(([hours, by], index): Conversation => {
    const author = by === "person" ? person : (staff ?? person)
    return {
      id: `${idPrefix}${id}-${index + 1}`,
      type: authors.value(by === "person" ? "user" : "admin"),
      message: `samples.entry.${id}_${index + 1}`,
      authorName: author.name,
      authorEmail: author.email,
      createdDate: dateAfter(hours),
      isInternal: by === "note",
      attachments: [],
    }
  })
  const file = (): Attachment => ({
    id: `${idPrefix}${id}-file`,
    name: `samples.file.${id}`,
    ...maker.makeFile(maker.textOf(description)),
    uploadDate: dateAfter(0),
  })
  return {
    id: `${idPrefix}${id}`,
    type: kinds.value(sample.type),
    subject: `samples.subject.${id}`,
    description,
    userId: person.id,
    userName: person.name,
    email: person.email,
    priority: priorities.value(sample.priority),
    category: categories.value(sample.category),
    status: statuses.value(status),
    tenantId: company.id,
    tenantName: company.name,
    assignedTo: staff?.id ?? "",
    assignedToName: staff?.name ?? "",
    createdDate: dateAfter(0),
    updatedDate: dateAfter(Math.max(sample.resolved ?? 0, entries.at(-1)?.[0] ?? 0)),
    resolvedDate: sample.resolved === undefined ? null : dateAfter(sample.resolved),
    mailsAnswers: false,
    internalNotes: has.includes("notes") ? `samples.notes.${id}` : "",
    resolutionStep: has.includes("step") ? `samples.step.${id}` : "",
    conversations,
    attachments: has.includes("file") ? [file()] : [],
    version: 1,
  }
}

/** Returns the feedback of all sample companies, with dates before `startedAt` (epoch ms). */
export const sampleItems = (maker: Maker): Stored[] =>
  samples.flatMap((sample, at) => {
    const company = sampleCompanies[sample.company]
    return company ? [itemOf(sample, at, company, "ornek-", maker)] : []
  })

/** Returns the feedback of the first sample company as that of another one. */
export const sampleItemsOf = (company: Company, maker: Maker): Stored[] =>
  samples.flatMap((sample, at) => (sample.company === 0 ? [itemOf(sample, at, company, `${company.id}-`, maker)] : []))
