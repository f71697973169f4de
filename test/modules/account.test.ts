import { expect, it } from "vitest"
import { nameInToken, nameOfMe } from "../../src/modules/account/api"

/** The name of the signed-in person (docs/contract.md#claims). Where it is shown: test/flows/ownership.test.tsx. */
const uri = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`

it.each<[string, object, string | undefined]>([
  ["first and last name", { given_name: "Işıl", family_name: "Öztürk", name: "isil" }, "Işıl Öztürk"],
  ["addresses as claim names", { [`${uri}/givenname`]: "Işıl", [`${uri}/surname`]: "Öztürk" }, "Işıl Öztürk"],
  ["a single name", { name: "Işıl Öztürk" }, "Işıl Öztürk"],
  ["a single name that is an address", { name: "isil@y.example" }, undefined],
  ["no name", { sub: "7" }, undefined],
])("a token with %s", (_, claims, name) => expect(nameInToken(tokenOf(claims))).toBe(name))

it("an account without a name has none", () =>
  expect([nameOfMe({}), nameOfMe({ firstName: "Işıl" }), nameInToken("no token")]).toEqual([undefined, "Işıl", undefined]))
