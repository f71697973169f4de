import { describe, expect, it } from "vitest"
import records from "../../../locales/tr/common.json"
import tr from "../../../locales/tr/employees.json"
import { type Employee, employeeOf } from "../../../src/contract/employees"
import { columnOrderOf } from "../../../src/core/dates/cell-days"
import type { Message } from "../../../src/core/rules"
import type { Translate } from "../../../src/core/text/i18n"
import { type Field, findHeadings, matchColumns, missingFields } from "../../../src/modules/employees/bulk/columns"
import { groupRows } from "../../../src/modules/employees/bulk/groups"
import { blankReview, type ReviewEvent, type ReviewState, reviewAfter } from "../../../src/modules/employees/bulk/review-state"
import {
  checkRow,
  choiceKey,
  completePhone,
  dayOrderKey,
  departmentKey,
  type Known,
  leaveEmpty,
  type Meaning,
  problemsOf,
  type Row,
  rowBody,
  settleStates,
  skipRows,
  valuesOf,
  withFileDay,
} from "../../../src/modules/employees/bulk/rows"

const texts: Record<string, string> = { ...records, ...tr, "employee.lastNameRequired": "Soyad zorunludur" }
const t: Translate = key => texts[key] ?? key
const meaning: Meaning = {
  t,
  departments: new Map([
    ["finans", "f"],
    ["insan kaynaklari", "ik"],
  ]),
  choices: new Map([
    ["departmentId uzay", leaveEmpty],
    ["departmentId mars", "f"],
    ["departmentId pluton", skipRows],
    ["role sef", "tenantAdmin"],
    ["status izinli", "inactive"],
  ]),
  today: "2026-03-11",
  timeZone: "Europe/Istanbul",
}
const fieldsOf = (headings: string[]) =>
  matchColumns(headings, t).map(({ field, isGuess }) => (field ? `${field}${isGuess ? "?" : ""}` : "–"))

describe("columns", () => {
  it.each([
    [
      "Turkish",
      ["Adı", "Soyadı", "Cep Tel", "E-posta", "Departman", "Rol"],
      "firstName lastName phoneNumber email departmentId role",
    ],
    [
      "English",
      ["First name", "Last name", "Phone", "E-mail", "Department", "Start date"],
      "firstName lastName phoneNumber email departmentId hiredAt",
    ],
    ["capitals with dots", ["İSİM", "SOYİSİM", "TELEFON", "MAİL", "BİRİM"], "firstName lastName phoneNumber email departmentId"],
    [
      "parts of longer headings",
      ["Sicil no", "Kurumsal e-posta", "Cep telefonu", "İşe giriş tarihi"],
      "– email phoneNumber hiredAt",
    ],
    ["words inside", ["Resmi e-posta adresi", "Telefon (cep)"], "email? phoneNumber?"],
    ["what nobody sees", ["\ufeffAd\u00a0Soyad", '="E-posta"', "Tele\u00adfon"], "name email phoneNumber"],
    ["one column of names", ["Ad Soyad", "E-posta", "Telefon"], "name email phoneNumber"],
    ["one column called first name", ["Ad", "E-posta", "Telefon"], "name? email phoneNumber"],
    ["Name beside Surname", ["Name", "Surname"], "firstName lastName"],
    ["a field twice", ["E-posta", "Kişisel e-posta"], "email –"],
    ["the exact one after a guess", ["Kişisel e-posta", "E-posta"], "– email"],
    ["headings that only look alike", ["Anne adı", "Numara", "", "Emailing"], "– – – –"],
  ])("are matched by headings: %s", (_, headings, expected) => {
    expect(fieldsOf(headings).join(" ")).toBe(expected)
  })

  it.each([
    [
      [
        ["Ad", "Soyad"],
        ["Ece", "Koç"],
      ],
      0,
    ],
    [[[], ["Personel listesi"], [], ["Ad", "Soyad", "E-posta"], ["Ece", "Koç"]], 3],
    [[["Ece", "Koç", "ece@a.example"]], -1],
    [[[], ["x", "y"], ["1", "2"]], 1],
  ] as [string[][], number][])("have their headings in row of %j: %i", (rows, index) => {
    expect(findHeadings(rows, t)).toBe(index)
  })

  it("are missing where no column fills a field that every row needs", () => {
    expect(missingFields(matchColumns(["Ad", "Soyad", "E-posta"], t))).toEqual(["phoneNumber"])
    expect(missingFields(matchColumns(["Ad Soyad", "E-posta", "Tel"], t))).toEqual([])
    expect(missingFields(matchColumns(["x"], t))).toEqual(["firstName", "lastName", "email", "phoneNumber"])
  })
})

