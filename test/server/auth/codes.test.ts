import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { readConfig } from "../../../server/src/config"
import { codes, codeTries } from "../../../server/src/db/schema"
import { createSite } from "../../../server/src/site"
import { accounts, createTestApi, type TestApi } from "../../api"
import { reportAttack } from "../../attacks"
import { isLong } from "../../rounds"

/** Limits under pressure and across processes: everything is counted in the database (docs/contract.md#sign-in-codes). */
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({
    env: {
      MODE: "production",
      SMTP_URL: "smtp://127.0.0.1:1",
      JWT_SECRET: "j".repeat(32),
      CODE_SECRET: "c".repeat(32),
      BOOTSTRAP_ADMIN_EMAIL: accounts.admin,
      TRUSTED_PROXY: "1",
    },
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(codes)
  await api.db.delete(codeTries)
  api.outbox.length = 0
})

const ask = (email: string, address = "192.0.2.1") =>
  api.call("GET", `/Auth/GetCode/${email}`, { headers: { "X-Forwarded-For": address } })
const give = (email: string, code: string, address = "192.0.2.1") =>
  api.call("GET", `/Auth/GetToken?email=${email}&code=${code}`, { headers: { "X-Forwarded-For": address } })
const last = () => api.outbox.at(-1)?.code ?? ""
const statuses = (answers: { status: number }[]) =>
  Object.fromEntries([200, 400, 429].map(status => [status, answers.filter(answer => answer.status === status).length]))
const some = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

describe("asking for a code", () => {
  it("twenty times at once sends one", async () => {
    const answers = await Promise.all(some(20, () => ask(accounts.elif)))
    expect(statuses(answers)).toEqual({ 200: 1, 400: 0, 429: 19 })
    expect(await api.db.select().from(codes)).toHaveLength(1)
  })

  it("is possible five times an hour, known or not, and says how long to wait", async () => {
    for (const email of [accounts.elif, "nobody@nowhere.example"]) {
      for (let at = 0; at < 5; at++) {
        expect((await ask(email)).status).toBe(200)
        api.advance(61_000)
      }
      const refused = await ask(email)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get("Retry-After"))).toBe(3_600 - 5 * 61)
      api.advance((3_600 - 5 * 61) * 1_000)
      expect((await ask(email)).status).toBe(200)
    }
  })

  it("again need not wait once the code was used", async () => {
    await ask(accounts.elif)
    expect((await ask(accounts.elif)).status).toBe(429)
    expect((await give(accounts.elif, last())).status).toBe(200)
    expect((await ask(accounts.elif)).status).toBe(200)
    expect((await ask(accounts.elif)).status).toBe(429)
  })

  it("from one address is possible thirty times in five minutes, for whomever", async () => {
    // The address is the one that the trusted proxy saw, not the one that was claimed.
    const many = await Promise.all(some(33, at => ask(`person${at}@nowhere.example`, `203.0.113.${at}, 198.51.100.7`)))
    expect(statuses(many)).toEqual({ 200: 30, 400: 0, 429: 3 })
    expect((await ask("other@nowhere.example", "198.51.100.8")).status).toBe(200)
    const refused = await ask("one@nowhere.example", "198.51.100.7")
    expect(Number(refused.headers.get("Retry-After"))).toBe(300)
    api.advance(300_000)
    expect((await ask("one@nowhere.example", "198.51.100.7")).status).toBe(200)
  })

  it("refused takes nothing away: the code that was sent still signs in", async () => {
    await ask(accounts.elif)
    const code = last()
    await ask(accounts.elif)
    expect((await give(accounts.elif, code)).status).toBe(200)
  })
})

