import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { GoDraw } from "../../../src/app/pages/go-draw"
import { hashLock } from "../../../src/contract/draw-proof/lock"
import { receiptOf } from "../../../src/contract/draw-proof/receipt"
import { hashEntry } from "../../../src/contract/draw-proof/register"
import { utf8 } from "../../../src/core/hashing/hashing"
import { cache } from "../../../src/state/instances"
import { bytesFrom, hashing, holdDraw as hold, participantsOf, type Step } from "../../contract/draw-proof/kit"
import { click, downloadOf, find, main, mount, speak, type, until } from "../../kit"
import { textsAnswer } from "../../texts"

const holdDraw = (options: Parameters<typeof hold>[0] = {}) => hold({ isRegistered: options.domain !== "rehearsal", ...options })

/** The public verifier on proofs that a test has made; the dictionaries come from disk. */
let answer: () => Response | Promise<Response> = () => new Response("", { status: 404 })
const realFetch = globalThis.fetch
const asked: string[] = []

beforeAll(() => {
  globalThis.fetch = async input => {
    const { pathname } = new URL(String(input), location.href)
    if (pathname.startsWith("/locales/")) return textsAnswer(pathname)
    asked.push(pathname)
    return answer()
  }
})
afterAll(() => {
  globalThis.fetch = realFetch
})

let unmount: () => Promise<void> = async () => {}
const open = async (path: string) => {
  history.replaceState(null, "", path)
  ;({ unmount } = await mount(<GoDraw />))
}
beforeEach(() => {
  speak("tr")
  asked.length = 0
})
afterEach(async () => {
  await unmount()
  cache.clear()
  vi.unstubAllGlobals()
})

const inEnvelope = (file: Uint8Array) => `{"value":${Buffer.from(file).toString()},"isSuccess":true,"status":0,"errors":[]}`
const serve = (file: Uint8Array) => {
  answer = () => new Response(inEnvelope(file))
}
/** A person chooses a file. */
const choose = (file: Uint8Array) => {
  const input = document.querySelector<HTMLInputElement>(".proof__file input")
  Object.defineProperty(input, "files", {
    configurable: true,
    value: [new File([file as Uint8Array<ArrayBuffer>], "kanit.json")],
  })
  input?.dispatchEvent(new Event("change", { bubbles: true }))
}
const headline = () =>
  until(() => expect(document.querySelector(".proof__verdict h2")?.textContent).toBeTruthy()).then(
    () => document.querySelector(".proof__verdict")?.textContent ?? "",
  )
const replaced = (file: Uint8Array, from: string, to: string) => {
  const changed = Buffer.from(file).toString().replace(from, to)
  expect(changed).not.toBe(Buffer.from(file).toString())
  return new Uint8Array(Buffer.from(changed))
}

const drawn: Step = { drops: [{ place: 0, reason: "declined" }] }

