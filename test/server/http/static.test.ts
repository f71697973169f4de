import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pageHeaders } from "../../../server/src/http/headers"
import { createStatic } from "../../../server/src/http/static"
import { createSite } from "../../../server/src/site"
import { accounts, createTestApi, type TestApi } from "../../api"

const page = (name: string) =>
  `<!doctype html><title>${name}</title><script type="application/json" id="config">{"placeholder":true}</script>`
/** What the build writes for the policy of the pages. */
const hash = "'sha256-L1aBpEHbDd1cdQbMGQ3fbHYbKgvjVvfoTGO5SREGjR4='"
const script = "export const a = 1\n".repeat(40)

/** A build in small: what the real one leaves in dist/. */
const files: Record<string, string | Buffer> = {
  "index.html": page("shell"),
  "login.html": page("login"),
  "verify.html": page("verify"),
  "admin/campaigns.html": page("campaigns"),
  "assets/main-ABCDEFGH.js": script,
  "assets/main-ABCDEFGH.js.br": brotliCompressSync(script),
  "assets/main-ABCDEFGH.js.gz": gzipSync(script),
  "assets/plain-ABCDEFGH.svg": "<svg/>",
  "locales/tr/common.json": "{}",
  "favicon.svg": "<svg/>",
  "meta.json": "{}",
  "inline-hashes.json": JSON.stringify({ script: [hash], style: [hash] }),
  "server/main.js": "secret",
}

let api: TestApi
let folder = ""
let site: Awaited<ReturnType<typeof createSite>>
let withAi: Awaited<ReturnType<typeof createStatic>>
const get = (path: string, headers: Record<string, string> = {}, method = "GET") => site.request(path, { method, headers })

