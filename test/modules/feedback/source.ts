import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  authors,
  categories,
  type Feedback,
  type FeedbackStats,
  feedbackItemOf,
  feedbackOf,
  kinds,
  maxConversationLength,
  priorities,
  resolutionRate,
  statuses,
} from "../../../src/contract/feedback"
import { HttpError, type Query, type RequestOptions } from "../../../src/core/http/http"
import { objectValue, one, page } from "../../../src/core/http/pages"
import { createI18n, type Key, type Params } from "../../../src/core/text/i18n"
import type { FeedbackCalls } from "../../../src/modules/feedback/calls"
import { allTexts } from "../../texts"

/**
 * What both sources of feedback do (docs/contract.md#feedback-source): the one on the page, and the API on both databases. Three
 * differences are allowed. An assignment takes an id, and the source finds the name. Staff reply in their own name. An update
 * cannot set the status, the assignee or the conversation, which have calls of their own.
 */

export type Who = "platform" | "company" | "other"
type Person = { id: string; name: string; email: string }

export type Source = {
  calls: (who: Who) => FeedbackCalls
  /** Epoch ms. */
  now: () => number
  advance: (ms: number) => Promise<void>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  person: (who: Who) => Person
  /** The company of an administrator. */
  company: (who: "company" | "other") => { id: string; name: string }
  /** Somebody else of the company, to whom its feedback may be assigned. */
  colleague: Person
  /** A picture; another one for each number. */
  picture: (number: number) => Blob
  close: () => Promise<void>
}

const texts = createI18n()
texts.setDictionaries("tr", [allTexts.tr])

/** Turkish messages, which both sources are asked for. */
export const turkish = texts.t

const hourMs = 3_600_000

