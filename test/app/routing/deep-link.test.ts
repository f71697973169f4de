import { afterEach, describe, expect, it } from "vitest"
import { deepLinkTarget } from "../../../src/app/routing/deep-link"
import { guard } from "../../../src/app/routing/guard"
import { rememberDestination, takeDestination } from "../../../src/app/routing/redirect-after-login"
import { landingPaths, matchScreen } from "../../../src/app/screens/match"
import type { Role } from "../../../src/state/session"

const admin = "Administrator"
const company = "TenantAdmin"
const home = "home"

/** [who, asked for, leads to] (docs/console.md#deep-links). */
const rows: [Role, string, string][] = [
  [company, "/user/draws/42", "/user/draws/42"],
  [company, "/admin/draws/42", "/user/draws/42"],
  [admin, "/user/draws/42", "/admin/draws/42"],
  [admin, "/admin/draws/42", "/admin/draws/42"],
  [company, "/admin/dashboard", "/user/dashboard"],
  [company, "/admin/profile", "/user/profile"],
  [admin, "/user/reports", "/admin/reports"],
  [company, "/admin/campaigns?page=2&keyword=k%C4%B1%C5%9F#top", "/user/campaigns?page=2&keyword=k%C4%B1%C5%9F#top"],
  [company, "/admin/survey-management/recommendation/7", "/user/survey-management/recommendation/7"],
  [company, "/admin/campaigns/edit/a%2Fb", "/user/campaigns/edit/a%2Fb"],
  [company, "/user/campaigns/çekiliş", "/user/campaigns/%C3%A7ekili%C5%9F"],
  // Both roles may see these.
  [admin, "/user/users", "/user/users"],
  [admin, "/user/42", "/user/42"],
  [company, "/policy", "/policy"],
  // No twin: the same place under the other head is another screen, or none.
  [company, "/admin/company-management", home],
  [company, "/admin/company-management/42", home],
  [admin, "/user/company-subsidiary", home],
  [admin, "/user/employees", home],
  [admin, "/user/employees/bulk-upload", home],
  [admin, "/user/payment-management/add-transfer", home],
  [company, "/admin/users", home],
  // Unknown, foreign, or leading here again.
  [company, "", home],
  [company, "/", home],
  [company, "/login", home],
  [company, "/verify", home],
  [company, "/go", home],
  [company, "/go/?to=%2Fuser%2Fdraws", home],
  [company, "/nowhere", home],
  [company, "user/draws", home],
  [company, "/user/feedback-management/edit/1", home],
  [company, "https://console.invalid/user/draws", home],
  [company, "/%2Fuser/draws", home],
  ["User", "/user/draws", home],
]

describe("a deep link", () => {
  it.each(rows)("leads the %s who asks for %j to %s", (role, to, target) => {
    expect(deepLinkTarget(role, to)).toBe(target === home ? landingPaths[role] : target)
  })

  it("that is longer than links are goes home", () => {
    expect(deepLinkTarget(company, `/user/campaigns?keyword=${"x".repeat(1900)}`)).toContain("/user/campaigns")
    expect(deepLinkTarget(company, `/user/campaigns?keyword=${"x".repeat(2000)}`)).toBe("/user/dashboard")
  })
})

