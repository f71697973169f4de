import { describe, expect, it } from "vitest"
import { blank, bodyOf, draftOf, employeeOf, nameOf, rules } from "../../src/contract/employees"
import { validate } from "../../src/core/rules"

describe("an employee's rules", () => {
  const good = { ...blank, firstName: "Ece", lastName: "Koç", email: "ece@x.example", phoneNumber: "0532 111 22 33" }
  it.each([
    ["everything that is needed", {}, {}],
    [
      "no names",
      { firstName: "", lastName: " " },
      { firstName: "employee.firstNameRequired", lastName: "employee.lastNameRequired" },
    ],
    ["no number", { phoneNumber: "" }, { phoneNumber: "employee.phoneRequired" }],
    ["a bad address", { email: "x" }, { email: "auth.emailInvalid" }],
    ["a moment for a day", { hiredAt: "2026-01-01T00:00:00Z" }, { hiredAt: "rule.day" }],
    ["a day that no calendar has", { hiredAt: "2026-02-30" }, { hiredAt: "rule.day" }],
    ["a day", { hiredAt: "2026-02-28" }, {}],
    ["half a point", { score: 0.5 }, { score: "employee.scoreWhole" }],
    ["no points", { score: 0 }, {}],
    ["a debt of points", { score: -1 }, { score: "employee.scoreWhole" }],
  ])("judge %s", (_, given, expected) => {
    expect(validate(rules, { ...good, ...given })).toEqual(expected)
  })

  it("call a person by what is known of the name", () => {
    expect([nameOf(good), nameOf({ firstName: "Ece", lastName: "" }), nameOf(blank)]).toEqual(["Ece Koç", "Ece", ""])
  })
})

describe("an employee on the wire", () => {
  it.each([
    ["roles by name in any case", { role: "TenantAdmin" }, { role: "tenantAdmin" }],
    ["roles by number", { role: 1 }, { role: "tenantAdmin" }],
    ["the platform’s administrators", { role: "administrator" }, { role: "administrator" }],
    ["an unknown role as it is", { role: "auditor" }, { role: "auditor" }],
    ["no role as none", { role: null }, { role: "" }],
    ["a phone number that is a number", { phoneNumber: 905321112233 }, { phoneNumber: "905321112233" }],
    ["a status by name", { status: "Active" }, { status: 1 }],
    ["an unknown status as it is", { status: 9 }, { status: 9 }],
    ["no status as none", { status: null }, { status: null }],
    ["nulls as empty members", { logo: null, departmentId: null, hiredAt: null, score: null }, { departmentId: "", score: null }],
    ["someone without a company", { tenantId: null, tenantName: null }, { tenantId: null, tenantName: "" }],
    ["a day as a day", { hiredAt: "2026-02-28" }, { hiredAt: "2026-02-28" }],
  ])("is read with %s", (_, raw, expected) => {
    expect(employeeOf({ id: "1", ...raw })).toMatchObject(expected)
  })

  it.each([
    ["empty members as null", {}, { logo: null, departmentId: null, hiredAt: null, score: null }],
    ["a company only where there is one", { tenantId: "7" }, { tenantId: "7" }],
    [
      "what is given",
      { departmentId: "3", hiredAt: "2026-02-28", score: 0 },
      { departmentId: "3", hiredAt: "2026-02-28", score: 0 },
    ],
  ])("is written with %s", (_, given, expected) => {
    const body = bodyOf({ ...blank, ...given })
    expect(body).toMatchObject(expected)
    expect("tenantId" in body).toBe("tenantId" in given)
  })

  it("is edited by the writable members alone", () => {
    expect(draftOf(employeeOf({ id: "1", ...blank, departmentName: "Satış" }))).toEqual(blank)
  })
})