export const describeSource = (title: string, open: () => Promise<Source>) =>
  describe(title, () => {
    let source: Source
    beforeAll(async () => {
      source = await open()
    })
    afterAll(() => source.close())

    const at = () => new Date(source.now()).toISOString()

    let made = 0
    const body = (given: object = {}) => ({
      type: kinds.value("complaint"),
      subject: `Işık yanmıyor ${++made}`,
      description: "Üçüncü katta koridor karanlık.",
      userName: "Ayşe Kaya",
      email: "ayse.kaya@ornek.example",
      priority: priorities.value("high"),
      category: categories.value("system"),
      ...given,
    })
    const read = one(feedbackOf)
    const create = async (given: object = {}, who: Who = "company", options?: RequestOptions) =>
      read(await source.calls(who).post("/feedback/create", body(given), options))
    const get = async (id: string, who: Who = "company") => read(await source.calls(who).get(`/feedback/${id}`))
    const put = async (path: string, given: object, who: Who = "company", options?: RequestOptions) =>
      read(await source.calls(who).put(path, given, options))
    const update = (id: string, given: object, options?: RequestOptions) =>
      put("/feedback/update", { id, ...given }, "company", options)
    const setStatus = (id: string, given: object, options?: RequestOptions) =>
      put("/feedback/status", { id, response: "", ...given }, "company", options)
    const assign = (id: string, assignedTo: unknown, options?: RequestOptions) =>
      put("/feedback/assign", { id, assignedTo, assignedToName: "Başka biri" }, "company", options)
    const respond = async (feedbackId: string, given: object = {}, options?: RequestOptions) =>
      read(await source.calls("company").post("/feedback/respond", { feedbackId, message: "Bakıyoruz", ...given }, options))
    const remove = (id: string, who: Who = "company") => source.calls(who).delete(`/feedback/delete/${id}`)
    const list = async (query: Query, who: Who = "company") =>
      page("feedbacks", feedbackItemOf)(await source.calls(who).get("/feedback/list", { query }))
    const subjects = async (query: Query, who?: Who) => (await list(query, who)).rows.map(({ subject }) => subject)
    const stats = async (query: Query = {}, who: Who = "company") =>
      objectValue<FeedbackStats>()(await source.calls(who).get("/feedback/stats", { query }))

    const failure = async (call: Promise<unknown>): Promise<HttpError> => {
      const error = await call.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (!(error instanceof HttpError)) throw new Error(`The call has not been refused: ${error}`)
      return error
    }
    const refusal = async (call: Promise<unknown>) => {
      const { status, fields } = await failure(call)
      return [status, Object.fromEntries(fields.map(({ field, message }) => [field, message]))]
    }
    /** A member, the value that is refused, and its message. */
    type Wrong = [what: string, given: object, field: string, message: Key, params?: Params]
    const invalid = (field: string, message: Key, params?: Params) => [400, { [field]: turkish(message, params) }]
    const long = (length: number) => "x".repeat(length)
    const unknownId = "00000000-0000-4000-8000-000000000000"

    describe("new feedback", () => {
      it("is new, without entries, files or assignee, and belongs to the company of who records it", async () => {
        const { record, version } = await create({ priority: undefined, category: null })
        expect([record, version]).toEqual([
          expect.objectContaining({
            type: 0,
            status: statuses.value("new"),
            priority: priorities.value("medium"),
            category: categories.value("other"),
            userName: "Ayşe Kaya",
            email: "ayse.kaya@ornek.example",
            tenantId: source.company("company").id,
            tenantName: source.company("company").name,
            assignedTo: "",
            assignedToName: "",
            internalNotes: "",
            resolutionStep: "",
            conversations: [],
            attachments: [],
            createdDate: at(),
            updatedDate: at(),
            resolvedDate: null,
          }),
          '"1"',
        ])
        expect(await get(record.id)).toMatchObject({ record, version: '"1"' })
      })

      it("takes nothing else from its body", async () => {
        const { record } = await create({
          id: unknownId,
          status: 2,
          conversations: [{ message: "x" }],
          attachments: [{ name: "x", url: "https://x.example/x.png", size: 1 }],
          assignedTo: source.colleague.id,
          assignedToName: "x",
          internalNotes: "x",
          resolutionStep: "x",
          createdDate: "2020-01-01T00:00:00Z",
          resolvedDate: "2020-01-01T00:00:00Z",
          tenantName: "x",
          version: 7,
        })
        expect(record).toMatchObject({
          status: 0,
          conversations: [],
          attachments: [],
          assignedTo: "",
          assignedToName: "",
          internalNotes: "",
          resolutionStep: "",
          createdDate: at(),
          resolvedDate: null,
          tenantName: source.company("company").name,
        })
        expect(record.id).not.toBe(unknownId)
      })

      it("is of the one who records it if nobody is named", async () => {
        const { id, name, email } = source.person("company")
        const { record } = await create({ userName: " ", email: "" })
        expect(record).toMatchObject({ userId: id, userName: name, email })
      })

      it("is of a person of the company, by their own name unless another is given", async () => {
        const { id: userId, name: userName, email } = source.colleague
        expect((await create({ userId, userName: "", email: "" })).record).toMatchObject({ userId, userName, email })
        expect((await create({ userId, userName: "Kızı", email: "" })).record).toMatchObject({ userId, userName: "Kızı", email })
      })

      it("of the platform is given to the company that it names, or stays with the platform", async () => {
        const { id: tenantId, name } = source.company("other")
        expect((await create({ tenantId }, "platform")).record).toMatchObject({ tenantId, tenantName: name })
        expect((await create({}, "platform")).record).toMatchObject({ tenantId: null, tenantName: "" })
      })

      it.each<Wrong>([
        ["no subject", { subject: undefined }, "subject", "feedback.subjectRequired"],
        ["a blank subject", { subject: "  " }, "subject", "feedback.subjectRequired"],
        ["a long subject", { subject: long(201) }, "subject", "rule.maxLength", { limit: 200 }],
        ["no description", { description: "" }, "description", "feedback.descriptionRequired"],
        ["a long description", { description: long(2001) }, "description", "rule.maxLength", { limit: 2000 }],
        ["no address", { email: "ayse" }, "email", "auth.emailInvalid"],
        ["a long name", { userName: long(101) }, "userName", "rule.maxLength", { limit: 100 }],
        ["no type", { type: undefined }, "type", "rule.shape"],
        ["an unknown type", { type: 2 }, "type", "rule.shape"],
        ["an unknown priority", { priority: 4 }, "priority", "rule.shape"],
        ["an unknown category", { category: -1 }, "category", "rule.shape"],
        ["an unknown person", { userId: unknownId }, "userId", "rule.employeeOutOfReach"],
        ["an unknown company", { tenantId: unknownId }, "tenantId", "rule.companyOutOfReach"],
      ])("with %s is refused", async (_, given, field, message, params) => {
        const before = (await list({})).total
        expect(await refusal(create(given))).toEqual(invalid(field, message, params))
        expect((await list({})).total).toBe(before)
      })

      it("of another company is refused", async () => {
        expect(await refusal(create({ tenantId: source.company("other").id }))).toEqual(
          invalid("tenantId", "rule.companyOutOfReach"),
        )
      })

      it("is made once for one key", async () => {
        const key = { idempotencyKey: `key-${++made}-0000` }
        const given = { subject: `Tek ${made}` }
        const [first, second] = [await create(given, "company", key), await create(given, "company", key)]
        expect(second.record).toEqual(first.record)
        expect((await failure(create({ subject: "Başka" }, "company", key))).status).toBe(409)
      })
    })

    describe("the list", () => {
      /** Items of one test, told apart by a word. */
      const fill = async (word: string) => {
        const item = (subject: string, given: object) => create({ subject: `${word} ${subject}`, ...given })
        const a = await item("A", { type: 0, priority: 0, category: 0 })
        await source.advance(60_000)
        const b = await item("B", { type: 1, priority: 1, category: 1, userName: "Çağla Öz" })
        await source.advance(60_000)
        const c = await item("C", { type: 0, priority: 2, category: 2 })
        await source.advance(60_000)
        const d = await item("D", { type: 1, priority: 3, category: 3 })
        await source.advance(60_000)
        await assign(a.record.id, source.colleague.id)
        await setStatus(b.record.id, { status: statuses.value("resolved") })
        await setStatus(c.record.id, { status: statuses.value("inProgress") })
        return [a, b, c, d].map(({ record }) => record)
      }
      let word = ""
      let createdAt: string[] = []
      beforeAll(async () => {
        word = `Süzgeç${++made}`
        createdAt = (await fill(word)).map(({ createdDate }) => createdDate ?? "")
      })
      const letters = async (query: Query, who?: Who) =>
        (await subjects({ keyword: word, ...query }, who)).map(subject => subject.slice(-1)).join("")
      const sorted = { sortBy: "subject", sortOrder: "asc" }

      it.each<[string, Query | (() => Query), string]>([
        ["nothing", {}, "ABCD"],
        ["complaints", { type: 0 }, "AC"],
        ["suggestions", { type: "1" }, "BD"],
        ["an unknown type", { type: 9 }, ""],
        ["no type", { type: "x" }, ""],
        ["low priority", { priority: 0 }, "A"],
        ["critical priority", { priority: 3 }, "D"],
        ["a category", { category: 2 }, "C"],
        ["new", { status: 0 }, "AD"],
        ["a status by its name", { status: "resolved" }, "B"],
        ["in progress", { status: 1 }, "C"],
        ["an unknown status", { status: 9 }, ""],
        ["an assignee", () => ({ assignedTo: source.colleague.id }), "A"],
        ["an unknown assignee", { assignedTo: unknownId }, ""],
        ["the own company", () => ({ tenantId: source.company("company").id }), "ABCD"],
        ["another company", () => ({ tenantId: source.company("other").id }), ""],
        ["two at once", { type: 0, priority: 2 }, "C"],
        [
          "blank ones, which are left out",
          { type: "", status: " ", priority: "", category: " ", tenantId: "", assignedTo: " " },
          "ABCD",
        ],
        ["from an instant on", () => ({ createdFrom: createdAt[2] }), "CD"],
        ["before an instant", () => ({ createdTo: createdAt[2] }), "AB"],
        ["no date", { createdFrom: "x", createdTo: "2026-13-45" }, "ABCD"],
        ["nothing overdue", { overdue: "true" }, ""],
        ["another word than true", { overdue: "x" }, "ABCD"],
      ])("filters by %s", async (_, query, expected) => {
        expect(await letters({ ...(typeof query === "function" ? query() : query), ...sorted })).toBe(expected)
      })

      it("filters by days of the configured zone", async () => {
        const dayOf = (iso: string) => new Date(iso).toLocaleDateString("en-CA", { timeZone: source.timeZone })
        const [first = "", last = ""] = [createdAt[0], createdAt[3]].map(iso => dayOf(iso ?? ""))
        const following = new Date(Date.parse(last) + 24 * hourMs).toISOString().slice(0, 10)
        const before = new Date(Date.parse(first) - 24 * hourMs).toISOString().slice(0, 10)
        expect([
          await letters({ createdFrom: first, createdTo: last, ...sorted }),
          await letters({ createdFrom: following }),
          await letters({ createdTo: before }),
        ]).toEqual(["ABCD", "", ""])
      })

      it.each<[string, string, string]>([
        ["subject", "asc", "ABCD"],
        ["subject", "desc", "DCBA"],
        ["priority", "desc", "DCBA"],
        ["category", "asc", "ABCD"],
        ["createdDate", "asc", "ABCD"],
        ["createdDate", "desc", "DCBA"],
        // The others have been changed since.
        ["updatedDate", "asc", "D"],
        // D is due within 4 hours, C within 24, A within 168; B needs no answer.
        ["dueDate", "asc", "DCAB"],
        ["dueDate", "desc", "BACD"],
      ])("sorts by %s, %s", async (sortBy, sortOrder, expected) => {
        expect((await letters({ sortBy, sortOrder })).slice(0, expected.length)).toBe(expected)
      })

      it.each<[string, RegExp]>([
        ["type", /^[AC]{2}[BD]{2}$/],
        ["status", /^[AD]{2}CB$/],
      ])("sorts by the code of %s", async (sortBy, expected) => {
        expect(await letters({ sortBy, sortOrder: "asc" })).toMatch(expected)
      })

      it.each([[{}], [{ sortBy: "constructor" }], [{ sortBy: "x", sortOrder: "asc" }]])(
        "shows the newest first for %j",
        async query => {
          expect(await letters(query)).toBe("DCBA")
        },
      )

      it.each<[string, string]>([
        ["süzgeç", "ABCD"],
        ["SUZGEC", "ABCD"],
        ["suzgec", "ABCD"],
        ["cagla", "B"],
        ["ÖZ", "B"],
        ["%", ""],
        ["_", ""],
      ])("finds %j with folded letters in subject and name", async (keyword, expected) => {
        const found = (await subjects({ keyword, pageSize: 100, ...sorted })).filter(subject => subject.startsWith(word))
        expect(found.map(subject => subject.slice(-1)).join("")).toBe(expected)
      })

      it("is read in pages, each row once", async () => {
        const pages = [0, 1, 2].map(number => letters({ page: number, pageSize: 3, ...sorted }))
        expect(await Promise.all(pages)).toEqual(["ABC", "D", ""])
        const first = await list({ keyword: word, pageSize: 3 })
        expect([first.rows.length, first.total]).toEqual([3, 4])
        expect((await list({ keyword: word, page: "x", pageSize: "x" })).rows).toHaveLength(4)
      })

      it("counts every status of the same filters", async () => {
        const { counts, total } = await list({ keyword: word, status: 1 })
        expect([counts, total]).toEqual([{ 0: 2, 1: 1, 2: 1 }, 1])
        expect((await list({ keyword: word, type: 1 })).counts).toEqual({ 0: 1, 2: 1 })
      })

      it("has rows without notes, conversation and files, and with the number of entries", async () => {
        const { record } = await create({ subject: `Satır ${++made}` })
        await update(record.id, { internalNotes: "Gizli not" })
        await respond(record.id, { message: "Gizli yanıt", isInternal: true })
        const answer = await source.calls("company").get("/feedback/list", { query: { keyword: record.subject } })
        expect(JSON.stringify(answer.value)).not.toContain("Gizli")
        const [row] = page("feedbacks", feedbackItemOf)(answer).rows
        expect(row).toMatchObject({ id: record.id, conversationCount: 1, tenantName: source.company("company").name })
        for (const name of ["internalNotes", "conversations", "attachments"]) expect(row).not.toHaveProperty(name)
      })
    })

    describe("an update", () => {
      it("writes what it names, and stamps the date", async () => {
        const { record } = await create()
        await source.advance(1000)
        const changed = await update(record.id, {
          subject: " Yeni konu ",
          priority: 3,
          internalNotes: "Not",
          resolutionStep: "Adım",
        })
        expect(changed).toMatchObject({
          version: '"2"',
          record: {
            ...record,
            subject: "Yeni konu",
            priority: 3,
            internalNotes: "Not",
            resolutionStep: "Adım",
            updatedDate: at(),
            dueDate: new Date(Date.parse(record.createdDate ?? "") + 4 * hourMs).toISOString(),
          },
        })
      })

      it("sets neither status, assignee, conversation, company nor dates", async () => {
        const { record } = await create()
        const { record: changed } = await update(record.id, {
          status: 2,
          assignedTo: source.colleague.id,
          assignedToName: "x",
          conversations: [{ message: "x" }],
          tenantId: source.company("other").id,
          tenantName: "x",
          userId: unknownId,
          createdDate: "2020-01-01T00:00:00Z",
          resolvedDate: "2020-01-01T00:00:00Z",
          version: 9,
        })
        expect(changed).toEqual({ ...record, updatedDate: at() })
      })

      it.each<Wrong>([
        ["no subject", { subject: "" }, "subject", "feedback.subjectRequired"],
        ["a long description", { description: long(2001) }, "description", "rule.maxLength", { limit: 2000 }],
        ["an unknown priority", { priority: 4 }, "priority", "rule.shape"],
        ["long notes", { internalNotes: long(10_001) }, "internalNotes", "rule.maxLength", { limit: 10_000 }],
        ["a long step", { resolutionStep: long(2001) }, "resolutionStep", "rule.maxLength", { limit: 2000 }],
      ])("with %s is refused", async (_, given, field, message, params) => {
        const { record } = await create()
        expect(await refusal(update(record.id, given))).toEqual(invalid(field, message, params))
        expect((await get(record.id)).version).toBe('"1"')
      })
    })

    describe("a status", () => {
      const {
        new: fresh,
        inProgress,
        resolved,
        rejected,
        pending,
      } = Object.fromEntries(statuses.names.map(name => [name, statuses.value(name)])) as Record<
        (typeof statuses.names)[number],
        number
      >

      it.each<[string, number[], (times: string[]) => string | null]>([
        ["stamps the resolution", [resolved], ([first]) => first ?? ""],
        ["keeps it while resolved", [resolved, resolved], ([first]) => first ?? ""],
        ["clears it when it leaves resolved", [resolved, inProgress], () => null],
        ["stamps it anew", [resolved, pending, resolved], ([, , third]) => third ?? ""],
        ["stamps nothing else", [inProgress, pending, rejected, fresh], () => null],
      ])("%s", async (_, steps, expected) => {
        const { record } = await create()
        const times: string[] = []
        let last: Feedback = record
        for (const status of steps) {
          await source.advance(1000)
          times.push(at())
          last = (await setStatus(record.id, { status })).record
          expect([last.status, last.updatedDate]).toEqual([status, at()])
        }
        expect(last.resolvedDate).toBe(expected(times))
      })

      it("adds the response to the conversation, in the name of who gives it", async () => {
        const { record } = await create()
        const { record: changed } = await setStatus(record.id, { status: 1, response: " İlgileniyoruz " })
        const { name, email } = source.person("company")
        expect(changed.conversations).toEqual([
          {
            id: expect.any(String),
            type: authors.value("admin"),
            message: "İlgileniyoruz",
            authorName: name,
            authorEmail: email,
            createdDate: at(),
            isInternal: false,
            attachments: [],
            mail: null,
          },
        ])
        expect((await setStatus(record.id, { status: 1, response: "  " })).record.conversations).toHaveLength(1)
      })

      it("comes with notes and a step, each kept when it is not named", async () => {
        const { record } = await create()
        const notes = { internalNotes: "Arandı", resolutionStep: "Ampul değişti" }
        expect((await setStatus(record.id, { status: 1, ...notes })).record).toMatchObject(notes)
        expect((await setStatus(record.id, { status: 2 })).record).toMatchObject(notes)
        expect((await setStatus(record.id, { status: 2, internalNotes: "" })).record).toMatchObject({
          internalNotes: "",
          resolutionStep: "Ampul değişti",
        })
      })

      it.each<Wrong>([
        ["no status", {}, "status", "rule.shape"],
        ["an unknown status", { status: 5 }, "status", "rule.shape"],
        ["a long response", { status: 1, response: long(10_001) }, "response", "rule.maxLength", { limit: 10_000 }],
        ["long notes", { status: 1, internalNotes: long(10_001) }, "internalNotes", "rule.maxLength", { limit: 10_000 }],
        ["a long step", { status: 1, resolutionStep: long(2001) }, "resolutionStep", "rule.maxLength", { limit: 2000 }],
      ])("with %s is refused", async (_, given, field, message, params) => {
        const { record } = await create()
        expect(await refusal(setStatus(record.id, given))).toEqual(invalid(field, message, params))
        expect((await get(record.id)).version).toBe('"1"')
      })
    })

    describe("an assignment", () => {
      it("takes an id, finds the name itself, and is taken back", async () => {
        const { record } = await create()
        const { id, name } = source.colleague
        expect((await assign(record.id, id)).record).toMatchObject({ assignedTo: id, assignedToName: name, updatedDate: at() })
        const own = source.person("company")
        expect((await assign(record.id, own.id)).record).toMatchObject({ assignedTo: own.id, assignedToName: own.name })
        for (const nobody of [null, "", " "])
          expect((await assign(record.id, nobody)).record).toMatchObject({ assignedTo: "", assignedToName: "" })
      })

      it("to an unknown person is refused", async () => {
        const { record } = await create()
        expect(await refusal(assign(record.id, unknownId))).toEqual(invalid("assignedTo", "feedback.assigneeUnknown"))
        expect((await get(record.id)).version).toBe('"1"')
      })
    })

    describe("a reply", () => {
      const [admin, user] = [authors.value("admin"), authors.value("user")]

      it("of staff is in their own name, whatever it names", async () => {
        const { record } = await create()
        const { record: answered } = await respond(record.id, { authorName: "Genel Müdür", authorEmail: "gm@ornek.example" })
        const { name, email } = source.person("company")
        expect(answered.conversations).toMatchObject([
          { type: admin, message: "Bakıyoruz", authorName: name, authorEmail: email, isInternal: false, createdDate: at() },
        ])
        expect(answered.updatedDate).toBe(at())
      })

      it("of the person is in the name that is given, or in theirs", async () => {
        const { record } = await create()
        await respond(record.id, { type: user, authorName: "Kardeşi", authorEmail: "k@ornek.example" })
        const { record: answered } = await respond(record.id, { type: user })
        expect(answered.conversations.map(({ type, authorName, authorEmail }) => [type, authorName, authorEmail])).toEqual([
          [user, "Kardeşi", "k@ornek.example"],
          [user, "Ayşe Kaya", "ayse.kaya@ornek.example"],
        ])
      })

      it("may be internal", async () => {
        const { record } = await create()
        expect((await respond(record.id, { isInternal: true })).record.conversations).toMatchObject([{ isInternal: true }])
      })

      it("is added once for one key, and two at once are both kept", async () => {
        const { record } = await create()
        const key = { idempotencyKey: `key-${++made}-0000` }
        await Promise.all([respond(record.id, {}, key), respond(record.id, {}, key)])
        expect((await get(record.id)).record.conversations).toHaveLength(1)
        expect((await failure(respond(record.id, { message: "Başka" }, key))).status).toBe(409)
        await Promise.all([respond(record.id, { message: "A" }), respond(record.id, { message: "B" })])
        const { conversations } = (await get(record.id)).record
        expect(conversations.map(({ message }) => message).sort()).toEqual(["A", "B", "Bakıyoruz"])
        expect(new Set(conversations.map(({ id }) => id)).size).toBe(3)
      })

      it.each<Wrong>([
        ["no message", { message: " " }, "message", "feedback.messageRequired"],
        ["a long message", { message: long(10_001) }, "message", "rule.maxLength", { limit: 10_000 }],
        ["the system as its author", { type: authors.value("system") }, "type", "feedback.authorSystem"],
        ["an unknown kind of author", { type: 3 }, "type", "rule.shape"],
        ["a long name", { type: 1, authorName: long(101) }, "authorName", "rule.maxLength", { limit: 100 }],
        ["no address", { type: 1, authorEmail: "x" }, "authorEmail", "auth.emailInvalid"],
        [
          "a file of elsewhere",
          { attachments: [{ name: "x", url: "https://x.example/x.png" }] },
          "attachments",
          "feedback.attachmentUnknown",
        ],
        [
          "a script for a file",
          { attachments: [{ name: "x", url: "javascript:alert(1)" }] },
          "attachments",
          "feedback.attachmentUnknown",
        ],
      ])("with %s is refused", async (_, given, field, message, params) => {
        const { record } = await create()
        expect(await refusal(respond(record.id, given))).toEqual(invalid(field, message, params))
        expect((await get(record.id)).version).toBe('"1"')
      })
    })

    describe("an answer", () => {
      const of = (name: (typeof statuses.names)[number]) => statuses.value(name)

      it.each<[string, object, Feedback["status"]]>([
        ["an answer of staff", {}, of("inProgress")],
        ["an internal note", { isInternal: true }, of("new")],
        ["what the person says", { type: authors.value("user") }, of("new")],
      ])("takes new feedback in hand: %s", async (_, given, status) => {
        const { record } = await create()
        const before = await stats()
        expect((await respond(record.id, given)).record.status).toBe(status)
        const moved = status === of("new") ? 0 : 1
        const after = await stats()
        expect([after.new, after.inProgress]).toEqual([before.new - moved, before.inProgress + moved])
      })

      it.each<[string, (typeof statuses.names)[number], (typeof statuses.names)[number], (typeof statuses.names)[number]]>([
        ["the status that was left", "new", "new", "inProgress"],
        ["another status that was chosen", "new", "pending", "pending"],
        ["the status *new* that was chosen", "resolved", "new", "new"],
        ["a later status that was left", "pending", "pending", "pending"],
      ])("with a change of status keeps %s", async (_, before, chosen, after) => {
        const { record } = await create()
        if (before !== "new") await setStatus(record.id, { status: of(before) })
        const { record: answered } = await setStatus(record.id, { status: of(chosen), response: "Bakıyoruz" })
        expect(answered.status).toBe(of(after))
      })

      it("keeps the status of feedback that is not new", async () => {
        const { record } = await create()
        await setStatus(record.id, { status: of("rejected") })
        expect((await respond(record.id)).record.status).toBe(of("rejected"))
      })
    })

    describe("a conversation", () => {
      it("that is full takes neither reply nor response, and takes a status", async () => {
        const { record } = await create()
        const count = maxConversationLength / 10_000
        // Each is a message of its own: the same one within 10 s is a repetition.
        for (let number = 1; number <= count; number++) await respond(record.id, { message: `${number}`.padEnd(10_000, "x") })
        const { version } = await get(record.id)
        expect(await refusal(respond(record.id, { message: "x" }))).toEqual(invalid("message", "feedback.conversationFull"))
        expect(await refusal(setStatus(record.id, { status: 1, response: "x" }))).toEqual(
          invalid("response", "feedback.conversationFull"),
        )
        expect((await get(record.id)).version).toBe(version)
        expect((await setStatus(record.id, { status: 1 })).record.status).toBe(1)
      })
    })

    describe("a file", () => {
      const upload = (number: number) => source.calls("company").upload("/feedback/media", source.picture(number), 1)

      it("is uploaded, and has its own size, name and day", async () => {
        const { record } = await create()
        const url = await upload(1)
        const { record: answered } = await respond(record.id, { attachments: [{ name: " kanıt.png ", url, size: 1 }] })
        const file = {
          id: expect.any(String),
          name: "kanıt.png",
          url,
          size: source.picture(1).size,
          uploadDate: at(),
        }
        expect(answered.conversations[0]?.attachments).toEqual([file])
        expect((await update(record.id, { attachments: [{ name: "kanıt.png", url }] })).record.attachments).toEqual([file])
      })

      it("stays as it is while others are added and taken away", async () => {
        const { record } = await create()
        const urls = [await upload(1), await upload(2)]
        const { attachments } = (await update(record.id, { attachments: urls.map(url => ({ name: "kanıt.png", url })) })).record
        await source.advance(1000)
        const [, second] = attachments
        expect((await update(record.id, { attachments: [{ ...second, name: "Başka" }] })).record.attachments).toEqual([second])
        expect((await update(record.id, { attachments: [] })).record.attachments).toEqual([])
      })

      it("is one of twenty at most", async () => {
        const { record } = await create()
        const url = await upload(1)
        const { status } = await failure(
          respond(record.id, { attachments: Array.from({ length: 21 }, () => ({ name: "x", url })) }),
        )
        expect([status, (await get(record.id)).version]).toEqual([400, '"1"'])
      })
    })

    describe("a deletion", () => {
      it("takes the item out of list and figures", async () => {
        const { record } = await create({ subject: `Silinecek ${++made}` })
        const before = await stats()
        expect((await remove(record.id)).value).toBe(true)
        expect([(await list({ keyword: record.subject })).total, (await stats()).total]).toEqual([0, before.total - 1])
        expect((await failure(get(record.id))).status).toBe(404)
      })
    })

    const everyCall: [string, (id: string, who: Who) => Promise<unknown>][] = [
      ["read", (id, who) => get(id, who)],
      ["updated", (id, who) => put("/feedback/update", { id, subject: "x" }, who)],
      ["given a status", (id, who) => put("/feedback/status", { id, status: 1, response: "x" }, who)],
      ["assigned", (id, who) => put("/feedback/assign", { id, assignedTo: null }, who)],
      ["answered", (id, who) => source.calls(who).post("/feedback/respond", { feedbackId: id, message: "x" })],
      ["deleted", (id, who) => remove(id, who)],
    ]

    it.each(everyCall)("what does not exist, and what is another company's, can alike not be %s", async (_, call) => {
      const { record } = await create()
      for (const id of [record.id, unknownId, "x"]) expect([id, (await failure(call(id, "other"))).status]).toEqual([id, 404])
      expect((await get(record.id)).record).toEqual(record)
    })

    describe("the reach", () => {
      it("of a company is its own feedback, and of the platform all", async () => {
        const { record } = await create({ subject: `Erişim ${++made}` })
        const query = { keyword: record.subject }
        const { id: own } = source.company("company")
        expect([
          (await list(query)).total,
          (await list(query, "other")).total,
          (await list({ ...query, tenantId: own }, "other")).total,
          (await list({ ...query, tenantId: own }, "platform")).total,
          (await list({ ...query, tenantId: source.company("other").id }, "platform")).total,
        ]).toEqual([1, 0, 0, 1, 0])
        expect((await get(record.id, "platform")).record).toEqual(record)
      })

      it("of the platform has its own feedback apart, which a company does not", async () => {
        const { record } = await create({ subject: `Platformun ${++made}` }, "platform")
        const query = { keyword: record.subject }
        const own = { tenantId: "platform" }
        expect([
          (await list(query)).total,
          (await list({ ...query, ...own }, "platform")).total,
          (await list({ ...query, tenantId: source.company("company").id }, "platform")).total,
          (await list(own)).total,
          (await stats(own)).total,
        ]).toEqual([0, 1, 0, 0, 0])
        expect((await stats(own, "platform")).total).toBe((await list(own, "platform")).total)
      })
    })

    describe("the figures", () => {
      it("are the totals of the lists, with the rate rounded", async () => {
        await setStatus((await create({ type: 1 })).record.id, { status: 2 })
        for (const [who, query] of [
          ["company", {}],
          ["platform", {}],
          ["platform", { tenantId: source.company("company").id }],
        ] as const) {
          const totalOf = async (more: Query) => (await list({ ...query, ...more }, who)).total
          const [total, resolved] = [await totalOf({}), await totalOf({ status: 2 })]
          expect(await stats(query, who)).toEqual({
            total,
            new: await totalOf({ status: 0 }),
            inProgress: await totalOf({ status: 1 }),
            resolved,
            complaints: await totalOf({ type: 0 }),
            suggestions: await totalOf({ type: 1 }),
            overdue: await totalOf({ overdue: "true" }),
            resolutionRate: resolutionRate(resolved, total),
          })
        }
      })

      it("of a company out of reach are zero", async () => {
        const none = {
          total: 0,
          new: 0,
          inProgress: 0,
          resolved: 0,
          complaints: 0,
          suggestions: 0,
          overdue: 0,
          resolutionRate: 0,
        }
        expect(await stats({ tenantId: source.company("company").id }, "other")).toEqual(none)
        expect(await stats({ tenantId: "x" }, "platform")).toEqual(none)
      })
    })

    describe("the time to answer", () => {
      const times = ({ dueDate, isOverdue, firstResponseMinutes, resolutionMinutes }: Feedback) => [
        dueDate,
        isOverdue,
        firstResponseMinutes,
        resolutionMinutes,
      ]

      it.each<[string, number, number]>([
        ["low", 0, 168],
        ["medium", 1, 72],
        ["high", 2, 24],
        ["critical", 3, 4],
      ])("of the priority %s ends with the first answer of staff that is not internal", async (_, priority, hours) => {
        const { record } = await create({ priority })
        const due = new Date(Date.parse(record.createdDate ?? "") + hours * hourMs).toISOString()
        expect(times(record)).toEqual([due, false, null, null])
        await source.advance(hours * hourMs + 1)
        expect(times((await get(record.id)).record)).toEqual([due, true, null, null])
        const found = async () => (await subjects({ keyword: record.subject, overdue: "true" })).length
        expect(await found()).toBe(1)
        await respond(record.id, { isInternal: true })
        await respond(record.id, { type: authors.value("user") })
        expect(times((await get(record.id)).record)).toEqual([due, true, null, null])
        expect(times((await respond(record.id)).record)).toEqual([null, false, hours * 60, null])
        expect(await found()).toBe(0)
      })

      it.each<[string, number, number | null]>([
        ["rejected", 3, null],
        ["resolved", 2, 30],
      ])("is over for what is %s", async (_, status, resolutionMinutes) => {
        const { record } = await create({ priority: 3 })
        await source.advance(hourMs / 2)
        expect(times((await setStatus(record.id, { status })).record)).toEqual([null, false, null, resolutionMinutes])
        await source.advance(5 * hourMs)
        expect((await get(record.id)).record.isOverdue).toBe(false)
      })
    })

    describe("a version", () => {
      it.each<[string, (id: string, options: RequestOptions) => Promise<{ version?: string }>]>([
        ["update", (id, options) => update(id, { subject: "Sonraki" }, options)],
        ["status", (id, options) => setStatus(id, { status: 1, response: "Sonraki" }, options)],
        ["assignment", (id, options) => assign(id, source.colleague.id, options)],
      ])("that is old refuses an %s, with the current item", async (_, call) => {
        const { record, version } = await create()
        const before = await update(record.id, { subject: "Önceki" })
        const conflict = await failure(call(record.id, { version }))
        expect([conflict.status, conflict.message, conflict.version]).toEqual([
          409,
          turkish("api.versionMismatch"),
          before.version,
        ])
        expect(feedbackOf(conflict.value as object)).toEqual(before.record)
        expect((await get(record.id)).record).toEqual(before.record)
        expect((await call(record.id, { version: before.version })).version).toBe('"3"')
      })
    })
  })
