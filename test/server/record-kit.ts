import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accounts, createTestApi, type TestApi } from "../api"

/** Calls by the accounts of the demonstration. */
export type Who = keyof typeof accounts
export type Signed = { api: TestApi; tokens: Record<Who, string> }

export const signAll = async (api: TestApi): Promise<Signed["tokens"]> => {
  const tokens = { admin: "", elif: "", mert: "", user: "" }
  for (const who of Object.keys(accounts) as Who[]) tokens[who] = await api.signIn(accounts[who])
  return tokens
}

/** Calls by the accounts, of which one that is not named is the administrator of a company. */
export const callsOf =
  (signed: () => Signed) =>
  (method: string, path: string, body?: unknown, who: Who = "elif", headers: Record<string, string> = {}) =>
    signed().api.call(method, path, { token: signed().tokens[who], body, headers })

/** The API for the tests of a file, with everybody signed in. */
export const startApi = (options: Parameters<typeof createTestApi>[0] = {}) => {
  const signed = {} as Signed
  /** The company of each of the two administrators, and a subsidiary of the first. */
  const tenant = { own: "", theirs: "", sub: "" }
  beforeAll(async () => {
    signed.api = await createTestApi(options)
    signed.tokens = await signAll(signed.api)
    tenant.own = (await get("/tenant/getcurrenttenantid")).value
    tenant.theirs = (await get("/tenant/getcurrenttenantid", "mert")).value
    tenant.sub = (await get("/tenant/get-all")).value.find((row: { parentId: string }) => row.parentId === tenant.own).id
  })
  afterAll(() => signed.api.close())
  const call = callsOf(() => signed)
  const send = (method: string, path: string, who?: Who, body?: unknown, headers?: Record<string, string>) =>
    call(method, path, body, who, headers)
  const get = (path: string, who?: Who) => send("GET", path, who)
  return { signed, tenant, call, send, get }
}

export const fieldsOf = (answer: { body: { validationErrors: { propertyName: string }[] } }) =>
  answer.body.validationErrors.map(entry => entry.propertyName)

type BadPeriod = [query: string, fields: string[]]

/**
 * What a call refuses that takes the days `from` and `to`, both needed.
 * @param longest a period that is longer than the call takes
 * @param more further periods, and the fields that they are refused for
 */
export const describeBadPeriods = (title: string, signed: () => Signed, path: string, longest: string, ...more: BadPeriod[]) =>
  describe(title, () => {
    it.each<BadPeriod>([
      ["", ["from"]],
      ["from=2026-01-01", ["to"]],
      ["from=2026-02-30&to=2026-03-01", ["from"]],
      ["from=2026-03-02&to=2026-03-01", ["to"]],
      [longest, ["to"]],
      ["from='--&to=%00", ["from"]],
      ...more,
    ])("refuses the period %s", async (period, fields) => {
      const answer = await signed().api.call("GET", `${path}?${period}`, { token: signed().tokens.elif })
      expect([answer.status, fieldsOf(answer)]).toEqual([400, fields])
    })
  })
