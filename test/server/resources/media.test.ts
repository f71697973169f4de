import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { crc32, deflateSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { failureText } from "../../../server/src/errors/problem"
import { detectImageType } from "../../../src/core/image-type"
import { accounts, createTestApi, type TestApi } from "../../api"
import { reportAttack } from "../../attacks"
import { chunk, gif, jpeg, metadataCases, png, pngWith, webp } from "../../pictures"

let api: TestApi
let token = ""
beforeAll(async () => {
  api = await createTestApi()
  token = await api.signIn(accounts.elif)
})
afterAll(() => api.close())

const bytes = (text: string) => new TextEncoder().encode(text)

/** A copy with other bytes at one place. */
const changed = (content: Uint8Array, at: number, ...values: number[]) => {
  const copy = new Uint8Array(content)
  copy.set(values, at)
  return copy
}

/** Where the frame header of the JPEG begins, and one of 4,000 × 4,000. */
const frameAt = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc0]))
const otherFrame = changed(jpeg.slice(frameAt, frameAt + 13), 5, 0x0f, 0xa0, 0x0f, 0xa0)

/** The WebP of 1 × 1 on a canvas of its own. */
const webpOnCanvas = (edge: number) => {
  const canvas = Buffer.alloc(18)
  canvas.write("VP8X")
  canvas.writeUInt32LE(10, 4)
  canvas.writeUIntLE(edge - 1, 12, 3)
  canvas.writeUIntLE(0, 15, 3)
  const file = Buffer.concat([webp.slice(0, 12), canvas, webp.slice(12)])
  file.writeUInt32LE(file.length - 8, 4)
  return new Uint8Array(file)
}

/** The GIF of 1 × 1 on a screen of 5,000 × 5,000, with its frame many times. */
const gifOfFrames = (frames: number) => {
  const frame = gif.slice(27, -1)
  const all = Buffer.concat([gif.slice(0, 27), ...Array(frames).fill(frame), gif.slice(-1)])
  return changed(new Uint8Array(all), 6, 0x88, 0x13, 0x88, 0x13)
}

const u32 = (...values: number[]) => {
  const data = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) data.writeUInt32BE(value, 4 * at)
  return data
}
const animation = (claimed: number, frames: number, edge: number) => [
  chunk("acTL", u32(claimed, 0)),
  ...Array.from({ length: frames }, (_, at) => chunk("fcTL", Buffer.concat([u32(at, edge, edge, 0, 0), Buffer.alloc(6)]))),
]
/** 9 × 9 of one grey in seven passes, whose rows have lengths of their own. */
const interlaced = (() => {
  const rows = [
    [2, 2],
    [1, 2],
    [3, 1],
    [2, 3],
    [5, 2],
    [4, 5],
    [9, 4],
  ] as const
  const data = Buffer.alloc(rows.reduce((sum, [columns, lines]) => sum + lines * (columns + 1), 0))
  const file = Buffer.from(pngWith([], data, 9))
  file[28] = 1
  file.writeUInt32BE(crc32(file.subarray(12, 29)) >>> 0, 29)
  return new Uint8Array(file)
})()
const bomb = deflateSync(Buffer.alloc(50 * 1024 * 1024))
const name = Buffer.from("Comment\0")

const upload = (content: Uint8Array<ArrayBuffer>, name = "a.png", type = "image/png", orderNo: string | null = "1") => {
  const form = new FormData()
  form.set("file", new File([content], name, { type }))
  if (orderNo !== null) form.set("orderNo", orderNo)
  return api.fetch("/backend/campaign/media", { method: "POST", headers: { Authorization: `Bearer ${token}` }, body: form })
}

