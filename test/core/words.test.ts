import { readFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { codes } from "../../src/core/codes"
import { csv } from "../../src/core/csv"
import { comparator, fold, search, toUpperCase } from "../../src/core/fold"
import type { Key } from "../../src/core/i18n"
import { formatList, parseList, toQuery } from "../../src/core/list-query"
import {
  email,
  instant,
  after as later,
  maxLength,
  required,
  url,
  validate,
  validateEach,
  when,
  wholeFromOne,
  within,
} from "../../src/core/rules"
import { readClaims } from "../../src/state/claims"
import { i18n } from "../../src/state/instances"
import { formatNumber, parseNumber } from "../../src/ui/controls/number"

describe("codes", () => {
  const kinds = codes("draft", "scheduled", "active")
  it.each([
    [0, "draft"],
    [2, "active"],
    ["1", "scheduled"],
    ["Active", "active"],
    [" DRAFT ", "draft"],
    [3, undefined],
    [-1, undefined],
    ["", undefined],
    ["toString", undefined],
    [null, undefined],
    [undefined, undefined],
    [{}, undefined],
  ])("read %j as %s", (value, name) => {
    expect(kinds.name(value)).toBe(name)
  })
  it("write the wire number", () => {
    expect(kinds.names.map(kinds.value)).toEqual([0, 1, 2])
    expect(kinds.value(undefined)).toBe(-1)
  })
})

describe("rules", () => {
  type Draft = { name: string; mail: string; link: string; rate: number | null; limit: number | null; from: string; to: string }
  const blank: Draft = { name: "a", mail: "", link: "", rate: null, limit: null, from: "", to: "" }
  const key = "campaign.titleRequired"
  const broken = (rules: Parameters<typeof validate<Draft>>[0], change: Partial<Draft>) =>
    Object.keys(validate(rules, { ...blank, ...change }))

  it.each([
    ["required refuses nothing", { name: required<Draft>(key) }, { name: "  " }, ["name"]],
    ["required takes something", { name: required<Draft>(key) }, { name: "x" }, []],
    ["maxLength counts after trimming", { name: maxLength<Draft>(2) }, { name: " ab " }, []],
    ["maxLength refuses more", { name: maxLength<Draft>(2) }, { name: "abc" }, ["name"]],
    ["email refuses a word", { mail: email<Draft>(key) }, { mail: "abc" }, ["mail"]],
    ["email takes none at all", { mail: email<Draft>(key) }, { mail: "" }, []],
    ["url refuses a script", { link: url<Draft>(key) }, { link: "javascript:alert(1)" }, ["link"]],
    ["url takes https", { link: url<Draft>(key) }, { link: "https://a.example" }, []],
    ["within leaves its lower edge out", { rate: within<Draft>(0, 100, key) }, { rate: 0 }, ["rate"]],
    ["within takes its upper edge", { rate: within<Draft>(0, 100, key) }, { rate: 100 }, []],
    ["within refuses what is no number", { rate: within<Draft>(0, 100, key) }, { rate: Number.NaN }, ["rate"]],
    ["wholeFromOne refuses halves", { limit: wholeFromOne<Draft>(key) }, { limit: 1.5 }, ["limit"]],
    ["wholeFromOne takes nothing", { limit: wholeFromOne<Draft>(key) }, { limit: null }, []],
    [
      "after refuses the same moment",
      { to: later<Draft>("from", key) },
      { from: "2026-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z" },
      ["to"],
    ],
    ["after says nothing while one is missing", { to: later<Draft>("from", key) }, { to: "2026-01-01T00:00:00Z" }, []],
    ["instant refuses a day that no calendar has", { from: instant }, { from: "2026-02-30" }, ["from"]],
    ["instant takes a day, a moment, and nothing", { from: instant, to: instant }, { from: "2026-02-28" }, []],
    ["when asks only when it applies", { name: when<Draft>(draft => draft.rate === 1, required(key)) }, { name: "" }, []],
  ] as const)("%s", (_, rules, change, fields) => {
    expect(broken(rules, change)).toEqual(fields)
  })

  it("say the first thing that is wrong with a field", () => {
    expect(validate<Draft>({ name: [required(key), maxLength(1, "rule.maxLength")] }, { ...blank, name: "ab" })).toEqual({
      name: { key: "rule.maxLength", params: { limit: 1 } },
    })
  })

  it("name what is wrong in a list by place and member", () => {
    const rules = { name: required<Draft>(key), rate: within<Draft>(0, 100, key) }
    const list = [blank, { ...blank, name: "", rate: 101 }, { ...blank, rate: -1 }]
    expect(validateEach("rows", rules, list)).toEqual({ "rows.1.name": key, "rows.1.rate": key, "rows.2.rate": key })
  })
})

describe("Turkish letters", () => {
  it.each([
    ["İSTANBUL", "istanbul"],
    ["IĞDIR", "igdir"],
    ["ışık", "isik"],
    ["Çağrı Öğüt Şule", "cagri ogut sule"],
    ["plain", "plain"],
  ])("%s folds to %s", (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
  it("are found spelled exactly first, then folded, beginnings before the rest", () => {
    const items = ["Kaşık", "ISIK", "Işık", "Işıklar", "Karışık"]
    expect(search(items, "ışık", item => item)).toEqual(
      ["Işık", "Işıklar", "Karışık", "ISIK"].filter(item => items.includes(item)),
    )
    expect(search(items, "isik", item => item)).toContain("Işık")
    expect(search(items, "", item => item)).toEqual(items)
  })
  it("have their own capitals and order", () => {
    expect(toUpperCase("istanbul", "tr")).toBe("İSTANBUL")
    expect(["ş", "z", "ı", "i", "h", "s"].sort(comparator("tr"))).toEqual(["h", "ı", "i", "s", "ş", "z"])
  })
})

describe("CSV", () => {
  it.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])("makes %j harmless", text => {
    const line = csv([[text]], ",")
      .slice(1)
      .trimEnd()
    expect(line.replace(/^"/, "").startsWith("'")).toBe(true)
  })
  it("begins with a BOM, ends lines with CRLF and quotes what needs it", () => {
    expect(csv([["a;b", 'c"d', "e\nf", "g"]], ";")).toBe('\uFEFF"a;b";"c""d";"e\nf";g\r\n')
  })
})

describe("numbers as people type them", () => {
  it.each([
    ["1.250,50", "tr", 1250.5],
    ["1250,5", "tr", 1250.5],
    ["1.250", "tr", 1250],
    ["12.5", "tr", 12.5],
    ["1,250.50", "en", 1250.5],
    ["1,250", "en", 1250],
    ["12,5", "en", 12.5],
    ["", "tr", null],
    ["  ", "tr", null],
    ["abc", "tr", undefined],
    ["1e5", "en", undefined],
    ["-3", "en", -3],
  ])("%j in %s is %s", (text, language, value) => {
    expect(parseNumber(text, language)).toBe(value)
  })
  it("come back as they can be typed again", () => {
    for (const language of ["tr", "en"])
      for (const value of [0, 1, 12.5, 1250.75, -3]) expect(parseNumber(formatNumber(value, language), language)).toBe(value)
  })
})

describe("a token's claims", () => {
  const token = (payload: unknown) => `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`
  it.each([
    ["short names", { Email: "a@b.c", role: "Administrator", nameidentifier: "1", TenantId: "t", exp: 5, iat: 1 }],
    ["names in another case", { email: "a@b.c", ROLE: "administrator", NameIdentifier: "1", tenantid: "t", exp: 5, iat: 1 }],
    [
      "URI names",
      {
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/email": "a@b.c",
        "http://schemas.microsoft.com/ws/2008/06/identity/claims/role": ["ADMINISTRATOR"],
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier": 1,
        "https://x/TenantId": "t",
        exp: 5,
        iat: 1,
      },
    ],
  ])("are read by %s", (_, payload) => {
    expect(readClaims(token(payload))).toEqual({
      email: "a@b.c",
      role: "Administrator",
      userId: "1",
      tenantId: "t",
      exp: 5,
      iat: 1,
    })
  })
  it("hold Turkish letters", () => {
    expect(readClaims(token({ Email: "şule@ışık.tr" }))?.email).toBe("şule@ışık.tr")
  })
  it.each(["SuperAdmin", "", null, 5, undefined])("make %j an ordinary user", role => {
    expect(readClaims(token({ role }))?.role).toBe("User")
  })
  it.each(["", "a", "a.b.c", "a.e30", `a.${Buffer.from("[1]").toString("base64url")}.c`])("of %j are none, or empty", text => {
    const read = readClaims(text)
    expect(read === undefined || read.exp === undefined).toBe(true)
  })
})

describe("a list's address", () => {
  const defaults = { pageSize: 8, sortBy: "endDate", sortOrder: "desc" } as const
  it.each([
    ["", { page: 0, pageSize: 8, sortBy: "endDate", sortOrder: "desc", filters: {} }],
    ["?page=3&pageSize=20&keyword=ş", { page: 2, pageSize: 20, sortBy: "endDate", sortOrder: "desc", filters: { keyword: "ş" } }],
    ["?page=0", { page: 0, pageSize: 8, sortBy: "endDate", sortOrder: "desc", filters: {} }],
    ["?page=-1&pageSize=9999", { page: 0, pageSize: 100, sortBy: "endDate", sortOrder: "desc", filters: {} }],
    ["?page=abc&status=2&keyword=%20", { page: 0, pageSize: 8, sortBy: "endDate", sortOrder: "desc", filters: { status: "2" } }],
    ["?sortBy=title", { page: 0, pageSize: 8, sortBy: "title", sortOrder: "asc", filters: {} }],
    ["?sortBy=title&sortOrder=sideways", { page: 0, pageSize: 8, sortBy: "title", sortOrder: "asc", filters: {} }],
  ])("%j is read", (search, state) => {
    expect(parseList(search, defaults)).toEqual(state)
  })
  it("leaves out what is usual, and reads back what it wrote", () => {
    expect(formatList(parseList("", defaults), defaults)).toBe("")
    const state = { page: 2, pageSize: 20, sortBy: "title", sortOrder: "asc" as const, filters: { keyword: "a&b", status: "2" } }
    expect(parseList(formatList(state, defaults), defaults)).toEqual(state)
  })
  it("gives the call's parameters trimmed, filled and in one order", () => {
    const query = toQuery({ page: 0, pageSize: 8, filters: { status: "2", keyword: " a ", brandId: " " } })
    expect(Object.entries(query)).toEqual([
      ["page", 0],
      ["pageSize", 8],
      ["keyword", "a"],
      ["status", "2"],
    ])
  })
})

describe("the dictionary", () => {
  const file = (path: string) => JSON.parse(readFileSync(path.slice(1), "utf8"))
  const requests: [string, RequestInit | undefined][] = []
  const serve = (change: (path: string) => unknown = file) =>
    i18n.configure({
      fetch: (async (input: string, init?: RequestInit) => {
        requests.push([input, init])
        const body = change(input)
        return body === undefined ? new Response("", { status: 500 }) : new Response(JSON.stringify(body))
      }) as typeof fetch,
    })
  beforeEach(() => {
    requests.length = 0
    serve()
  })
  afterEach(async () => {
    serve()
    await i18n.load("tr")
  })

  it("is fetched uncached, both namespaces", async () => {
    await i18n.load("en")
    expect(requests.map(([path]) => path).sort()).toEqual(["/locales/en/common.json", "/locales/en/translation.json"])
    expect(requests.every(([, init]) => init?.cache === "no-store")).toBe(true)
    expect(i18n.language()).toBe("en")
    expect(i18n.t("ui.save")).toBe("Save")
  })
  it("fills in parameters and chooses the plural", async () => {
    await i18n.load("en")
    expect(i18n.t("ui.toFix", { count: 1 })).toBe("1 field needs attention")
    expect(i18n.t("ui.toFix", { count: 2 })).toBe("2 fields need attention")
    await i18n.load("tr")
    expect(i18n.t("ui.toFix", { count: 1 })).toBe("1 alan düzeltilmeli")
    expect(i18n.t("ui.noMatchFor", { keyword: "{{count}}" })).toBe("“{{count}}” için sonuç yok")
  })
  it("that can't be had changes nothing", async () => {
    await i18n.load("tr")
    serve(() => undefined)
    await expect(i18n.load("en")).rejects.toThrow()
    expect([i18n.language(), i18n.t("ui.save")]).toEqual(["tr", "Kaydet"])
  })
  it("tells its followers", async () => {
    const told = vi.fn()
    const stop = i18n.subscribe(told)
    await i18n.load("en")
    stop()
    await i18n.load("tr")
    expect(told).toHaveBeenCalledOnce()
  })
  it("shows a key that nobody has, and reports it", () => {
    const report = vi.fn()
    i18n.configure({ onMissingKey: report })
    expect(i18n.t("no.such.key" as Key)).toBe("no.such.key")
    expect(report).toHaveBeenCalledWith("no.such.key")
    i18n.configure({ onMissingKey: () => {} })
  })
})