describe("a phone number", () => {
  it.each([
    ["5324180726", "05324180726"],
    ["532 418 07 26", "05324180726"],
    ["905324180726", "05324180726"],
    ["+90 (532) 418 07 26", "05324180726"],
    ["0090 532 418 07 26", "05324180726"],
    ["2164180726", "02164180726"],
    ["05324180726", "05324180726"],
    ["0532 418 07 26", "0532 418 07 26"],
    ["+49 30 901820", "+49 30 901820"],
    ["1234567890", "1234567890"],
    ["53241807", "53241807"],
    ["", ""],
  ])("%j becomes %j", (given, expected) => {
    expect(completePhone(given)).toBe(expected)
  })
})

const order: Field[] = [
  "firstName",
  "lastName",
  "email",
  "phoneNumber",
  "departmentId",
  "jobTitle",
  "role",
  "status",
  "hiredAt",
  "score",
]
const cells = ["Ece", "Koç", "Ece.Koc@A.example", "05324180726", "Finans", "", "", "", "", ""]
const rowOf = (change: Partial<Record<Field, string>> = {}, line = 2): Row => {
  const given = order.map((field, at) => change[field] ?? cells[at] ?? "")
  const matches = order.map(field => ({ field, isGuess: false }))
  return checkRow({ line, cells: given, values: valuesOf(given, matches) }, meaning)
}

const settle = (rows: readonly Row[], known: Known = new Map(), isUpdating = false) => settleStates(rows, known, isUpdating)