/** Hostile beginnings before paths that would be good ones, and what they may end in. */
const heads = [
  ..."// /// /\\ \\/ \\\\ /\t/ /\n/ /\r/ \t// \0// /\0/ /./ /.// /..// /x/..// /%2e%2e// /%2F /%2f%2f /%5C /%5c%5c /%09/ /%0d%0a/".split(
    " ",
  ),
  ..."http:// https:// HTTPS:/ http:/// //user@ //admin:x@ javascript: JaVaScRiPt: java\tscript: data:text/html, vbscript: blob: file:/// about: ws:// mailto:".split(
    " ",
  ),
  ..."/user/..// /user/../ /user/%2e%2e// /user/campaigns/../..// /admin/.%2e/..// /;/ /@ /:80/ /?// /#// /~/ /user/\\ /user/campaigns/\\..\\".split(
    " ",
  ),
  " //",
  "\u00a0//",
  "\u202e//",
  "\ufeff/",
  "\u2028//",
  "／／",
  "/／",
  "。//",
  "/\u200b/",
  "/\ud800/",
  "'\"><script>",
]
const tails = [
  "evil.example",
  "evil.example/user/campaigns",
  "evil.example\\@console.invalid/user/dashboard",
  "user/42",
  "user/campaigns",
  "user/campaigns?to=//evil.example",
  "admin/campaigns/42#//evil.example",
  "login",
  "go?to=//evil.example",
  "[::1]/user/dashboard",
  "alert(1)//",
  "%E0%A4%A",
  "user/".repeat(300),
  `user/campaigns?keyword=${"x".repeat(5000)}`,
]
const hostile = heads.flatMap(head => tails.map(tail => head + tail))

const origin = "https://console.example"
/** Where the browser's history would be with it. */
const arrived = (target: string) => new URL(target, `${origin}/go`)

describe("a hostile target", () => {
  afterEach(() => sessionStorage.clear())

  it("comes in more than five hundred shapes", () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(500)
  })

  it.each([admin, company] as const)("never leads the %s out of the route table: /go", role => {
    const left = hostile.filter(to => {
      const url = arrived(deepLinkTarget(role, to))
      return url.origin !== origin || !matchScreen(url.pathname) || guard({ role, awaiting: false, denied: false }, url.pathname)
    })
    expect(left).toEqual([])
  })

  it.each([admin, company] as const)("never leads the %s out of the route table: the return path", role => {
    const left = hostile.filter(wanted => {
      rememberDestination(wanted)
      const target = takeDestination({ role, email: "a@b.c" })
      if (target === undefined) return false
      const url = arrived(target)
      return url.origin !== origin || !matchScreen(url.pathname) || guard({ role, awaiting: false, denied: false }, url.pathname)
    })
    expect(left).toEqual([])
  })

  it("that names another origin goes home, whatever path it has", () => {
    const foreign = hostile.filter(to => URL.canParse(to, origin) && new URL(to, origin).origin !== origin)
    expect(foreign.length).toBeGreaterThan(150)
    expect(foreign.filter(to => deepLinkTarget(company, to) !== "/user/dashboard")).toEqual([])
  })
})

describe("the page to return to", () => {
  afterEach(() => sessionStorage.clear())

  it.each([
    [company, "/user/campaigns?page=2", "/user/campaigns?page=2"],
    [admin, "/admin/campaigns/42", "/admin/campaigns/42"],
    [company, "/go?to=%2Fadmin%2Fcampaigns", "/go?to=%2Fadmin%2Fcampaigns"],
    [company, "/admin/campaigns", undefined],
    [company, "/nowhere", undefined],
    [company, "/login", undefined],
  ] as const)("of the %s who asked for %s is %s", (role, wanted, target) => {
    rememberDestination(wanted)
    expect(takeDestination({ role, email: "a@b.c" })).toBe(target)
  })

  it("of somebody whose session ended is theirs, and nobody else's", () => {
    rememberDestination("/user/campaigns/7", "a@b.c")
    expect(takeDestination({ role: company, email: "other@b.c" })).toBeUndefined()
    rememberDestination("/user/campaigns/7", "a@b.c")
    expect(takeDestination({ role: company, email: "a@b.c" })).toBe("/user/campaigns/7")
  })

  it.each(["", "null", "[]", "{", "/user/campaigns"])("that storage holds as %j is none", text => {
    sessionStorage.setItem("destination", text)
    expect(takeDestination({ role: company, email: "a@b.c" })).toBeUndefined()
  })

  it("is followed once", () => {
    rememberDestination("/user/campaigns")
    expect(takeDestination({ role: company, email: "a@b.c" })).toBe("/user/campaigns")
    expect(takeDestination({ role: company, email: "a@b.c" })).toBeUndefined()
  })
})