describe("the first line", () => {
  const rows: [string, Parameters<typeof holdDraw>[0], string][] = [
    ["a drawn draw", { steps: [drawn] }, "Sonuç doğrulandı"],
    ["a locked one", { steps: [{ isDrawn: false }] }, "Çekiliş kilitlendi, henüz yapılmadı"],
    [
      "a void one",
      { steps: [drawn, { reason: "entries", isDrawn: false }] },
      "Önceki sonuç geçersiz sayıldı, çekiliş yenilenecek",
    ],
    ["one that was drawn again", { steps: [drawn, { reason: "rules" }] }, "Sonuç doğrulandı"],
    ["one that is in no register", { isRegistered: false }, "Hesap doğru, ama sonuç önceden denenmiş olabilir"],
    [
      "one in no register, with a witness",
      { isRegistered: false, steps: [{ publicRandomness: { kind: "witness" }, publicValue: "7" }] },
      "Sonuç doğrulandı",
    ],
    ["a rehearsal", { domain: "rehearsal" }, "Bu bir prova, gerçek bir çekiliş değil"],
  ]
  it.each(rows)("says what holds of %s", async (_, options, title) => {
    const { file } = await holdDraw(options)
    serve(file)
    await open("/go/draw/41")
    expect(await headline()).toContain(title)
    expect(asked[0]).toBe("/backend/draw/41/audit")
  })

  it.each([
    ["cancelled", ["cancelled"], "Çekiliş iptal edildi"],
    ["cancelled and open again", ["cancelled", "reopened"], "Çekiliş kilitlendi, henüz yapılmadı"],
  ] as const)("says of a locked draw what its register has: %s", async (_, events, title) => {
    const { file, register } = await holdDraw({ steps: [{ isDrawn: false }] })
    const entries = [...register.entries]
    for (const event of events) {
      const [last] = entries.slice(-1)
      if (last) entries.push({ ...last, number: last.number + 1, previous: await hashEntry(hashing, last), event })
    }
    answer = () => new Response(inEnvelope(asked.length > 1 ? utf8(JSON.stringify({ ...register, entries })) : file))
    await open("/go/draw/41")
    expect(await headline()).toContain(title)
    expect(asked).toEqual(["/backend/draw/41/audit", "/backend/draw/register/7"])
  })

  it.each([
    ["a prize", '"quantity":1', '"quantity":2', "Kurallar veya ödüller kilitten sonra değiştirilmiş."],
    ["a replacement", '"place":0', '"place":1', "Listeden çıkan biletin yerine yanlış bilet geçmiş."],
    ["a character", "{", " {", "Dosya başka bir programla yeniden yazılmış."],
  ])("names the reason for which a file with %s changed is refused, and shows no result", async (_, from, to, reason) => {
    const { file } = await holdDraw({ steps: [drawn] })
    await open("/go/draw")
    await until(() => expect(main()).toContain("Kanıt dosyasını kontrol edin"))
    choose(replaced(file, from, to))
    const said = await headline()
    expect(said).toContain("Bu kanıt doğrulanamadı")
    expect(said).toContain(reason)
    expect(main()).not.toContain("round: 0")
    expect(main()).not.toContain("Kazanan biletler")
    expect(asked).toEqual([])
  })
})