describe("a row", () => {
  it.each([
    ["Ece Nur Koç", "Ece Nur", "Koç"],
    ["  Ece \t Koç ", "Ece", "Koç"],
    ["\u202aEce\u00a0Koc\u0327\u200b", "Ece", "Koç"],
    ["Ece", "Ece", ""],
  ])("divides the name %j", (name, firstName, lastName) => {
    expect(valuesOf([name], [{ field: "name", isGuess: false }])).toEqual({ firstName, lastName })
  })

  it.each([
    ["departmentId", " İnsan  Kaynakları", "departmentId", "ik"],
    ["departmentId", "I\u0307nsan\u00a0Kaynakları\u200b", "departmentId", "ik"],
    ["phoneNumber", '="5324180726"', "phoneNumber", "05324180726"],
    ["phoneNumber", "'0532\u2011418\u201107\u201126", "phoneNumber", "0532-418-07-26"],
    ["phoneNumber", "٠٥٣٢٤١٨٠٧٢٦", "phoneNumber", "05324180726"],
    ["firstName", "\u200bEce", "firstName", "Ece"],
    ["jobTitle", " Satış  Müdürü ", "jobTitle", "Satış Müdürü"],
    ["score", "１２", "score", 12],
    ["departmentId", "UZAY", "departmentId", ""],
    ["departmentId", "Mars", "departmentId", "f"],
    ["role", "Şef", "role", "tenantAdmin"],
    ["status", "İzinli", "status", 0],
    ["departmentId", "", "departmentId", ""],
    ["role", "Çalışan", "role", "user"],
    ["role", "Şirket yöneticisi", "role", "tenantAdmin"],
    ["role", "", "role", "user"],
    ["status", "PASİF", "status", 0],
    ["status", "active", "status", 1],
    ["status", "", "status", 1],
    ["hiredAt", "05.06.2024", "hiredAt", "2024-06-05"],
    ["hiredAt", "2024-06-05 00:00:00", "hiredAt", "2024-06-05"],
    ["hiredAt", "05.06.2024 9:30", "hiredAt", "2024-06-05"],
    ["hiredAt", "05 06 2024", "hiredAt", "2024-06-05"],
    ["hiredAt", "15 Ocak 2024", "hiredAt", "2024-01-15"],
    ["hiredAt", "15.Oca.98", "hiredAt", "1998-01-15"],
    ["hiredAt", "45366", "hiredAt", "2024-03-15"],
    ["score", "1.250", "score", 1250],
    ["score", "1.000", "score", 1000],
    ["score", "1.250.000,00", "score", 1250000],
    ["score", "120.0", "score", 120],
    ["score", "", "score", null],
    ["email", "mailto:Ece@A.example", "email", "ece@a.example"],
    ["phoneNumber", "5324180726", "phoneNumber", "05324180726"],
  ] as [Field, string, string, unknown][])("reads %s %j", (field, text, member, value) => {
    const row = rowOf({ [field]: text })
    expect([row.problems, row.draft]).toEqual([[], expect.objectContaining({ [member]: value })])
  })

  it("refuses a score that a workbook has as a number with decimals, where the same text groups its digits", () => {
    const matches = order.map(field => ({ field, isGuess: false }))
    const given = cells.with(order.indexOf("score"), "12.125")
    const check = (decimals: number[]) => checkRow({ line: 2, cells: given, values: valuesOf(given, matches, decimals) }, meaning)
    expect(check([order.indexOf("score")]).problems).toEqual([{ field: "score", message: "employee.scoreWhole" }])
    expect(check([]).problems).toEqual([])
    expect(check([]).values.score).toBe("12125")
  })

  it.each([
    ["firstName", "", "employee.firstNameRequired"],
    ["lastName", "", "employee.lastNameRequired"],
    ["firstName", "#N/A", "bulk.cellError"],
    ["lastName", "#DEĞER!", "bulk.cellError"],
    ["email", "", "employee.emailRequired"],
    ["email", "ece@", "auth.emailInvalid"],
    ["phoneNumber", "", "employee.phoneRequired"],
    ["phoneNumber", "yok", "rule.phone"],
    ["phoneNumber", "123", "rule.phone"],
    ["departmentId", "Ay", { key: "bulk.unknown.departmentId", params: { text: "Ay" } }],
    ["role", "Müdür", { key: "bulk.unknown.role", params: { text: "Müdür" } }],
    ["role", "Yönetici", { key: "bulk.unknown.role", params: { text: "Yönetici" } }],
    ["status", "belki", { key: "bulk.unknown.status", params: { text: "belki" } }],
    ["hiredAt", "31.02.2024", "rule.day"],
    ["score", "1,5", "employee.scoreWhole"],
    ["score", "2000000000", "employee.scoreWhole"],
  ] as [Field, string, Message][])("with %s %j is invalid: %s", (field, text, message) => {
    const row = settle([rowOf({ [field]: text })])[0]
    expect([row?.state, row?.problems]).toEqual(["invalid", [{ field, message }]])
  })

  it("marks a completed phone number, also after an edit of another field", () => {
    const row = rowOf({ phoneNumber: "5324180726" })
    expect([row.isPhoneCompleted, rowOf().isPhoneCompleted]).toEqual([true, false])
    expect(checkRow({ ...row, values: { ...row.values, firstName: "Ada" } }, meaning).isPhoneCompleted).toBe(true)
  })

  it("keeps no NUL, which no server stores", () => {
    expect(rowOf({ firstName: "E\0ce" }).values.firstName).toBe("Ece")
  })
})

describe("the states of rows", () => {
  const states = (rows: readonly Row[], known: string[] = []) =>
    settle(rows, new Map(known.map(email => [email, undefined]))).map(({ state }) => state)

  it("repeat an earlier row by its address, whatever the case", () => {
    const rows = settle([rowOf(), rowOf({ email: "ECE.KOC@A.EXAMPLE" }, 3)])
    expect(rows.map(({ state, duplicateOf }) => [state, duplicateOf])).toEqual([
      ["ready", undefined],
      ["duplicate", 2],
    ])
    expect(problemsOf(rows[1] as Row)).toEqual([{ field: "email", message: { key: "bulk.duplicate", params: { line: 2 } } }])
  })

  it("repeat no invalid row, and follow its correction", () => {
    const [broken, second] = [rowOf({ firstName: "" }), rowOf({}, 3)]
    expect(states([broken, second])).toEqual(["invalid", "ready"])
    expect(states([rowOf(), second])).toEqual(["ready", "duplicate"])
  })

  it("tell of addresses that the company has", () => {
    expect(states([rowOf(), rowOf({ email: "a@a.example" }, 3)], ["ece.koc@a.example"])).toEqual(["exists", "ready"])
  })

  it("are invalid by the server's words until the row is edited", () => {
    const refused = { ...rowOf(), refusals: [{ field: "email", text: "…" }] }
    expect(states([refused])).toEqual(["invalid"])
    expect(states([checkRow({ ...refused, refusals: undefined }, meaning)])).toEqual(["ready"])
  })

  it("keep the objects of rows whose state stays", () => {
    const rows = settle([rowOf(), rowOf({ email: "b@a.example" }, 3)])
    expect(settle(rows).every((row, at) => row === rows[at])).toBe(true)
  })
})

