import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ChunkLoadError, chunkTimeoutMs, loadChunk, loadStyle, reloadOnce } from "../../../../src/ui/pages/loading/chunk"

const answer = (status: number) => vi.fn(async () => new Response(null, { status }))
const lost = new TypeError("Failed to fetch dynamically imported module: https://console.example/assets/list-1.js")

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ChunkLoadError,
  )

beforeEach(() => {
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.head.replaceChildren()
})

describe("loading a screen's chunk", () => {
  it("hands over what the import gave", async () => {
    expect(await loadChunk(async () => ({ List: 1 }))).toEqual({ List: 1 })
  })

  it.each([
    [404, "missing"],
    [410, "missing"],
    [500, "error"],
    [200, "error"],
  ] as const)("calls a lost chunk whose file answers %i %s", async (status, type) => {
    const ask = answer(status)
    vi.stubGlobal("fetch", ask)
    const error = await failureOf(loadChunk(() => Promise.reject(lost)))
    expect(error).toBeInstanceOf(ChunkLoadError)
    expect(error).toMatchObject({ type, cause: lost })
    expect(error?.code).toBeUndefined()
    expect(ask).toHaveBeenCalledWith("https://console.example/assets/list-1.js", { method: "HEAD", cache: "no-store" })
  })

  it("calls a lost chunk an error when the network is down", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")))
    expect(await failureOf(loadChunk(() => Promise.reject(lost)))).toMatchObject({ type: "error" })
  })

  it("asks for the running script when the browser names no file", async () => {
    const asked: string[] = []
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url)
      return new Response(null, { status: 404 })
    })
    expect(await failureOf(loadChunk(() => Promise.reject(new TypeError("Importing a module script failed."))))).toMatchObject({
      type: "missing",
    })
    expect(asked).toEqual([expect.stringContaining("chunk")])
  })

  it("gives up after two minutes", async () => {
    vi.useFakeTimers()
    const failure = failureOf(loadChunk(() => new Promise(() => {})))
    await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1)
    expect(await Promise.race([failure, Promise.resolve("waiting")])).toBe("waiting")
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ type: "timeout" })
  })

  it("leaves no timer behind", async () => {
    vi.useFakeTimers()
    await loadChunk(async () => 1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** Appended links, with the browser's loading in the test's hand. */
const held = () => {
  const links: HTMLLinkElement[] = []
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) links.push(node as HTMLLinkElement)
  })
  return links
}

describe("loading a stylesheet", () => {
  afterEach(() => vi.restoreAllMocks())

  it("appends a link once and waits until it applies", async () => {
    const links = held()
    const both = Promise.all([loadStyle("/assets/a.css"), loadStyle("/assets/a.css")])
    expect(links.map(link => [link.rel, link.getAttribute("href")])).toEqual([["stylesheet", "/assets/a.css"]])
    links[0]?.onload?.(new Event("load"))
    await both
  })

  it("fails with its code, and can be tried again", async () => {
    const links = held()
    vi.stubGlobal("fetch", answer(404))
    const failure = failureOf(loadStyle("/assets/b.css"))
    links[0]?.onerror?.(new Event("error"))
    expect(await failure).toMatchObject({ type: "missing", code: "CSS_CHUNK_LOAD_FAILED" })
    const again = loadStyle("/assets/b.css")
    expect(links).toHaveLength(2)
    links[1]?.onload?.(new Event("load"))
    await again
  })

  it("asks for nothing where the build named no sheet", async () => {
    const links = held()
    await loadStyle()
    expect(links).toEqual([])
  })
})

describe("reloading after a new release", () => {
  it("happens once per release, so that it can't loop", () => {
    const reload = vi.fn()
    expect(reloadOnce("/assets/chunk-1.js", reload)).toBe(true)
    expect(reloadOnce("/assets/chunk-1.js", reload)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(reloadOnce("/assets/chunk-2.js", reload)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
