import { generateKeyPairSync, randomUUID } from "node:crypto"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { audit, sessions, users } from "../../../server/src/db/schema"
import { passkeyRules, passkeys, recoveryCodes, signInConnections, signInSteps } from "../../../server/src/db/sign-in-tables"
import { allowCodes, createAdministrator, resetPasskeys } from "../../../server/src/operations/people"
import { messageMails } from "../../../server/src/resources/messages/mails"
import { accounts, createTestApi } from "../../api"
import { fieldsOf, signAll, startApi, type Who } from "../record-kit"
import { Authenticator, type Options, type Spoiled } from "./authenticator"

/** Sign-in by passkeys (docs/contract.md#passkeys), with an authenticator that lies in every way. */
const origin = "https://console.example"
const { signed, send, tenant } = startApi({ env: { PUBLIC_URL: origin } })

const options = async (confirmation = ""): Promise<Options> =>
  (await send("POST", "/api/auth/passkey/options", undefined, { confirmation })).value
const ask = (credential: object, confirmation = "") =>
  signed.api.call("POST", "/api/auth/passkey", { body: { credential, confirmation } })
const personOf = async (who: Who) => {
  const rows = await signed.api.db.select().from(users)
  const { id = "" } = rows.find(({ email }) => email === accounts[who]) ?? {}
  return { id, set: (change: string) => signed.api.db.execute(`update users set ${change} where id = '${id}'`) }
}

/** Makes a passkey on the profile. */
const make = async (who: Who = "elif", name = "Anahtarım", authenticator = new Authenticator(origin), spoiled: Spoiled = {}) => {
  const { value } = await send("POST", "/api/auth/passkeys/options", who, {})
  const credential = authenticator.create(value, spoiled)
  signed.api.advance(1)
  const answer = await send("POST", "/api/auth/passkeys", who, { name, credential })
  return { authenticator, answer, credential }
}
const requirePasskey = (isRequired = true, who: Who = "elif") => send("PUT", "/sign-in/passkeys", who, { isRequired })
/** Signs in with a mailed code. @returns tokens, or what has to be confirmed */
const byCode = async (who: Who = "elif") => {
  signed.api.advance(60_000)
  return (await signed.api.signInByCode(accounts[who])) as unknown as Record<string, string>
}

beforeEach(async () => {
  const { db } = signed.api
  for (const table of [passkeys, recoveryCodes, passkeyRules, signInSteps, signInConnections]) await db.delete(table)
  signed.api.advance(11 * 60_000)
  signed.tokens = await signAll(signed.api)
})