const person = employeeOf({
  id: "p",
  firstName: "Ece",
  lastName: "Koç",
  email: "ece.koc@a.example",
  phoneNumber: "+90 532 418 07 26",
  departmentId: "f",
  role: "user",
  status: 1,
  hiredAt: null,
  score: 5,
  logo: "https://a.example/x.png",
})

describe("a row of a person whom the company has", () => {
  const settled = (change: Partial<Record<Field, string>>, isUpdating = true) =>
    settle([rowOf(change)], new Map<string, Employee>([[person.email, person]]), isUpdating)[0] as Row
  it.each([
    ["same values, the phone number written otherwise", {}, "unchanged", undefined],
    ["empty cells", { lastName: "", phoneNumber: "", departmentId: "" }, "unchanged", undefined],
    ["a word that is left empty", { departmentId: "Uzay" }, "unchanged", undefined],
    ["another department", { departmentId: "İnsan Kaynakları" }, "update", { id: "p", departmentId: "ik" }],
    ["a chosen department and a score", { departmentId: "Mars", score: "7" }, "update", { id: "p", score: 7 }],
    [
      "several",
      { firstName: "Ada", status: "Pasif", role: "Şef" },
      "update",
      { id: "p", firstName: "Ada", status: 0, role: "tenantAdmin" },
    ],
    ["no last name, but a bad phone number", { lastName: "", phoneNumber: "123" }, "invalid", undefined],
    ["a word that means nothing", { departmentId: "Ay" }, "invalid", undefined],
    ["a word whose rows are left out", { departmentId: "Plüton" }, "skipped", undefined],
  ] as [string, Partial<Record<Field, string>>, string, object | undefined][])("with %s: %s %s", (_, change, state, body) => {
    const row = settled(change)
    expect([row.state, state === "update" ? rowBody(row) : undefined]).toEqual([state, body])
    expect(problemsOf(row).some(({ field }) => field === "lastName")).toBe(false)
  })

  it("is left alone unless people are to be changed, whatever else is wrong with it", () => {
    expect([settled({ lastName: "" }, false).state, settled({ departmentId: "Ay" }, false).state]).toEqual(["exists", "exists"])
  })
})

describe("hire dates of a column", () => {
  const review = (days: string[], choice?: string) => {
    const chosen = choice ? { ...meaning, choices: new Map([[dayOrderKey, choice]]) } : meaning
    const order = columnOrderOf(days)
    const rows = days.map((text, at) =>
      checkRow(
        withFileDay({ ...rowOf({ email: `${at}@a.example`, hiredAt: text }, at + 2), fileDay: { text } }, order, chosen),
        chosen,
      ),
    )
    return { rows: settle(rows), groups: groupRows(settle(rows), chosen).map(({ id, count }) => [id, count]) }
  }
  const daysOf = (rows: readonly Row[]) => rows.map(({ draft }) => draft.hiredAt)

  it("have the order that one of them decides, without a question", () => {
    const { rows, groups } = review(["01/15/2024", "03/04/2024"])
    expect([daysOf(rows), groups, rows.map(({ state }) => state)]).toEqual([["2024-01-15", "2024-03-04"], [], ["ready", "ready"]])
  })

  it("are asked for where none decides, and have the day first until then", () => {
    const open = ["03/04/2024", "05/05/2024"]
    const asked = review(open)
    expect([daysOf(asked.rows), asked.groups]).toEqual([["2024-04-03", "2024-05-05"], [[dayOrderKey, 1]]])
    const chosen = review(open, "monthFirst")
    expect([daysOf(chosen.rows), chosen.groups]).toEqual([["2024-03-04", "2024-05-05"], [[dayOrderKey, 1]]])
  })

  it("are refused where others have both orders, until they are corrected", () => {
    const { rows } = review(["15/01/2024", "01/15/2024", "03/04/2024"])
    expect(rows.map(({ state, problems }) => [state, problems.map(({ message }) => message)])).toEqual([
      ["ready", []],
      ["ready", []],
      ["invalid", ["bulk.dayOrderMixed"]],
    ])
    const { fileDay: _, ...row } = rows[2] as Row
    expect(checkRow({ ...row, values: { ...row.values, hiredAt: "03.04.2024" } }, meaning).problems).toEqual([])
  })
})

