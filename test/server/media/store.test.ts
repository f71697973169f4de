import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer, type Server, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { listen } from "../../../scripts/free-port.mjs"
import { bucketStore, folderStore, type Store } from "../../../server/src/media/store"
import { deleteOrphanedMedia } from "../../../server/src/operations/orphans"
import { accounts, createTestApi } from "../../api"
import { png } from "../../pictures"
import { sample } from "../../rounds"

/** Both stores keep the same promises; the bucket is a server of this test that speaks as much S3 as is asked of it. */
const folder = mkdtempSync(join(tmpdir(), "campaign-store-"))
const held = new Map<string, { bytes: Buffer; type: string }>()
const unsigned: string[] = []
let server: Server
let bucket: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket")
    const authorization = request.headers.authorization ?? ""
    const isSigned = /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=.*host/.test(
      authorization,
    )
    if (!isSigned) unsigned.push(`${request.method} ${pathname}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const name = pathname.replace("/pictures/", "")
    const found = held.get(name)
    if (request.method === "PUT") {
      held.set(name, { bytes: Buffer.concat(chunks), type: request.headers["content-type"] ?? "" })
      response.end()
    } else if (request.method === "DELETE") {
      held.delete(name)
      response.writeHead(204).end()
    } else if (searchParams.has("list-type")) {
      const after = searchParams.get("start-after") ?? ""
      const page = [...held.keys()]
        .sort()
        .filter(key => key > after)
        .slice(0, 2)
      response.end(`<ListBucketResult>${page.map(key => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`)
    } else if (found) response.end(found.bytes)
    else response.writeHead(404).end()
  })
  const port = await listen(server)
  bucket = `http://KEY:SE%2FCRET@127.0.0.1:${port}/pictures?region=eu-central-1`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each<[string, () => Store]>([
  ["a folder", () => folderStore(folder)],
  ["a bucket", () => bucketStore(bucket)],
])("%s", (_, open) => {
  it("keeps what is put, gives it back, lists it and removes it", async () => {
    const store = open()
    held.clear()
    expect([await store.names(), await store.get("none.png")]).toEqual([[], undefined])
    for (const shade of [1, 2, 3]) await store.put(`${shade}.png`, png(shade), "image/png")
    await store.put("1.png", png(1), "image/png")
    expect((await store.names()).sort()).toEqual(["1.png", "2.png", "3.png"])
    expect(new Uint8Array((await store.get("2.png")) ?? [])).toEqual(png(2))
    await store.remove("2.png")
    await store.remove("2.png")
    expect((await store.names()).sort()).toEqual(["1.png", "3.png"])
    // A bucket is asked with a signature each time, and gets the type.
    expect(unsigned).toEqual([])
    if (held.size > 0) expect(held.get("1.png")?.type).toBe("image/png")
  })
})

describe("a bucket", () => {
  it("that refuses says so", async () => {
    const closed = createServer((_, response) => response.writeHead(403).end())
    const port = await listen(closed)
    await expect(bucketStore(`http://K:S@127.0.0.1:${port}/b`).put("x.png", png(), "image/png")).rejects.toThrow("403")
    closed.close()
  })

  const slowAnswers: [string, (response: ServerResponse) => void][] = [
    ["never answers", () => {}],
    ["drips its answer", response => void response.writeHead(200).write("x")],
    ["drips its refusal", response => void response.writeHead(500).write("x")],
  ]
  it.each(sample(slowAnswers, 2))("that %s is given up after 8 s, and its connection ends", async (_, behave) => {
    const gone: Promise<unknown>[] = []
    const slow = createServer((_request, response) => {
      behave(response)
      const timer = setInterval(() => response.headersSent && response.write("x"), 20)
      gone.push(new Promise(done => response.once("close", () => done(clearInterval(timer)))))
    })
    const port = await listen(slow)
    const timer = setTimeout
    const asked = vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((run: () => void, ms: number) => timer(run, ms > 7_000 ? 1_000 : ms)) as typeof setTimeout)
    // What only a collected object would have ended must end all the same.
    setFlagsFromString("--expose-gc")
    const collect = setInterval(runInNewContext("gc"), 50)
    try {
      await expect(bucketStore(`http://K:S@127.0.0.1:${port}/b`).get("x.png")).rejects.toThrow("It took more than")
      expect(gone.length).toBeGreaterThan(0)
      await Promise.all(gone)
    } finally {
      clearInterval(collect)
      asked.mockRestore()
      slow.close()
    }
  })

  it("holds the product's pictures when it is configured", async () => {
    const api = await createTestApi({ env: { S3_URL: bucket } })
    try {
      const form = new FormData()
      form.set("file", new File([png(77)], "a.png"))
      form.set("orderNo", "0")
      const headers = { Authorization: `Bearer ${await api.signIn(accounts.elif)}` }
      const answer = await api.fetch("/backend/campaign/media", { method: "POST", headers, body: form })
      const { value } = (await answer.json()) as { value: { url: string } }
      const name = value.url.split("/").at(-1) ?? ""
      expect(held.has(name)).toBe(true)
      expect(existsSync(join(api.config.dataDir, "media", name))).toBe(false)
      expect(new Uint8Array(await (await api.fetch(value.url)).arrayBuffer())).toEqual(png(77))
    } finally {
      await api.close()
    }
  })
})

describe("pictures that nothing refers to", () => {
  it("are removed after 8 days; those of records, of deleted ones and of the audit stay", async () => {
    const api = await createTestApi()
    try {
      const token = await api.signIn(accounts.elif)
      const upload = async (shade: number) => {
        const form = new FormData()
        form.set("file", new File([png(shade)], "a.png"))
        form.set("orderNo", "0")
        const headers = { Authorization: `Bearer ${token}` }
        const answer = await api.fetch("/backend/campaign/media", { method: "POST", headers, body: form })
        return ((await answer.json()) as { value: { url: string } }).value.url
      }
      const again = await upload(3)
      const [orphan, used] = [await upload(1), await upload(2)]
      const { value } = await api.call("GET", "/campaign/list?pageSize=100", { token })
      const own: { id: string } = value.campaigns.find(({ tenantId }: { tenantId?: string }) => tenantId)
      const { value: campaign } = await api.call("GET", `/campaign/${own.id}`, { token })
      const body = { ...campaign, campaignId: campaign.id, media: [{ url: used, orderNo: 0 }] }
      expect((await api.call("PUT", "/campaign/update", { token, body })).status).toBe(204)
      await api.call("DELETE", `/campaign/delete/${campaign.id}`, { token })
      const count = () => readdirSync(join(api.config.dataDir, "media")).length
      const before = count()
      const at = api.now()
      expect(await deleteOrphanedMedia(api.db, api.deps.store, at + 7 * 86_400_000)).toBe(0)
      // Picked a second time, for a record that is still being written.
      api.advance(60_000)
      expect(await upload(3)).toBe(again)
      api.advance(-60_000)
      expect(await deleteOrphanedMedia(api.db, api.deps.store, at + 8 * 86_400_000 + 1)).toBe(1)
      expect((await api.fetch(again)).status).toBe(200)
      expect(await deleteOrphanedMedia(api.db, api.deps.store, at + 9 * 86_400_000)).toBe(1)
      expect([count(), (await api.fetch(orphan)).status, (await api.fetch(used)).status]).toEqual([before - 2, 404, 200])
    } finally {
      await api.close()
    }
  })
})