describe("the page", () => {
  it("shows lock code, dates, result, replacement and earlier rounds", async () => {
    const { file, proof } = await holdDraw({ steps: [drawn, { reason: "entries", ...drawn }] })
    serve(file)
    await open("/go/draw/41")
    await headline()
    const codes = await Promise.all(proof.rounds.map(({ lock }) => hashLock(hashing, lock)))
    const flat = main().replaceAll(" ", "")
    for (const code of codes) expect(flat).toContain(code)
    const [bicycle = -1] = proof.rounds[1]?.replacements.map(({ position }) => position ?? -1) ?? []
    expect(find("li", /^Bisiklet/).textContent).toContain(`Kazanan biletler${bicycle + 1}`)
    expect(main()).toContain(`yerine ${bicycle + 1} numaralı bilet geçti.`)
    expect(find("details", /1. tur, geçersiz/).textContent).toContain("Katılımcı listesi hatalıydı")
    expect(find("h2", "Sonuç").closest(".card")?.textContent).toContain("2. tur")
    expect(document.title).toContain(proof.rules.title)
    expect(main()).toContain("9 May 2026 14:00 GMT+3")
  })

  it("names the tickets that a redraw leaves out, to their holders too", async () => {
    const drops = [{ place: 0, reason: "ineligible" }] as const
    const { file, proof, employeeIds } = await holdDraw({ steps: [{ drops: [...drops] }, {}] })
    serve(file)
    const [out = -1] = proof.rounds[1]?.lock.ineligible ?? []
    const receipt = await receiptOf(hashing, bytesFrom(0), employeeIds[out] ?? "")
    await open(`/go/draw/41#receipt=${receipt}`)
    expect(await headline()).toContain("Sonuç doğrulandı")
    expect(main()).toContain(`Katılma hakkı olmadığı için bu tura katılmayan biletler${out + 1}`)
    await until(() => expect(main()).toContain(`Bu bilet bu tura katılmadı: bilet ${out + 1}`))
  })

  it("compares the code that a person wrote down", async () => {
    const { file, proof } = await holdDraw({ steps: [drawn, { reason: "rules", isDrawn: false }] })
    serve(file)
    await open("/go/draw/41")
    await headline()
    const [first = "", last = ""] = await Promise.all(proof.rounds.map(({ lock }) => hashLock(hashing, lock)))
    const field = document.getElementById("compare")
    await type(field, last.toUpperCase().replace(/.{4}/g, "$& "))
    expect(main()).toContain("Kod aynı")
    await type(field, first)
    expect(main()).toContain("önceki bir turun koduyla aynı")
    await type(field, `${last.slice(0, -1)}${last.endsWith("0") ? "1" : "0"}`)
    expect(main()).toContain("Kod farklı")
  })

  it("gives the file back byte for byte, and accepts it", async () => {
    const { file } = await holdDraw({ steps: [drawn] })
    serve(file)
    await open("/go/draw/41")
    await headline()
    const saved = await downloadOf(() => click(find("button", "Kanıt dosyasını indir")))
    expect(saved.name).toMatch(/^çekiliş-kanıtı-yaz-çekilişi-2026-.*\.json$/)
    expect(saved.lines.join("")).toBe(Buffer.from(file).toString())
  })

  it("compares a file with the one of the same draw that was shown before", async () => {
    const fileOf = async (...steps: Step[]) => (await holdDraw({ steps })).file
    const [locked, result, other] = [await fileOf({ isDrawn: false }), await fileOf(drawn), await fileOf({})]
    const redrawn = await fileOf({ ...drawn, drops: [{ place: 0, reason: "expired" }] })
    serve(result)
    await open("/go/draw/41")
    expect(await headline()).toContain("Sonuç doğrulandı")
    expect(main()).not.toContain("az önce gösterilen")
    const rows: [Uint8Array, string][] = [
      [locked, "Az önce gösterilen dosya, bunun devamı"],
      [other, "Bu dosya, az önce gösterilenin devamı"],
      [other, "Dosya, az önce gösterilenle aynı"],
      [result, "Bu dosya, az önce gösterilenin devamı"],
      [redrawn, "Dosya, az önce gösterilenle çelişiyor"],
    ]
    for (const [file, said] of rows) {
      choose(file)
      await until(() => expect(main()).toContain(said))
    }
  })

  it("reads the proof of a server that writes JSON in another form", async () => {
    const { file } = await holdDraw({ steps: [drawn] })
    answer = () =>
      new Response(JSON.stringify({ isSuccess: true, status: 0, value: JSON.parse(Buffer.from(file).toString()) }, null, 2))
    await open("/go/draw/41")
    expect(await headline()).toContain("Sonuç doğrulandı")
  })

  it("says that a draw is not published, and takes a file instead", async () => {
    answer = () => new Response(JSON.stringify({ isSuccess: false, status: 5, errors: ["x"] }), { status: 404 })
    await open("/go/draw/nothing")
    await until(() => expect(main()).toContain("Bu adreste yayımlanmış bir çekiliş yok"))
    const { file } = await holdDraw({ steps: [drawn] })
    choose(file)
    expect(await headline()).toContain("Sonuç doğrulandı")
  })

  it("loads again after a failure", async () => {
    const { file } = await holdDraw({ steps: [drawn] })
    answer = () => Promise.reject(new TypeError("Failed to fetch"))
    await open("/go/draw/41")
    await until(() => expect(main()).toContain("Kanıt yüklenemedi"))
    serve(file)
    await click(find("button", "Yeniden dene"))
    expect(await headline()).toContain("Sonuç doğrulandı")
  })

  it("says over plain HTTP that it needs HTTPS, and where", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await open("/go/draw/41")
    await until(() => expect(main()).toContain("Bu sayfa güvenli bağlantı (HTTPS) gerektirir"))
    expect(asked).toEqual([])
  })
})