beforeAll(async () => {
  api = await createTestApi({ env: { CONTROLLER_TITLE: "A </script> $& B", PUBLIC_URL: "https://console.example" } })
  folder = mkdtempSync(join(tmpdir(), "campaign-dist-"))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "dist", name)), { recursive: true })
    writeFileSync(join(folder, "dist", name), content)
  }
  writeFileSync(join(folder, "outside.txt"), "outside")
  site = await createSite(api.deps, join(folder, "dist"))
  const ai = { aiUrl: "https://ai.example/v1", aiModel: "house-model", aiKey: "sk-secret" }
  withAi = await createStatic(join(folder, "dist"), { ...api.config, ...ai }, "/backend")
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("the console's files", () => {
  const token = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF"
  it.each([
    [`/go/survey/${token}.`, `/go/survey/${token}`],
    [`/go/survey/${token},`, `/go/survey/${token}`],
    [`/go/survey/${token})%22`, `/go/survey/${token}`],
    [`/go/survey/${token}%E2%80%9D.`, `/go/survey/${token}`],
    ["/login.", "/login"],
    ["/.", "/"],
    ["//evil.example,", "/evil.example"],
  ])("lead from %s, as a sentence leaves it, to %s", async (given, wanted) => {
    const answer = await withAi.request(new Request(`http://console.example${given}`))
    const at = answer.status === 302 ? answer.headers.get("Location") : new URL(given, "http://console.example").pathname
    expect(at).toBe(wanted)
  })
  it.each([`/go/survey/${token.slice(1)}-`, `/go/survey/${token.slice(1)}_`])("are found by a link of before: %s", async path => {
    expect((await get(path)).status).toBe(200)
  })

  it.each([
    ["/", "login"],
    ["/login", "login"],
    ["/login/", "login"],
    ["/verify", "verify"],
    ["/admin/campaigns", "campaigns"],
    ["/admin/campaigns/add", "shell"],
    ["/admin/campaigns?page=2", "campaigns"],
    ["/no/such/page", "shell"],
    ["//evil.example", "404"],
    ["/assets/gone-ABCDEFGH.js", "404"],
    ["/assets/", "404"],
    ["/locales/de/common.json", "404"],
    ["/meta.json", "404"],
    ["/inline-hashes.json", "404"],
    ["/server/main.js", "404"],
    ["/../outside.txt", "404"],
    ["/..%2foutside.txt", "404"],
    ["/assets/..%2f..%2foutside.txt", "404"],
    ["/%2e%2e/outside.txt", "404"],
    ["/assets/%00.js", "404"],
    ["/assets/main-ABCDEFGH.js.br", "404"],
    ["/%E0%A4%A", "shell"],
  ])("%s answers %s", async (path, expected) => {
    const answer = await get(path)
    const text = await answer.text()
    expect(answer.status === 404 ? "404" : (/<title>(.*)<\/title>/.exec(text)?.[1] ?? text)).toBe(expected)
    expect(text).not.toMatch(/outside|secret/)
  })

  it.each([
    ["/login", "no-cache", "text/html; charset=utf-8"],
    ["/assets/main-ABCDEFGH.js", "public, max-age=31536000, immutable", "text/javascript; charset=utf-8"],
    ["/assets/plain-ABCDEFGH.svg", "public, max-age=31536000, immutable", "image/svg+xml"],
    ["/locales/tr/common.json", "no-store", "application/json; charset=utf-8"],
    ["/favicon.svg", "no-cache", "image/svg+xml"],
    ["/assets/gone.js", "no-store", "text/plain; charset=UTF-8"],
  ])("%s is kept as %s", async (path, cache, type) => {
    const { headers } = await get(path)
    expect([headers.get("Cache-Control"), headers.get("Content-Type")]).toEqual([cache, type])
  })

  it.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br;q=0.5", "br"],
    ["br;q=0, gzip", "gzip"],
    ["BR", "br"],
    ["deflate", null],
    ["", null],
  ])("go out for %j as %s, whole", async (accepted, encoding) => {
    for (const [path, whole] of [
      ["/assets/main-ABCDEFGH.js", script],
      ["/verify", "<title>verify</title>"],
    ] as const) {
      const answer = await get(path, { "Accept-Encoding": accepted })
      expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([encoding, "Accept-Encoding"])
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get("Content-Length")).toBe(String(bytes.length))
      const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((same: Buffer) => same)
      expect(open(bytes).toString()).toContain(whole)
    }
  })

  it("are not sent again to whoever has them, except what is never kept", async () => {
    for (const path of ["/login", "/assets/main-ABCDEFGH.js", "/favicon.svg"]) {
      const etag = (await get(path)).headers.get("ETag") ?? ""
      const again = await get(path, { "If-None-Match": `"other", ${etag}` })
      expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag])
      expect((await get(path, { "If-None-Match": 'W/"other"' })).status).toBe(200)
    }
    expect((await get("/locales/tr/common.json")).headers.get("ETag")).toBeNull()
    expect((await get("/locales/tr/common.json", { "If-None-Match": "*" })).status).toBe(200)
  })

  it("answer HEAD with the same headers and no body", async () => {
    const [whole, head] = [await get("/login"), await get("/login", {}, "HEAD")]
    expect(await head.text()).toBe("")
    for (const name of ["Content-Type", "Content-Length", "Cache-Control", "ETag"])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
  })

  it("take nothing but reading", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) expect((await get("/login", {}, method)).status).toBe(404)
  })

  it("stay as they were when a build runs beneath", async () => {
    rmSync(join(folder, "dist"), { recursive: true })
    expect(await (await get("/assets/main-ABCDEFGH.js")).text()).toBe(script)
    expect((await get("/login")).status).toBe(200)
  })

  it("must be there at start", async () => {
    await expect(createStatic(join(folder), api.config, "/backend")).rejects.toThrow("npm run build")
  })
})

describe("the page's configuration", () => {
  const configIn = async (path: string) => {
    const text = await (await get(path)).text()
    return /<script type="application\/json" id="config">(.*?)<\/script>/.exec(text)?.[1] ?? ""
  }

  it("says where the API is, in every page, and no text of the operator's ends the block", async () => {
    for (const path of ["/login", "/verify", "/admin/campaigns", "/anything"]) {
      const text = await configIn(path)
      expect(text).not.toContain("placeholder")
      expect(JSON.parse(text)).toMatchObject({
        apiBaseUrl: "/backend",
        extensions: true,
        feedback: "api",
        defaultLanguage: "tr",
        timeZone: "Europe/Istanbul",
        controller: { title: "A </script> $& B" },
      })
    }
  })

  it("names the pass-through to the AI service when there is one, and never the service or its key", async () => {
    expect(await configIn("/login")).not.toContain('"ai"')
    const page = await (await withAi.request("/login")).text()
    expect(page).toContain('"ai":{"url":"/backend/ai/chat/completions","model":"house-model"}')
    for (const secret of ["ai.example", "sk-secret"]) expect(page).not.toContain(secret)
  })
})