describe("a passkey", () => {
  it("is made on the profile, named, used without an address, and removed; the first one brings recovery codes", async () => {
    const { authenticator, answer } = await make()
    expect(answer.value).toMatchObject({ passkey: { name: "Anahtarım", isBackedUp: false, lastUsedAt: null } })
    expect(new Set(answer.value.recoveryCodes).size).toBe(10)
    expect(answer.value.recoveryCodes[0]).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    expect((await make("elif", "İkinci")).answer.value.recoveryCodes).toEqual([])

    const { value, status } = await ask(authenticator.get(await options()))
    expect(status).toBe(200)
    const own = (await signed.api.call("GET", "/api/auth/sessions", { token: value.token })).value
    expect(own.find((one: { current: boolean }) => one.current).way).toBe("passkey")

    const list = async () => (await send("GET", "/api/auth/passkeys")).value
    const { passkeys: rows, ...rest } = await list()
    expect(rest).toEqual({ recoveryCodes: 10, isRequired: false, host: "console.example" })
    expect(rows[0].lastUsedAt).not.toBe(null)
    expect((await send("PUT", `/api/auth/passkeys/${rows[0].id}`, "elif", { name: " Dizüstü  bilgisayar " })).value.name).toBe(
      "Dizüstü bilgisayar",
    )
    expect(fieldsOf(await send("PUT", `/api/auth/passkeys/${rows[0].id}`, "elif", { name: " " }))).toEqual(["name"])
    for (const { id } of rows) expect((await send("DELETE", `/api/auth/passkeys/${id}`)).status).toBe(200)
    expect(await list()).toMatchObject({ passkeys: [], recoveryCodes: 0 })
    expect((await send("POST", "/api/auth/recovery-codes", "elif", {})).status).toBe(409)
  })

  it("is told to its person by mail, as is a reset and a recovery code that was used", async () => {
    const { answer } = await make("elif", "Dizüstü")
    await requirePasskey()
    const { confirmation = "" } = await byCode()
    const [code = ""] = answer.value.recoveryCodes
    await signed.api.call("POST", "/api/auth/passkey/recovery", { body: { confirmation, code } })
    signed.tokens = { ...signed.tokens, admin: await signed.api.signIn(accounts.admin) }
    await send("DELETE", `/user/${(await personOf("elif")).id}/passkeys`, "admin")
    await messageMails.send(signed.api.deps, 10_000)
    const mails = signed.api.outbox.filter(({ to, subject }) => to === accounts.elif && !/\d{6}/.test(subject)).slice(-3)
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Hesabınıza geçiş anahtarı eklendi",
      "Kurtarma koduyla oturum açıldı",
      "Geçiş anahtarlarınız kaldırıldı",
    ])
    for (const [at, text] of ["“Dizüstü”", "Kalan kurtarma kodu: 9.", accounts.admin].entries())
      expect(mails[at]?.text).toContain(text)
    expect(mails[0]?.link).toBe(`${origin}/user/profile`)
  })

  it("is for administrators, of whom each sees their own alone", async () => {
    const { answer } = await make()
    const { id } = answer.value.passkey
    expect((await send("POST", "/api/auth/passkeys/options", "user", {})).status).toBe(403)
    expect((await send("GET", "/api/auth/passkeys", "mert")).value.passkeys).toEqual([])
    const rename = await send("PUT", `/api/auth/passkeys/${id}`, "mert", { name: "x" })
    expect([rename.status, (await send("DELETE", `/api/auth/passkeys/${id}`, "mert")).status]).toEqual([404, 404])
    expect(await signed.api.db.$count(passkeys)).toBe(1)
  })

  it("is in the audit log, and leaves nothing behind when its person is deleted", async () => {
    await make("mert")
    const { id, set } = await personOf("mert")
    const entry = (await signed.api.db.select().from(audit).orderBy(audit.id)).findLast(({ entity }) => entity === "passkey")
    expect(entry).toMatchObject({ action: "create", after: { name: "Anahtarım", email: accounts.mert } })
    expect(JSON.stringify(entry)).not.toContain("publicKey")
    expect((await send("DELETE", `/api/users/delete/${id}`, "admin")).status).toBe(200)
    expect([await signed.api.db.$count(passkeys), await signed.api.db.$count(recoveryCodes)]).toEqual([0, 0])
    await set("deleted_at = null")
  })

  it("is not offered where browsers make none: at an IP address, and without https", async () => {
    for (const PUBLIC_URL of ["http://127.0.0.1:3000", "http://console.example"]) {
      const api = await createTestApi({ env: { PUBLIC_URL } })
      const token = await api.signIn(accounts.elif)
      expect((await api.call("GET", "/api/auth/passkeys", { token })).value.host).toBe(null)
      const { status, body } = await api.call("POST", "/api/auth/passkey/options", { body: {} })
      expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining("https")])
      await api.close()
    }
  })
})