describe("the register", () => {
  const fileOf = (register: object) => utf8(JSON.stringify(register))
  const twice: Step[] = [{}, { reason: "entries" }]

  it("is named by the proof of a copy and of a repeated draw, in the first card", async () => {
    serve((await holdDraw({ steps: twice, copyOf: "40" })).file)
    await open("/go/draw/41")
    const first = await headline()
    expect(first).toContain("Bu çekilişin önceki bir sonucu geçersiz sayıldı.")
    expect(first).toContain("Bu çekiliş, başka bir çekilişin kopyasıdır.")
    expect(find("a", "Kopyalanan çekiliş").getAttribute("href")).toBe("/go/draw/40")
    expect(find("a", "No 4").getAttribute("href")).toBe("/go/draw/register/7")
  })

  it("says how many times were entered afterwards", async () => {
    const recorded = Date.UTC(2026, 4, 8)
    const participants = participantsOf("firstComeFirstServed").map((one, at) => (at ? one : { ...one, recorded }))
    serve((await holdDraw({ rules: { method: "firstComeFirstServed" }, participants })).file)
    await open("/go/draw/41")
    expect(await headline()).toContain("1 katılımın zamanını şirket sonradan girdi, en geç 8 May 2026 03:00")
  })

  it("shows each entry once its chain holds, and compares a later one with the one before", async () => {
    const { register } = await holdDraw({ steps: twice })
    serve(fileOf(register))
    await open("/go/draw/register/7")
    expect(await headline()).toContain("Kayıt defteri tutarlı")
    expect(asked).toEqual(["/backend/draw/register/7"])
    expect([...document.querySelectorAll(".timeline li b")].map(({ textContent }) => textContent)).toEqual([
      "Çekildi",
      "Kilitlendi",
      "Geçersiz sayıldı",
      "Çekildi",
      "Kilitlendi",
    ])
    const saved = await downloadOf(() => click(find("button", "Kayıt defterini indir")))
    expect(JSON.parse(saved.lines.join(""))).toEqual(register)
    for (const [file, relation] of [
      [(await holdDraw({ steps: [drawn, { reason: "rules" }] })).register, "Dosya, az önce gösterilenle çelişiyor"],
      [{ ...register, entries: register.entries.slice(0, 2) }, "Az önce gösterilen dosya, bunun devamı"],
    ] as const) {
      choose(fileOf(file))
      await until(() => expect(main()).toContain(relation))
    }
  })

  it("that was changed is refused with the number of the entry", async () => {
    const { register } = await holdDraw({ steps: twice })
    await open("/go/draw")
    await until(() => expect(main()).toContain("Kanıt dosyasını kontrol edin"))
    const entries = register.entries.map(entry => (entry.number === 2 ? { ...entry, event: "cancelled" } : entry))
    choose(fileOf({ ...register, entries }))
    const first = await headline()
    expect(first).toContain("Kayıt defteri tutarsız")
    expect(first).toContain("3 numaralı kayıttan önceki kayıt değiştirilmiş.")
    expect(document.querySelector(".timeline")).toBeNull()
  })
})

describe("an entry receipt", () => {
  const ask = async (receipt: string) => {
    await type(document.getElementById("receipt"), receipt)
    await click(find("button", "Kontrol et"))
    return until(() => {
      const said = find("section", /^Listede miydim/).querySelector(".alert, .field-error:not(:empty)")?.textContent
      expect(said).toBeTruthy()
      return said
    })
  }

  it("finds out what became of each entry", async () => {
    const { file, proof, employeeIds } = await holdDraw({ steps: [drawn] })
    serve(file)
    await open("/go/draw/41")
    await headline()
    const [round] = proof.rounds
    const places = round?.places ?? []
    const [next = -1] = round?.replacements.map(({ position }) => position ?? -1) ?? []
    const receiptAt = (position: number) => receiptOf(hashing, bytesFrom(0), employeeIds[position] ?? "")
    const rest = employeeIds.findIndex((_, position) => !places.includes(position))
    const rows: [number, string][] = [
      [places[0] ?? -1, "Bu bilet listeden çıktı"],
      [next, "Kazandınız"],
      [places[1] ?? -1, "Kazandınız"],
      [places[3] ?? -1, "Kahve: 1. yedek"],
      [rest, "ödül veya yedek sırası çıkmadı"],
    ]
    for (const [position, said] of rows) {
      const outcome = await ask(await receiptAt(position))
      expect(outcome).toContain(said)
      expect(outcome).toContain(`ilet ${position + 1}`)
    }
    expect(await ask(`${location.origin}/go/draw/41#receipt=${await receiptAt(next)}`)).toContain("Kazandınız")
    expect(await ask(await receiptOf(hashing, bytesFrom(0), "999"))).toContain("listede yok")
    expect(await ask("merhaba")).toContain("Bu bir katılım belgesi değil")
  })

  it("of a link is answered at once, and leaves the address", async () => {
    const { file, proof, employeeIds } = await holdDraw({ steps: [{ isDrawn: false }] })
    serve(file)
    const receipt = await receiptOf(hashing, bytesFrom(0), employeeIds[2] ?? "")
    await open(`/go/draw/41#receipt=${receipt}`)
    await until(() => expect(main()).toContain("Listedesiniz: bilet 3"))
    expect(proof.rounds).toHaveLength(1)
    expect(location.hash).toBe("")
  })
})
