import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { HttpError } from "../../../src/core/http/http"
import type { Media } from "../../../src/core/media"
import { Pictures } from "../../../src/ui/forms/media-field"
import { act, click, find, mount, speak, until } from "../../kit"
import { Held } from "../held"

type Call = {
  name: string
  orderNo: number
  signal?: AbortSignal
  progress: (fraction: number) => void
  answer: (url: string) => void
  fail: (error: unknown) => void
}

const calls: Call[] = []
const heard: Media[][] = []
const busy: boolean[] = []
const living = new Set<string>()
let unmount: () => Promise<void>

const show = async (value: Media[] = [], options: { max?: number; error?: string } = {}) => {
  const held = (
    <Held initial={value} heard={media => heard.push(media)}>
      {(media, onChange) => (
        <Pictures
          id="media"
          label="Görseller"
          {...options}
          value={media}
          onChange={onChange}
          onBusy={isBusy => busy.push(isBusy)}
          upload={(file, orderNo, { signal, onProgress }) =>
            new Promise((answer, fail) =>
              calls.push({ name: file.name, orderNo, signal, progress: fraction => onProgress?.(fraction), answer, fail }),
            )
          }
        />
      )}
    </Held>
  )
  ;({ unmount } = await mount(held))
}

beforeEach(() => {
  speak("tr")
  for (const list of [calls, heard, busy]) list.splice(0)
  living.clear()
  let made = 0
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    const url = `blob:${++made}`
    living.add(url)
    return url
  })
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(url => living.delete(url))
})
afterEach(async () => {
  await unmount()
  vi.restoreAllMocks()
})

const heads = { png: "89504e470d0a1a0a", jpg: "ffd8ffe0", gif: "474946383961", webp: "524946460000000057454250" }
const image = (name: string, kind: keyof typeof heads = "png") => new File([Buffer.from(heads[kind], "hex")], name)

const input = () => document.querySelector("input[type=file]") as HTMLInputElement
const choose = async (...files: File[]) => {
  Object.defineProperty(input(), "files", { configurable: true, value: files })
  await act(async () => input().dispatchEvent(new Event("change", { bubbles: true })))
  await until(() => expect(document.querySelectorAll(".upload-item").length).toBeGreaterThanOrEqual(files.length))
}
const rows = () => [...document.querySelectorAll(".upload-item")].map(row => row.textContent)
const pictures = () => [...document.querySelectorAll<HTMLImageElement>(".media-list img")].map(img => img.getAttribute("src"))
const said = () => document.querySelector("[role=status]")?.textContent
const answer = (name: string, url: string) => act(async () => calls.find(call => call.name === name)?.answer(url))
const media = (...urls: string[]) => urls.map((url, at) => ({ url, orderNo: at + 1 }))