describe("an upload", () => {
  let lies = 0
  afterAll(() => reportAttack("pictures that are none, are cut off, or claim what they do not have", lies, 0))

  it.each([
    ["png", png()],
    ["jpeg", jpeg],
    ["webp", webp],
    ["gif", gif],
  ])("of a %s is stored and served as one, whatever its name", async (type, content) => {
    const answer = await upload(content as Uint8Array<ArrayBuffer>, "../../etc/passwd.svg", "image/svg+xml")
    expect(answer.status).toBe(200)
    const { value } = (await answer.json()) as { value: { url: string } }
    expect(value.url).toMatch(new RegExp(`^/backend/media/[\\da-f]{64}\\.${type}$`))
    const served = await api.fetch(value.url)
    expect(served.headers.get("Content-Type")).toBe(`image/${type}`)
    expect(served.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(served.headers.get("Cache-Control")).toContain("immutable")
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(content)
  })

  it.each([
    ["an SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a page that calls itself a picture", bytes("<!doctype html><script>alert(1)</script>")],
    ["nothing", bytes("")],
    ["half a magic number", png().slice(0, 4)],
    ["a magic number without a picture", png().slice(0, 16)],
    ["a page behind a picture's first bytes", new Uint8Array([...gif.slice(0, 4), ...bytes("<script>alert(1)</script>")])],
    ["a JPEG that is none inside", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8])],
    ["a WebP of another making", bytes("RIFF0000WEBPVP8 ")],
    ["a picture without an edge", png(0, { width: 0, height: 2, real: false })],
    ["a PDF", bytes("%PDF-1.7 ........")],
    ["a PNG cut off", png(1).slice(0, -12)],
    ["a PNG cut off in its pixels", png(1).slice(0, -18)],
    ["a PNG whose checksum is wrong", changed(png(2), 23, 9)],
    ["a PNG of two headers", new Uint8Array([...png(3).slice(0, 33), ...png(3, { width: 9, height: 9 }).slice(8)])],
    ["a GIF of 1 × 1 with a frame of 65,535 × 65,535", changed(gif, 32, 255, 255, 255, 255)],
    ["a GIF with a frame beside its screen", changed(gif, 28, 1)],
    ["a GIF cut off", gif.slice(0, -1)],
    ["a JPEG of two sizes", new Uint8Array([...jpeg.slice(0, frameAt), ...otherFrame, ...jpeg.slice(frameAt)])],
    ["a JPEG cut off", jpeg.slice(0, -2)],
    ["a WebP cut off", webp.slice(0, -4)],
    ["a WebP whose canvas is another", webpOnCanvas(5_000)],
    ["a GIF of 20,000 frames", gifOfFrames(20_000)],
    ["an animated PNG that claims a million frames", pngWith(animation(1_000_000, 1, 2))],
    ["an animated PNG of 60 megapixels", pngWith(animation(60, 60, 1_000), Buffer.alloc(1_001_000), 1_000)],
    ["a PNG of 2,000 × 2,000 with ten bytes", pngWith([], Buffer.alloc(10), 2_000)],
    ["a PNG with 200 MB of pixels", pngWith([], Buffer.alloc(200 * 1024 * 1024), 100)],
    ["a PNG with a colour profile of 50 MB", pngWith([chunk("iCCP", Buffer.concat([name, Buffer.alloc(1), bomb]))])],
  ])("of %s is refused with 415", async (_, content) => {
    lies++
    const answer = await upload(content as Uint8Array<ArrayBuffer>)
    expect(answer.status).toBe(415)
    const { isSuccess, errors } = (await answer.json()) as { isSuccess: boolean; errors: string[] }
    expect(isSuccess).toBe(false)
    expect(errors.join()).toContain(detectImageType(content) ? "bozuk" : "değil")
  })

  it.each([
    ["an animated PNG", pngWith(animation(3, 3, 2))],
    ["an animated GIF", new Uint8Array([...gif.slice(0, 27), ...gif.slice(27, -1), ...gif.slice(27)])],
    ["an interlaced PNG", interlaced],
  ])("of %s is stored", async (_, content) => {
    expect((await upload(content as Uint8Array<ArrayBuffer>)).status).toBe(200)
  })

  it("of a photograph is served without its place, camera and texts", async () => {
    for (const [type, , given, expected] of metadataCases) {
      const answer = await upload(given)
      expect(answer.status, type).toBe(200)
      const { value } = (await answer.json()) as { value: { url: string } }
      const served = Buffer.from(await (await api.fetch(value.url)).arrayBuffer())
      expect(served.equals(expected), type).toBe(true)
    }
  })

  it("over 5 MiB is refused with 413", async () => {
    const large = new Uint8Array(5 * 1024 * 1024 + 1)
    large.set(png())
    expect((await upload(large)).status).toBe(413)
  })

  it.each([
    ["an edge of 8,001", { width: 8_001, height: 1 }],
    ["over 40 million pixels", { width: 7_000, height: 7_000 }],
    ["four milliards of pixels, in a hundred bytes", { width: 65_535, height: 65_535 }],
  ])("with %s is refused with 413", async (_, size) => {
    expect((await upload(png(0, { ...size, real: false }))).status).toBe(413)
  })

  it.each(["x", "-1", "1.5", "", " ", "1e3", "99999", null])("with orderNo %s is refused", async orderNo => {
    const answer = await upload(png(), "a.png", "image/png", orderNo)
    expect(answer.status).toBe(400)
    const { validationErrors } = (await answer.json()) as { validationErrors: { propertyName: string }[] }
    expect(validationErrors.map(entry => entry.propertyName)).toEqual(["orderNo"])
  })

  it("of one picture twelve times at once is stored once, and each gets its address", async () => {
    const fresh = png(7)
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(fresh)))
    const urls = await Promise.all(answers.map(async answer => ((await answer.json()) as { value?: { url: string } }).value?.url))
    expect(urls.every(url => url && url === urls[0])).toBe(true)
    const name = urls[0]?.split("/").at(-1) ?? "none"
    const files = readdirSync(join(api.config.dataDir, "media"))
    expect(files.filter(file => file.startsWith(name))).toEqual([name])
    expect(readFileSync(join(api.config.dataDir, "media", name))).toEqual(Buffer.from(fresh))
  })

  it("that cannot be stored is answered in words, and the start says which folder it is", async () => {
    const own = await createTestApi()
    try {
      const folder = join(own.config.dataDir, "media")
      rmSync(folder, { recursive: true, force: true })
      await own.deps.store.requireRoom?.()
      rmSync(folder, { recursive: true })
      writeFileSync(folder, "no folder")
      const failure = await own.deps.store.requireRoom?.().then(() => undefined, failureText)
      expect(failure).toContain(folder)
      const form = new FormData()
      form.set("file", new File([png(231)], "a.png"))
      form.set("orderNo", "0")
      const headers = { Authorization: `Bearer ${await own.signIn(accounts.elif)}`, "Accept-Language": "en" }
      const answer = await own.fetch("/backend/campaign/media", { method: "POST", headers, body: form })
      const { errors } = (await answer.json()) as { errors: string[] }
      expect([answer.status, errors[0]]).toEqual([503, expect.stringContaining("cannot write to its folder of pictures")])
    } finally {
      await own.close()
    }
  })

  it("that is refused leaves nothing behind", async () => {
    const before = readdirSync(join(api.config.dataDir, "media"))
    await upload(bytes("<svg/>") as Uint8Array<ArrayBuffer>)
    await upload(png(8), "a.png", "image/png", null)
    expect(readdirSync(join(api.config.dataDir, "media"))).toEqual(before)
  })

  it("whose length nobody promised stops at the limit", async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull: controller => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const answer = await api.fetch("/backend/campaign/media", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=b" },
      body: endless,
      duplex: "half",
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(6 * 1024 * 1024)
  })

  it.each([
    ["no form at all", "application/json", "{}"],
    ["a form without a boundary", "multipart/form-data", "x"],
    [
      "a form that breaks off",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a',
    ],
    [
      "a form without a file",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="orderNo"\r\n\r\n1\r\n--b--\r\n',
    ],
  ])("as %s is refused with 400", async (_, type, body) => {
    const answer = await api.fetch("/backend/campaign/media", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
      body,
    })
    expect(answer.status).toBe(400)
  })
})

describe("media", () => {
  it.each(["../config", "a.png", `${"0".repeat(64)}.svg`, `${"0".repeat(64)}.png`])("%s is not there", async name => {
    expect((await api.fetch(`/backend/media/${encodeURIComponent(name)}`)).status).toBe(404)
  })
})