describe("guessing a code", () => {
  const wrong = (at: number) => String((Number(last()) + 1 + at) % 1_000_000).padStart(6, "0")

  it("many times at once counts five, and closes the code", async () => {
    const guesses = isLong ? 100 : 20
    await ask(accounts.elif)
    const answers = await Promise.all(some(guesses, at => give(accounts.elif, wrong(at))))
    expect(statuses(answers)).toEqual({ 200: 0, 400: guesses, 429: 0 })
    const [row] = await api.db.select().from(codes)
    reportAttack("guesses of one code at once", guesses, statuses(answers)[200] ?? 0, `${row?.tries} of them compared`)
    expect(row?.tries).toBe(5)
    expect((await give(accounts.elif, last())).status).toBe(400)
  })

  it("is not helped by resending: ten an hour, however late in its life each code was tried", async () => {
    await ask(accounts.elif)
    api.advance(179_000)
    for (let at = 0; at < 5; at++) await give(accounts.elif, wrong(at))
    api.advance(3_421_500) // The first code is more than an hour old, its tries are not.
    await ask(accounts.elif)
    for (let at = 0; at < 5; at++) await give(accounts.elif, wrong(at))
    api.advance(61_000)
    await ask(accounts.elif)
    expect((await give(accounts.elif, last())).status).toBe(400)
    const rows = await api.db.select().from(codes)
    expect(rows.reduce((all, row) => all + row.tries, 0)).toBe(10)
  })

  it("of another person's counts for that person alone", async () => {
    await ask(accounts.elif)
    for (let at = 0; at < 5; at++) await give(accounts.elif, wrong(at))
    await ask(accounts.mert)
    expect((await give(accounts.mert, last())).status).toBe(200)
  })

  it("with the fifth try right signs in", async () => {
    await ask(accounts.elif)
    for (let at = 0; at < 4; at++) await give(accounts.elif, wrong(at))
    // In the digits of another keyboard.
    const arabic = last().replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit)))
    expect((await give(accounts.elif, encodeURIComponent(`\u200e${arabic}`))).status).toBe(200)
  })

  it.each(["12345", "1234567", "12 345", "", "+12345", "0x1234", "12345a"])("as %j is no try", async code => {
    await ask(accounts.elif)
    expect((await give(accounts.elif, encodeURIComponent(code))).status).toBe(400)
    const [row] = await api.db.select().from(codes)
    expect(row?.tries).toBe(0)
  })
})

/** A browser keeps the cookies of the server, at an address of its own. */
const createBrowser = (address: string) => {
  let cookie = ""
  const call = async (path: string) => {
    const headers = { "X-Forwarded-For": address, ...(cookie && { Cookie: cookie }) }
    const answer = await api.call("GET", path, { headers })
    cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? cookie
    return answer
  }
  return {
    ask: (email: string) => call(`/Auth/GetCode/${email}`),
    give: (email: string, code: string) => call(`/Auth/GetToken?email=${email}&code=${code}`),
    cookie: () => cookie,
    signIn: async (email: string) => {
      expect((await call(`/Auth/GetCode/${email}`)).status).toBe(200)
      const code = api.outbox.at(-1)?.code ?? ""
      return call(`/Auth/GetToken?email=${email}&code=${code}`)
    },
  }
}