describe("uploading", () => {
  it("takes several at once, and holds only the finished ones, in the order in which they were given", async () => {
    await show()
    await choose(image("bir.png"), image("iki.jpg", "jpg"), image("uc.webp", "webp"))
    expect(calls.map(({ name, orderNo }) => [name, orderNo])).toEqual([
      ["bir.png", 1],
      ["iki.jpg", 2],
      ["uc.webp", 3],
    ])
    expect(heard).toEqual([])
    await answer("uc.webp", "/3")
    await answer("bir.png", "/1")
    await answer("iki.jpg", "/2")
    expect(heard).toEqual([media("/3"), media("/1", "/3"), media("/1", "/2", "/3")])
    expect(said()).toBe("iki.jpg yüklendi")
  })

  it("adds to what is there", async () => {
    await show(media("/a", "/b"))
    await choose(image("c.gif", "gif"))
    expect(calls[0]?.orderNo).toBe(3)
    await answer("c.gif", "/c")
    expect(heard).toEqual([media("/a", "/b", "/c")])
  })

  it("says that it is busy from the first to the last", async () => {
    await show()
    await choose(image("bir.png"), image("iki.png"))
    await answer("bir.png", "/1")
    expect(busy).toEqual([true])
    await answer("iki.png", "/2")
    expect(busy).toEqual([true, false])
  })

  it("shows a preview and how far it is, and frees the preview", async () => {
    await show()
    await choose(image("bir.png"))
    await act(async () => calls[0]?.progress(0.42))
    expect(rows()[0]).toContain("%42")
    expect(document.querySelector("progress")?.getAttribute("aria-label")).toBe("bir.png yükleniyor")
    expect(living.size).toBe(1)
    await answer("bir.png", "/1")
    expect(living.size).toBe(0)
  })

  it("names a picture by its file", async () => {
    await show(media("/a"))
    await choose(image("yaz-kapak.png"))
    await answer("yaz-kapak.png", "/1")
    expect([...document.querySelectorAll(".media-list img")].map(img => img.getAttribute("alt"))).toEqual([
      "Görsel 1",
      "yaz-kapak",
    ])
  })

  it("can be cancelled: the call ends, nothing is added, and a late answer is not listened to", async () => {
    await show()
    await choose(image("bir.png"))
    await click(find("button", "bir.png yüklemesini iptal et"))
    expect(calls[0]?.signal?.aborted).toBe(true)
    expect([rows(), busy, living.size]).toEqual([[], [true, false], 0])
    await answer("bir.png", "/1")
    expect(heard).toEqual([])
  })

  it.each([
    [413, "Gönderilen veri çok büyük"],
    [503, "Görsel şu anda kaydedilemiyor"],
    [507, "Sunucuda yer kalmadı"],
  ])("that failed with %i says why and is tried again", async (status, words) => {
    await show()
    await choose(image("bir.png"))
    await act(async () => calls[0]?.fail(new HttpError({ kind: "http", status })))
    expect(document.querySelector("[role=alert]")?.textContent).toMatch(/^bir\.png: .+/)
    expect(document.querySelector("[role=alert]")?.textContent).toContain(words)
    expect(busy).toEqual([true, false])
    await click(find("button", "bir.png dosyasını yeniden yükle"))
    expect(document.querySelector("[role=alert]")).toBeNull()
    await act(async () => calls[1]?.answer("/1"))
    expect(heard).toEqual([media("/1")])
    expect(busy).toEqual([true, false, true, false])
  })

  it("ends with the page: calls end, previews are freed, nobody waits any longer", async () => {
    await show()
    await choose(image("bir.png"))
    await unmount()
    expect(calls[0]?.signal?.aborted).toBe(true)
    expect(living.size).toBe(0)
    expect(busy).toEqual([true, false])
  })

  it("the only picture is removed and another one chosen", async () => {
    await show(media("/eski"), { max: 1 })
    expect(find("button", "Değiştir")).toBeTruthy()
    await click(find("button", "Görsel 1: kaldır"))
    expect(document.querySelector(".uploader")).toBeTruthy()
    await choose(image("yeni.png"))
    await answer("yeni.png", "/yeni")
    expect(pictures()).toEqual(["/yeni"])
    expect(document.querySelector(".uploader")).toBeNull()
  })

  it("the only picture is replaced in one step, and stays until the other one is there", async () => {
    await show(media("/eski"), { max: 1 })
    await choose(image("bozuk.png"))
    expect([pictures(), find("button", "Değiştir").hasAttribute("disabled")]).toEqual([["/eski"], true])
    await act(async () => calls[0]?.fail(new HttpError({ kind: "http", status: 413 })))
    expect(pictures()).toEqual(["/eski"])
    await choose(image("yeni.png"))
    await until(() => expect(calls).toHaveLength(2))
    await answer("yeni.png", "/yeni")
    expect(heard).toEqual([media("/yeni")])
    expect(pictures()).toEqual(["/yeni"])
  })

  it("takes the same picture once", async () => {
    await show(media("/1"))
    await choose(image("bir.png"))
    await answer("bir.png", "/1")
    expect(heard).toEqual([])
    expect(rows()).toEqual([])
  })
})

describe("a file that can't be taken", () => {
  const large = () => {
    const file = image("büyük.png")
    Object.defineProperty(file, "size", { value: 5 * 1024 * 1024 + 1 })
    return file
  }
  const folder = () => {
    const file = new File([], "klasör")
    file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) }) as unknown as Blob
    return file
  }
  it.each([
    ["is not what its name says", () => new File(["<svg/>"], "resim.png"), "Bu dosya PNG, JPEG, WebP veya GIF değil."],
    ["is empty", () => new File([], "boş.png"), "Bu dosya PNG, JPEG, WebP veya GIF değil."],
    ["is too large", large, "Dosya 5 MB sınırını aşıyor."],
    ["can't be read", folder, "Dosya okunamadı."],
  ])("%s: its row says so, and the others go on", async (_, file, message) => {
    await show()
    await choose(file(), image("iyi.png"))
    expect(document.querySelector("[role=alert]")?.textContent).toBe(`${file().name}: ${message}`)
    expect(calls.map(({ name }) => name)).toEqual(["iyi.png"])
    expect(document.querySelector("[aria-label$='yeniden yükle']")).toBeNull()
  })

  it("takes one of exactly 5 MiB", async () => {
    await show()
    const file = image("sınırda.png")
    Object.defineProperty(file, "size", { value: 5 * 1024 * 1024 })
    await choose(file)
    expect(calls).toHaveLength(1)
  })

  it("is one too many", async () => {
    await show(media("/a"), { max: 2 })
    await choose(image("bir.png"), image("iki.png"))
    expect(calls.map(({ name }) => name)).toEqual(["bir.png"])
    expect(document.querySelector("[role=alert]")?.textContent).toBe("iki.png: En çok 2 görsel eklenebilir.")
    expect(input()).toBeNull()
  })
})