describe("the strict headers", () => {
  const strict = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": null,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  }
  const ofPages = {
    ...strict,
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
  }

  it.each([
    ["a page", "/login", "GET", hash],
    ["a page's head", "/login", "HEAD", hash],
    ["the shell", "/no/such/page", "GET", hash],
    ["an asset", "/assets/main-ABCDEFGH.js", "GET"],
    ["a missing asset", "/assets/gone.js", "GET"],
    ["a method that is not taken", "/login", "DELETE"],
    ["the outbox page", "/outbox", "GET", ""],
    ["the outbox's sheet", "/outbox.css", "GET"],
    ["the outbox", "/backend/outbox", "GET"],
    ["health", "/backend/healthz", "GET"],
    ["an answer", `/backend/Auth/GetCode/${accounts.elif}`, "GET"],
    ["a refusal", "/backend/campaign/list", "GET"],
    ["a broken body", "/backend/api/auth/refresh", "POST"],
    ["an unknown call", "/backend/no/such/call", "GET"],
    ["the bare prefix", "/backend", "GET"],
  ])("stand on %s", async (_, path, method, allowed?: string) => {
    const { headers } = await get(path, {}, method)
    const policy = ofPages["Content-Security-Policy"].replace(/(script|style)-src 'self'/g, found =>
      `${found} ${allowed ?? ""}`.trim(),
    )
    const expected = allowed === undefined ? strict : { ...ofPages, "Content-Security-Policy": policy }
    expect(Object.fromEntries(Object.keys(strict).map(name => [name, headers.get(name)]))).toEqual(expected)
    if (allowed === undefined) expect(headers.get("Permissions-Policy")).toBeNull()
    else expect(headers.get("Permissions-Policy")).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
  })

  it("allow no picture of another host on the pages of guests", async () => {
    const sources = async (path: string) =>
      /img-src ([^;]*)/.exec((await get(path)).headers.get("Content-Security-Policy") ?? "")?.[1]
    expect([await sources("/go/survey/x"), await sources("/login")]).toEqual(["'self' data: blob:", "'self' https: data: blob:"])
  })

  it("list the API's origin as a source of pictures where consoles of other origins are served", () => {
    const policyOf = (corsOrigins: string[], sources = {}) =>
      pageHeaders({ publicUrl: "http://api.example:8080/x", corsOrigins }, sources)["Content-Security-Policy"]
    expect(policyOf(["https://console.example"])).toContain("img-src 'self' https: data: blob: http://api.example:8080;")
    expect(policyOf([])).toContain("img-src 'self' https: data: blob:;")
    expect(policyOf([], { image: ["http://api.example"] })).toContain("img-src 'self' https: data: blob: http://api.example;")
  })

  it("stand on an answer that nothing was sent with, and on a failure", async () => {
    const etag = (await get("/login")).headers.get("ETag") ?? ""
    expect((await get("/login", { "If-None-Match": etag })).headers.get("Content-Security-Policy")).toContain("'none'")
    const broken = await createSite({ ...api.deps, db: undefined as never }, undefined)
    const failure = await broken.request(`/backend/Auth/GetCode/${accounts.elif}`)
    expect([failure.status, failure.headers.get("X-Content-Type-Options")]).toEqual([500, "nosniff"])
    expect(await failure.json()).toMatchObject({ isSuccess: false, status: 8, value: null })
    expect((await broken.request("/outbox")).headers.get("X-Content-Type-Options")).toBe("nosniff")
  })
})

describe("the outbox page", () => {
  it("shows the newest mail first, escaped, in the visitor's language", async () => {
    const { outbox } = await import("../../../server/src/db/schema")
    const mail = { recipient: "a@b.example", createdAt: new Date(api.now()) }
    await api.db.insert(outbox).values([
      { ...mail, subject: "first", body: "x", code: "111111" },
      { ...mail, subject: "<img src=x onerror=alert(1)>", body: "</pre><script>alert(1)</script>", code: "222222" },
    ])
    const text = await (await get("/outbox", { "Accept-Language": "en" })).text()
    expect(text).toContain("Outbox</h1>")
    expect(text.indexOf("222222")).toBeLessThan(text.indexOf("111111"))
    expect(text).not.toMatch(/<img|<script>alert/)
    expect(await (await get("/outbox", { Cookie: "i18nextLng=tr" })).text()).toContain("Giden kutusu</h1>")
  })

  it("is not there in production, nor when mail is really sent", async () => {
    const production = { ...api.config, mode: "production" as const }
    const mailed = { ...api.config, smtpUrl: "smtp://127.0.0.1:1" }
    for (const config of [production, mailed]) {
      const bare = await createSite({ ...api.deps, config }, undefined)
      for (const path of ["/outbox", "/backend/outbox"]) expect((await bare.request(path)).status).toBe(404)
    }
  })
})