describe("a stranger", () => {
  const stranger = "203.0.113.66"
  const wrong = (at = 0) => String((Number(last()) + 1 + at) % 1_000_000).padStart(6, "0")

  it("who asks for codes takes none from the person, at another address or in a browser that has signed in", async () => {
    const known = createBrowser(stranger)
    expect((await known.signIn(accounts.elif)).status).toBe(200)
    // The browser's own first code was asked for in this network.
    for (let at = 0; at < 4; at++) {
      expect((await ask(accounts.elif, stranger)).status).toBe(200)
      api.advance(61_000)
    }
    expect((await ask(accounts.elif, stranger)).status).toBe(429)
    expect((await ask(accounts.elif, "192.0.2.1")).status).toBe(200)
    expect((await known.signIn(accounts.elif)).status).toBe(200)
  })

  it("does not end the person's code by asking for another one, nor by wrong tries", async () => {
    const person = createBrowser("192.0.2.1")
    await person.ask(accounts.elif)
    const code = last()
    expect((await ask(accounts.elif, stranger)).status).toBe(200)
    for (let at = 0; at < 10; at++) expect((await give(accounts.elif, wrong(at), stranger)).status).toBe(400)
    expect((await person.give(accounts.elif, code)).status).toBe(200)
  })

  it("in the person's own network does not end the code either", async () => {
    const person = createBrowser("192.0.2.1")
    await person.signIn(accounts.elif)
    await person.ask(accounts.elif)
    const code = last()
    const colleague = createBrowser("192.0.2.1")
    expect((await colleague.ask(accounts.elif)).status).toBe(200)
    for (let at = 0; at < 10; at++) await colleague.give(accounts.elif, wrong(at))
    expect((await person.give(accounts.elif, code)).status).toBe(200)
  })

  it("whose mail is the newest in the mailbox changes nothing: either code signs the person in", async () => {
    const person = createBrowser("192.0.2.1")
    await person.ask(accounts.elif)
    await ask(accounts.elif, stranger)
    expect((await person.give(accounts.elif, last())).status).toBe(200)
  })

  it("with wrong tries from many networks closes the address for strangers, and not for a browser that has signed in", async () => {
    const person = createBrowser("192.0.2.1")
    await person.signIn(accounts.elif)
    const tryTen = async (address: string) => {
      for (let round = 0; round < 2; round++) {
        await ask(accounts.elif, address)
        for (let at = 0; at < 5; at++) await give(accounts.elif, wrong(at), address)
        api.advance(61_000)
      }
    }
    await tryTen("198.51.100.0")
    const tries = await api.db.select().from(codeTries)
    expect(tries).toHaveLength(10)
    // Three more networks tried as often.
    await api.db
      .insert(codeTries)
      .values([1, 2, 3].flatMap(network => tries.map(({ id: _, ...row }) => ({ ...row, giverHash: `${network}` }))))
    await tryTen("198.51.100.4")
    expect(await api.db.select().from(codeTries)).toHaveLength(40)
    const refused = await ask(accounts.elif, "198.51.100.99")
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true])
    expect((await person.signIn(accounts.elif)).status).toBe(200)
  })

  it("in one network has twenty tries a day", async () => {
    const tryFive = async () => {
      await ask(accounts.elif, stranger)
      for (let at = 0; at < 5; at++) await give(accounts.elif, wrong(at), stranger)
    }
    await tryFive()
    const tries = await api.db.select().from(codeTries)
    // Ten more, which were made hours ago.
    const earlier = [5, 6].flatMap(hours =>
      tries.map(({ id: _, ...row }) => ({ ...row, createdAt: new Date(api.now() - hours * 3_600_000) })),
    )
    await api.db.insert(codeTries).values(earlier)
    api.advance(61_000)
    await tryFive()
    expect(await api.db.select().from(codeTries)).toHaveLength(20)
    api.advance(3_600_000)
    expect((await ask(accounts.elif, stranger)).status).toBe(429)
    expect((await ask(accounts.elif, "192.0.2.1")).status).toBe(200)
  })

  it.each([
    [998, 200, 200],
    [999, 200, 429],
    [1_000, 429, 429],
  ])(
    "after %i tries of all networks in a year is answered %i, and %i after one more; the person's browser is not asked",
    async (count, first, second) => {
      const person = createBrowser("192.0.2.1")
      await person.signIn(accounts.elif)
      await ask(accounts.elif, stranger)
      await give(accounts.elif, wrong(), stranger)
      const [row] = await api.db.select().from(codeTries)
      if (!row) throw new Error("The try was not counted.")
      const { emailHash, isKnown } = row
      const createdAt = (at: number) => new Date(api.now() - 86_400_000 - at * 31_000_000)
      const earlier = Array.from({ length: count - 1 }, (_, at) => ({
        emailHash,
        giverHash: "x",
        isKnown,
        createdAt: createdAt(at),
      }))
      await api.db.insert(codeTries).values(earlier)
      const address = "198.51.100.77"
      expect((await ask(accounts.elif, address)).status).toBe(first)
      await give(accounts.elif, wrong(), address)
      api.advance(61_000)
      expect((await ask(accounts.elif, address)).status).toBe(second)
      expect((await person.signIn(accounts.elif)).status).toBe(200)
      api.advance(-61_000)
    },
  )

  it("with a forged cookie is no browser that has signed in", async () => {
    const person = createBrowser("192.0.2.1")
    await person.signIn(accounts.elif)
    const [, signature = ""] = person.cookie().replace("device=", "").split(".")
    for (const cookie of [
      `${"a".repeat(22)}.${signature}`,
      `${"a".repeat(22)}.${"b".repeat(22)}`,
      "a.b",
      "%00",
      "x".repeat(4_000),
    ]) {
      const headers = { Cookie: `device=${cookie}`, "X-Forwarded-For": stranger }
      expect([200, 429]).toContain((await api.call("GET", `/Auth/GetCode/${accounts.elif}`, { headers })).status)
    }
    const rows = await api.db.select().from(codes)
    expect(rows.filter(({ isKnown }) => isKnown)).toHaveLength(0)
  })
})