describe("a lying authenticator, or whoever stands between", () => {
  const otherKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
  it.each<[string, Spoiled]>([
    ["another origin", { origin: "https://console.example.evil.example" }],
    ["the origin by http", { origin: "http://console.example" }],
    ["the origin with another port", { origin: "https://console.example:8443" }],
    ["a subdomain", { origin: "https://x.console.example" }],
    ["another host", { rpId: "evil.example" }],
    ["the type of a new passkey", { type: "webauthn.create" }],
    ["a person who is not present", { flags: 4 }],
    ["a person who is not verified", { flags: 1 }],
    ["a backup that is not eligible", { flags: 1 + 4 + 16 }],
    ["a challenge of its own", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["an empty challenge", { challenge: "" }],
    ["a signature by another key", { key: otherKey() }],
    ["a changed signature", { signature: made => Buffer.from(made.map((byte, at) => (at === 20 ? byte ^ 1 : byte))) }],
    ["an empty signature", { signature: () => Buffer.from([48, 0]) }],
    ["another person's handle", { userHandle: Buffer.from(randomUUID()).toString("base64url") }],
    ["no person's handle", { userHandle: null }],
    ["client data that is no JSON", { clientData: "{" }],
    ["client data that is null", { clientData: "null" }],
    ["a counter that goes back", { counter: 1 }],
    ["a counter that stays", { counter: 2 }],
  ])("is refused with %s", async (_, spoiled) => {
    const { authenticator } = await make()
    for (let used = 0; used < 2; used++) expect((await ask(authenticator.get(await options()))).status).toBe(200)
    const before = await signed.api.db.$count(sessions)
    const { status, body } = await ask(authenticator.get(await options(), spoiled))
    expect([status, body.value ?? null, await signed.api.db.$count(sessions)]).toEqual([400, null, before])
    expect((await ask(authenticator.get(await options(), { counter: 9 }))).status).toBe(200)
  })

  it.each<[string, Spoiled]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["the type of a sign-in", { type: "webauthn.get" }],
    ["a person who is not verified", { flags: 64 + 1 }],
    ["no key", { flags: 1 + 4 }],
    ["an algorithm that was not asked for", { algorithm: -35 }],
    ["an unknown algorithm", { algorithm: -65535 }],
    ["an attestation without its statement", { attestation: { fmt: "fido-u2f", attStmt: new Map() } }],
    ["a self-attestation that is not signed", { attestation: { fmt: "packed", attStmt: new Map() } }],
  ])("makes no passkey with %s", async (_, spoiled) => {
    const { answer } = await make("elif", "Anahtarım", new Authenticator(origin), spoiled)
    expect([answer.status, await signed.api.db.$count(passkeys)]).toEqual([400, 0])
  })

  it("makes no passkey with certificates, whose addresses the server does not call", async () => {
    const called = vi.spyOn(globalThis, "fetch")
    const logged = vi.spyOn(signed.api.deps.log, "warn")
    for (const fmt of ["packed", "android-key", "tpm", "apple"]) {
      const attestation = { fmt, attStmt: new Map([["x5c", [Buffer.from("certificate")]]]) }
      expect((await make("elif", "x", new Authenticator(origin), { attestation })).answer.status).toBe(400)
    }
    expect(called).not.toHaveBeenCalled()
    // They are refused before they are read.
    expect(JSON.stringify(logged.mock.calls).match(/An attestation with certificates/g)?.length).toBeGreaterThanOrEqual(4)
    called.mockRestore()
    logged.mockRestore()
  })

  it("has one use of each challenge, within five minutes, for its purpose and person", async () => {
    const { authenticator, credential } = await make()
    expect((await send("POST", "/api/auth/passkeys", "elif", { name: "x", credential })).status).toBe(400)
    const used = authenticator.get(await options())
    expect([(await ask(used)).status, (await ask(used)).status]).toEqual([200, 400])

    const late = await options()
    signed.api.advance(5 * 60_000 + 1)
    expect((await ask(authenticator.get(late))).status).toBe(400)

    // The challenge of a new passkey signs nobody in, and another person's makes none.
    const ofNew = (await send("POST", "/api/auth/passkeys/options", "elif", {})).value
    expect((await ask(authenticator.get(ofNew))).status).toBe(400)
    const ofMert = (await send("POST", "/api/auth/passkeys/options", "mert", {})).value
    const stolen = new Authenticator(origin).create(ofMert)
    expect((await send("POST", "/api/auth/passkeys", "elif", { name: "x", credential: stolen })).status).toBe(400)

    // A refused answer has used its challenge up too.
    const once = await options()
    expect((await ask(authenticator.get(once, { key: otherKey() }))).status).toBe(400)
    expect((await ask(authenticator.get(once))).status).toBe(400)
  })

  it("gives one session for the same answer sent at once, and none for an unknown or foreign passkey", async () => {
    const { authenticator } = await make()
    const used = authenticator.get(await options())
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask(used)))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect((await ask(new Authenticator(origin).get(await options()))).status).toBe(400)

    // Somebody else's passkey cannot be taken over by its id.
    const copied = new Authenticator(origin)
    Object.assign(copied, { id: authenticator.id })
    expect((await make("mert", "x", copied)).answer.status).toBe(409)
    expect((await ask(copied.get(await options()))).status).toBe(400)
  })

  it("is refused for people who may not sign in: deactivated, without the role, of a company with a provider alone", async () => {
    const { db } = signed.api
    const { authenticator } = await make()
    const { id, set } = await personOf("elif")
    const tries = async () => (await ask(authenticator.get(await options()))).status
    for (const [change, back] of [
      ["status = 0", "status = 1"],
      ["role = 'User'", "role = 'TenantAdmin'"],
    ] as const) {
      await set(change)
      expect(await tries()).toBe(400)
      await set(back)
    }
    const now = new Date(signed.api.now())
    const only = { issuer: "https://x.example", clientId: "x", secret: "x", domains: [], createdAt: now, updatedAt: now }
    await db.insert(signInConnections).values({ ...only, tenantId: tenant.own, state: "only" })
    expect(await tries()).toBe(400)
    await db.update(signInConnections).set({ wayBackId: id })
    expect(await tries()).toBe(200)
  })
})