describe("groups", () => {
  it("have each problem once, with one choice for its rows that stays when it is made", () => {
    const rows = settle(
      [
        ...[2, 3, 4].map(line => rowOf({ departmentId: "Ay", email: `${line}@a.example` }, line)),
        ...[5, 6].map(line => rowOf({ departmentId: "MARS", email: `${line}@a.example` }, line)),
        rowOf({ lastName: "", email: "7@a.example" }, 7),
        rowOf({ email: "6@a.example" }, 8),
        rowOf({ email: "k@a.example" }, 9),
      ],
      new Map([["k@a.example", undefined]]),
    )
    expect(groupRows(rows, meaning).map(({ id, count }) => [id, count])).toEqual([
      [choiceKey("departmentId", "ay"), 3],
      [choiceKey("departmentId", "Mars"), 2],
      ["known", 1],
      ["Soyad zorunludur", 1],
      ["duplicate", 1],
    ])
  })

  it("warn of an unlikely hire date, and the rows are sent all the same", () => {
    const rows = settle(
      ["11.03.2026", "12.03.2026", "01.01.2031", "15.03.35", "01.01.1900", "01.01.1956"].map((hiredAt, at) =>
        rowOf({ hiredAt, email: `${at}@a.example` }, at),
      ),
      new Map(),
    )
    expect(rows.every(({ state }) => state === "ready")).toBe(true)
    expect(groupRows(rows, meaning).map(({ text, count }) => [text, count])).toEqual([
      ["İşe başlama tarihi ileri bir tarih", 2],
      ["İşe başlama tarihi 70 yıldan eski", 2],
    ])
  })
})

it("departments are one by their folded names", () => {
  expect(departmentKey("  İnsan   KAYNAKLARI ")).toBe("insan kaynaklari")
})

describe("a review", () => {
  const rows = [rowOf(), rowOf({ email: "can@a.example" }, 3)]
  const matches = order.map(field => ({ field, isGuess: false }))
  const stateAfter = (...events: ReviewEvent[]) =>
    events.reduce((state, event) => reviewAfter(state, { ...event, isUpdating: false }), blankReview)
  const checked: ReviewEvent = { is: "checked", rows, matches }
  const found = {
    rows,
    known: new Map([["ece.koc@a.example", { ...person, email: "ece.koc@a.example" }]]),
    refusals: new Map([[3, [{ field: "", text: "Olmaz" }]]]),
  }
  const compared: ReviewEvent = { is: "compared", found, share: 1 }
  const statesOf = ({ rows = [] }: ReviewState) => rows.map(({ state }) => state)

  it("shows rows anew once they are read, compared or chosen, and not for an edit", () => {
    const edit: ReviewEvent = { is: "edited", line: 3, values: { ...rows[1]?.values, firstName: "Can" }, meaning }
    expect([stateAfter().version, stateAfter(checked).version, stateAfter(checked, checked).version]).toEqual([0, 1, 1])
    expect([stateAfter(checked, compared).version, stateAfter(checked, edit).version]).toEqual([2, 1])
    expect(stateAfter(checked, { is: "chosen" }).version).toBe(2)
  })

  it("knows whom the company has, what the server refuses until it is edited, and whom to ask for no more", () => {
    const state = stateAfter(checked, { is: "comparing" }, compared, { is: "comparison over" })
    expect([statesOf(state), state.canUpdate, state.compared, state.asked.size]).toEqual([
      ["exists", "invalid"],
      true,
      undefined,
      2,
    ])
    const edit: ReviewEvent = { is: "edited", line: 3, values: rows[1]?.values ?? {}, meaning }
    expect(statesOf(reviewAfter(state, { ...edit, isUpdating: false }))).toEqual(["exists", "ready"])
    expect(statesOf(reviewAfter(state, { is: "chosen", isUpdating: true }))[0]).toBe("unchanged")
  })
})