describe("the cookie of a browser", () => {
  it("is for sign-in calls of this site alone, unreadable for scripts, and remembers eight addresses", async () => {
    const browser = createBrowser("192.0.2.1")
    const answer = await browser.ask(accounts.elif)
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^device=[\w-]{22}; Max-Age=3600; Path=\/backend\/Auth; HttpOnly; SameSite=Strict$/,
    )
    const signedIn = await browser.give(accounts.elif, last())
    expect(signedIn.headers.get("Set-Cookie")).toMatch(/^device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=/)
    expect((await browser.signIn(accounts.mert)).status).toBe(200)
    expect(browser.cookie().split(".")).toHaveLength(3)
    expect((await browser.signIn(accounts.elif)).status).toBe(200)
    expect(browser.cookie().split(".")).toHaveLength(3)
    expect(browser.cookie()).not.toMatch(/elif|mert/)
  })

  it("is not set by a refusal", async () => {
    await ask(accounts.elif)
    expect((await ask(accounts.elif)).headers.get("Set-Cookie")).toBeNull()
    expect(
      (await give(accounts.elif, String((Number(last()) + 1) % 1_000_000).padStart(6, "0"))).headers.get("Set-Cookie"),
    ).toBeNull()
  })
})

describe("another site's page", () => {
  it.each([
    ["nothing", {}, 200],
    ["this site", { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost" }, 200],
    ["an address typed by hand", { "Sec-Fetch-Site": "none" }, 200],
    ["another site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["another origin, over plain HTTP", { Origin: "http://evil.example" }, 403],
    ["no origin at all", { Origin: "null" }, 403],
    ["this host on another port", { Origin: "http://localhost:9999" }, 403],
    ["this machine's address", { Host: "192.0.2.8:8080", Origin: "http://192.0.2.8:8080" }, 200],
    ["a name that its owner points here", { Host: "evil.example:8080", Origin: "http://evil.example:8080" }, 403],
  ])("is told by its headers: %s", async (_, headers: Record<string, string>, status) => {
    const answer = await api.call("GET", `/Auth/GetCode/${accounts.elif}`, { headers })
    expect(answer.status).toBe(status)
    expect(api.outbox).toHaveLength(status === 200 ? 1 : 0)
  })
})

describe("a demonstration under a foreign name", () => {
  it.each([
    ["localhost:8080", {}, 200],
    ["demo.localhost:8080", {}, 200],
    ["127.0.0.1:8080", {}, 200],
    ["[::1]:8080", {}, 200],
    ["192.168.1.20", {}, 200],
    ["demo.example", { PUBLIC_URL: "http://demo.example", MODE: "demo" }, 200],
    ["evil.example:8080", {}, 403],
    ["evil.example:8080", { PUBLIC_URL: "http://demo.example", MODE: "demo" }, 403],
    ["127.0.0.1.evil.example", {}, 403],
    ["localhost.evil.example", {}, 403],
    ["127.0.0.1@evil.example", {}, 403],
  ])("(%s) gives codes and mails to nobody else's page: %j", async (Host, env: Record<string, string>, status) => {
    const config = readConfig({ DATA_DIR: api.config.dataDir, ...env })
    const site = await createSite({ ...api.deps, config }, undefined)
    for (const path of ["/backend/outbox", "/outbox", `/backend/Auth/GetCode/host${status}@nowhere.example`]) {
      const answer = await site.request(path, { headers: { Host, "X-Forwarded-For": "192.0.2.1" } })
      expect([path, answer.status]).toEqual([path, status])
    }
  })
})