describe("where a passkey is required", () => {
  it("only one who has a passkey requires it, for the company and its subsidiaries", async () => {
    expect(fieldsOf(await requirePasskey())).toEqual(["isRequired"])
    await make()
    expect((await send("GET", "/sign-in/passkeys")).value).toMatchObject({ isRequired: false, hasOwn: true })
    expect((await requirePasskey()).value).toMatchObject({ isRequired: true, isInherited: false })
    expect((await send("GET", "/sign-in/passkeys", "mert")).value).toMatchObject({ isRequired: false, hasOwn: false })
    const { set } = await personOf("mert")
    await set(`tenant_id = '${tenant.sub}'`)
    expect(await byCode("mert")).toMatchObject({ hasPasskey: false })
    await set(`tenant_id = '${tenant.theirs}'`)
    expect(Object.keys(await byCode("mert"))).toContain("token")
    expect(Object.keys(await byCode("admin"))).toContain("token")
  })

  it("a right code gives a session with the passkey alone, which cannot be removed", async () => {
    const { authenticator } = await make()
    const stranger = (await make("mert")).authenticator
    await requirePasskey()
    const { confirmation = "", ...rest } = await byCode()
    expect(rest).toEqual({ hasPasskey: true })
    // Neither a passkey of somebody else, nor one for a challenge without the code, nor a new one.
    expect((await ask(stranger.get(await options(confirmation)), confirmation)).status).toBe(400)
    expect((await ask(authenticator.get(await options()), confirmation)).status).toBe(400)
    expect((await ask(authenticator.get(await options(confirmation)))).status).toBe(400)
    const added = new Authenticator(origin)
    const credential = added.create(await options(confirmation))
    const first = await signed.api.call("POST", "/api/auth/passkey/first", { body: { name: "x", credential, confirmation } })
    expect(first.status).toBe(400)
    expect((await ask(authenticator.get(await options(confirmation)), confirmation)).status).toBe(200)
    // A confirmation is of one use.
    expect((await send("POST", "/api/auth/passkey/options", undefined, { confirmation })).status).toBe(400)
    // In place of the code too.
    expect((await ask(authenticator.get(await options()))).status).toBe(200)
    const [own] = (await send("GET", "/api/auth/passkeys")).value.passkeys
    expect((await send("DELETE", `/api/auth/passkeys/${own.id}`)).status).toBe(409)
    expect(await signed.api.db.$count(passkeys)).toBe(2)
  })

  it("who has none makes one before the session, and gets recovery codes", async () => {
    const { db } = signed.api
    await db.insert(passkeyRules).values({ owner: tenant.own, isRequired: true, updatedAt: new Date() })
    const { confirmation = "" } = await byCode()
    const authenticator = new Authenticator(origin)
    const credential = authenticator.create(await options(confirmation))
    const first = (body: object) => signed.api.call("POST", "/api/auth/passkey/first", { body })
    expect(fieldsOf(await first({ name: "", credential, confirmation }))).toEqual(["name"])
    expect((await first({ name: "Yeni", credential, confirmation: "x" })).status).toBe(400)
    const { value } = await first({ name: "Yeni", credential, confirmation })
    expect(value.recoveryCodes).toHaveLength(10)
    expect((await signed.api.call("GET", "/api/auth/me", { token: value.token })).value.email).toBe(accounts.elif)
    expect((await ask(authenticator.get(await options()))).status).toBe(200)
  })

  it("a recovery code confirms once, in any spelling; five wrong ones end the confirmation", async () => {
    const { answer } = await make()
    await requirePasskey()
    const [code = "", other = ""] = answer.value.recoveryCodes
    const recover = (confirmation: string, code: string) =>
      signed.api.call("POST", "/api/auth/passkey/recovery", { body: { confirmation, code } })
    const one = (await byCode()).confirmation ?? ""
    expect((await recover(one, ` ${code.toUpperCase().replace("-", " ")} `)).status).toBe(200)
    expect((await recover(one, other)).status).toBe(400)
    expect((await send("GET", "/api/auth/passkeys")).value.recoveryCodes).toBe(9)
    const two = (await byCode()).confirmation ?? ""
    expect((await recover(two, code)).status).toBe(400)
    for (let tried = 0; tried < 4; tried++) expect((await recover(two, "aaaaa-bbbbb")).status).toBe(400)
    expect((await recover(two, other)).status).toBe(400)
    const three = (await byCode()).confirmation ?? ""
    signed.api.advance(10 * 60_000 + 1)
    expect((await recover(three, other)).status).toBe(400)
    const { value } = await send("POST", "/api/auth/recovery-codes", "elif", {})
    const four = (await byCode()).confirmation ?? ""
    expect((await recover(four, other)).status).toBe(400)
    expect((await recover(four, value.recoveryCodes[9])).status).toBe(200)
  })
})

