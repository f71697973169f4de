import { describe, expect, it } from "vitest"
import { readClaims } from "../../src/state/claims"

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