describe("dropping and pasting", () => {
  const transfer = (files: File[], types: string[]) => ({ files, types, dropEffect: "" })
  const fire = async (target: EventTarget, type: string, data: object) => {
    const name = type === "paste" ? "clipboardData" : "dataTransfer"
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { [name]: data })
    await act(async () => target.dispatchEvent(event))
    return event
  }
  const zone = () => document.querySelector(".uploader") as HTMLElement

  it("takes files that are dropped on it, and shows where they would land", async () => {
    await show()
    const data = transfer([image("bir.png")], ["Files"])
    await fire(zone(), "dragover", data)
    expect(zone().hasAttribute("data-over")).toBe(true)
    await fire(zone(), "drop", data)
    expect(zone().hasAttribute("data-over")).toBe(false)
    await until(() => expect(calls.map(({ name }) => name)).toEqual(["bir.png"]))
  })

  it("keeps the page when a file falls beside it", async () => {
    await show()
    const event = await fire(document.body, "drop", transfer([image("bir.png")], ["Files"]))
    expect(event.defaultPrevented).toBe(true)
    expect((await fire(document.body, "drop", transfer([], ["text/plain"]))).defaultPrevented).toBe(false)
    expect(calls).toEqual([])
  })

  it("takes a pasted picture from anywhere on the page", async () => {
    await show()
    await fire(document.body, "paste", transfer([image("pano.png")], ["Files"]))
    await until(() => expect(calls.map(({ name }) => name)).toEqual(["pano.png"]))
  })

  it("leaves text to the field it is pasted into, even when a picture comes with it", async () => {
    await show()
    const text = document.createElement("input")
    document.body.append(text)
    const event = await fire(text, "paste", transfer([image("tablo.png")], ["text/plain", "Files"]))
    text.remove()
    expect(event.defaultPrevented).toBe(false)
    expect(rows()).toEqual([])
  })
})

describe("the order", () => {
  const items = () => [...document.querySelectorAll<HTMLElement>(".media-list li")]
  const focused = () => document.activeElement?.getAttribute("aria-label")

  it("is changed by buttons, said, and numbered anew", async () => {
    await show(media("/a", "/b", "/c"))
    await click(find("button", "Görsel 3: önceye al"))
    expect(heard).toEqual([media("/a", "/c", "/b")])
    expect(said()).toBe("Görsel 3, 2. sıraya taşındı")
    expect(pictures()).toEqual(["/a", "/c", "/b"])
  })

  it("has ends, where the buttons keep the focus and do nothing", async () => {
    await show(media("/a", "/b"))
    const earlier = find("button", "Görsel 1: önceye al")
    earlier.focus()
    await click(earlier)
    expect(earlier.getAttribute("aria-disabled")).toBe("true")
    expect(find("button", "Görsel 2: sonraya al").getAttribute("aria-disabled")).toBe("true")
    expect(document.activeElement).toBe(earlier)
    expect(heard).toEqual([])
  })

  it("is changed by dragging", async () => {
    await show(media("/a", "/b", "/c"))
    const data = { setData: () => undefined, effectAllowed: "", types: [] }
    const fire = (at: number, type: string) =>
      act(async () =>
        items()[at]?.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer: data })),
      )
    await fire(2, "dragstart")
    await fire(0, "dragover")
    await fire(0, "dragover")
    await fire(0, "dragend")
    expect(heard).toEqual([media("/c", "/a", "/b")])
    await fire(1, "dragover")
    expect(heard).toHaveLength(1)
  })

  it("closes up after a removal, which is said; the focus goes to the next picture, then to the last, then to the whole", async () => {
    await show(media("/a", "/b", "/c"))
    await click(find("button", "Görsel 2: kaldır"))
    expect(heard.at(-1)).toEqual(media("/a", "/c"))
    expect(said()).toBe("Görsel 2 kaldırıldı")
    expect(focused()).toBe("Görsel 2: kaldır")
    await click(find("button", "Görsel 2: kaldır"))
    expect(focused()).toBe("Görsel 1: kaldır")
    await click(find("button", "Görsel 1: kaldır"))
    expect(focused()).toBe("Görseller")
    expect(heard.at(-1)).toEqual([])
  })

  it("stands with its first as the cover", async () => {
    await show(media("/a", "/b"))
    expect(items().map(item => item.textContent)).toEqual(["Kapak", ""])
  })
})

describe("an error of the form", () => {
  it("describes the whole", async () => {
    await show([], { error: "En az bir görsel ekleyin." })
    const group = document.getElementById("media")
    expect(document.getElementById(group?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("En az bir görsel ekleyin.")
    expect(input().getAttribute("aria-invalid")).toBe("true")
  })
})