describe("the reset", () => {
  it("is done by another administrator, ends the sessions, and is in the audit log", async () => {
    const { authenticator } = await make()
    const { id } = await personOf("elif")
    const path = `/user/${id}/passkeys`
    expect((await send("DELETE", path)).status).toBe(409)
    expect((await send("DELETE", path, "mert")).status).toBe(404)
    expect((await send("DELETE", path, "user")).status).toBe(403)
    expect((await send("GET", path, "admin")).value).toEqual({ count: 1 })
    expect((await send("DELETE", path, "admin")).value).toEqual({ count: 1 })
    expect((await send("GET", "/api/auth/me")).status).toBe(401)
    expect((await ask(authenticator.get(await options()))).status).toBe(400)
    expect((await send("DELETE", path, "admin")).value).toEqual({ count: 0 })
    const { entries } = (await send("GET", "/audit/list?entity=passkey&pageSize=1", "admin")).value
    expect(entries[0]).toMatchObject({ action: "delete", entityId: id, actorEmail: accounts.admin, before: { passkeys: 1 } })
  })

  it("is done for an administrator of the platform by another one alone", async () => {
    await make("admin")
    await createAdministrator(signed.api.deps, "ikinci@platform.example")
    const token = await signed.api.signIn("ikinci@platform.example")
    const { id } = await personOf("admin")
    expect((await send("DELETE", `/user/${id}/passkeys`)).status).toBe(404)
    const { value } = await signed.api.call("DELETE", `/user/${id}/passkeys`, { token })
    expect([value, await signed.api.db.$count(passkeys)]).toEqual([{ count: 1 }, 0])
  })

  it("is done by the operator, who also ends the requirement", async () => {
    await make()
    await requirePasskey()
    expect(await resetPasskeys(signed.api.deps, accounts.elif)).toBe(1)
    expect(await byCode()).toMatchObject({ hasPasskey: false })
    await allowCodes(signed.api.deps, accounts.elif)
    expect(Object.keys(await byCode())).toContain("token")
  })
})
