import { describe, expect, it } from "vitest"
import { blank, nameOf, rules } from "../../src/contract/employees"
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
