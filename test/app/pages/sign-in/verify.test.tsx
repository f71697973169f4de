import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { App } from "../../../../src/app/app"
import { loadRoute } from "../../../../src/app/routing/prefetch"
import { startSession } from "../../../../src/effects/session"
import { sentCode, session, signedOut } from "../../../../src/state/session"
import { dismissAll, toasts } from "../../../../src/state/toasts"
import { act, click, find, mount, speak, text, type } from "../../../kit"

/**
 * The code's page as its visitor sees it: countdown, resends, the 15 minutes, refusals in words
 * (docs/console.md#countdown-and-resend).
 */
const begin = Date.parse("2026-03-10T09:00:00Z")
const email = "elif@y.example"
let unmount = async () => {}
let stop = () => {}
let asked: string[]
let answer: (path: string) => Response

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  vi.useFakeTimers({ now: begin })
  localStorage.clear()
  asked = []
  answer = path => json({ isSuccess: true, value: path.startsWith("/Auth/GetCode") ? { timer: 60 } : null })
  vi.stubGlobal("fetch", async (url: string) => {
    const path = String(url).replace(/^.*?\/backend/, "")
    asked.push(path.split("?")[0] ?? path)
    return answer(path)
  })
  speak("tr")
})
afterEach(async () => {
  await unmount()
  stop()
  await act(async () => {
    signedOut("left")
    dismissAll()
  })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const ring = () => document.querySelector(".countdown-ring b")?.textContent
const field = () => document.querySelector<HTMLInputElement>("input[autocomplete=one-time-code]")

const open = async (path: string) => {
  stop()
  stop = startSession()
  history.replaceState(null, "", path)
  await loadRoute(path)
  ;({ unmount } = await mount(<App />))
  await pass(0)
}
const askForCode = async () => {
  await open("/login")
  await type(document.getElementById("email"), email)
  await click(find("button", /Kod gönder/))
  await pass(100)
}
/** As a reload does: everything but storage is gone. */
const reload = async () => {
  await unmount()
  stop()
  await open(location.pathname)
}

describe("the countdown", () => {
  it("runs from the server's seconds, and shows the true remainder after a reload and a sleep of the machine", async () => {
    await askForCode()
    expect([location.pathname, ring()]).toEqual(["/verify", "1:00"])
    await pass(20_000)
    expect(ring()).toBe("0:40")
    await reload()
    expect(ring()).toBe("0:40")
    // The machine sleeps.
    vi.setSystemTime(Date.now() + 25_000)
    await pass(1_000)
    expect(ring()).toBe("0:14")
  })

  it("of an address that asks again goes on, without another code", async () => {
    await askForCode()
    await click(find("button", "Adresi değiştir"))
    await pass(0)
    expect(location.pathname).toBe("/login")
    expect((document.getElementById("email") as HTMLInputElement).value).toBe(email)
    await click(find("button", /Kod gönder/))
    await pass(100)
    expect([location.pathname, ring()]).toEqual(["/verify", "1:00"])
    expect(asked.filter(path => path.includes("GetCode"))).toHaveLength(1)
  })

  it("brings whoever goes to the sign-in page back while a code is awaited", async () => {
    await askForCode()
    await unmount()
    await open("/login")
    expect(location.pathname).toBe("/verify")
  })
})

describe("another code", () => {
  it.each([
    ["on the network", () => Promise.reject(new TypeError("Failed to fetch")), true],
    ["with half an answer", async () => new Response('{"value":'), true],
    ["with 500", async () => json({ isSuccess: false }, 500), false],
    ["with an empty answer", async () => new Response(""), false],
  ])("is offered at once when giving the first one failed %s, with a hint if nothing arrived", async (_, broken, isLost) => {
    await askForCode()
    const again = () => find("button", /Yeni kod gönder/) as HTMLButtonElement
    const served = fetch
    vi.stubGlobal("fetch", (url: string) => (String(url).includes("GetToken") ? broken() : served(url)))
    await type(field(), "123456")
    await pass(100)
    expect(again().disabled).toBe(false)
    expect(text().includes("kodunuz kullanılmış olabilir")).toBe(isLost)
    vi.stubGlobal("fetch", served)
    answer = path => (path.includes("GetToken") ? json({ isSuccess: false, errors: ["Kod geçersiz"] }, 400) : json({ value: 60 }))
    await click(find("button", /Doğrula/))
    await pass(100)
    expect(text()).toContain("Kod geçersiz")
    expect(again().disabled).toBe(false)
    await click(again())
    await pass(100)
    expect(again().disabled).toBe(true)
    expect(text()).not.toContain("kodunuz kullanılmış olabilir")
  })

  it("that could not be sent says so, and nothing of the first one", async () => {
    await askForCode()
    await type(field(), "12")
    await pass(61_000)
    answer = () => json({ isSuccess: false }, 500)
    await click(find("button", /Yeni kod gönder/))
    await pass(100)
    expect(text()).toContain("Bir hata oluştu. Lütfen daha sonra tekrar deneyin.")
    expect(text()).not.toContain("kodunuz kullanılmış olabilir")
    answer = () => json({ isSuccess: false })
    await click(find("button", /Yeni kod gönder/))
    await pass(100)
    expect(text()).toContain("Kod gönderme başarısız")
  })

  it("can be asked for once the countdown is over, not by itself while somebody types one, and is confirmed", async () => {
    await askForCode()
    const again = () => find("button", /Yeni kod gönder/) as HTMLButtonElement
    expect(again().disabled).toBe(true)
    await type(field(), "12")
    await pass(65_000)
    expect(asked.filter(path => path.includes("GetCode"))).toHaveLength(1)
    expect(again().disabled).toBe(false)
    await click(again())
    await pass(100)
    expect(asked.filter(path => path.includes("GetCode"))).toHaveLength(2)
    expect(ring()).toBe("1:00")
    expect(toasts.list.map(({ title }) => title)).toEqual(["Doğrulama kodu gönderildi"])
    expect(text()).toContain("Doğrulama kodu gönderildi")
  })

  it("is asked for by itself when nothing is typed, at most twice, and the page says so", async () => {
    await askForCode()
    await pass(61_000)
    expect(text()).toContain("Kodun süresi dolduğu için size yeni bir kod gönderdik.")
    expect(localStorage.getItem("autoResendCount")).toBe("1")
    await pass(61_000)
    await pass(61_000)
    await pass(61_000)
    expect(asked.filter(path => path.includes("GetCode"))).toHaveLength(3)
    expect(localStorage.getItem("autoResendCount")).toBe("2")
  })
})

describe("a verification session", () => {
  it("that has ended is said, with the address, also after a reload and by a start after it", async () => {
    await askForCode()
    await type(field(), "1")
    await pass(15 * 60_000)
    for (let visit = 0; visit < 2; visit++) {
      await reload()
      expect(location.pathname).toBe("/login")
      expect(text()).toContain("Doğrulama süresi doldu. Yeni bir kod isteyin.")
      expect((document.getElementById("email") as HTMLInputElement).value).toBe(email)
    }
    await click(find("button", /Kod gönder/))
    await pass(100)
    expect([location.pathname, ring()]).toEqual(["/verify", "1:00"])
    await unmount()
    stop()
    vi.setSystemTime(Date.now() + 16 * 60_000)
    await open("/verify")
    expect(text()).toContain("Doğrulama süresi doldu. Yeni bir kod isteyin.")
    expect((document.getElementById("email") as HTMLInputElement).value).toBe(email)
  })

  it("is kept over a restart within 15 minutes, and not longer", async () => {
    await askForCode()
    await unmount()
    stop()
    vi.setSystemTime(begin + 14 * 60_000)
    await open("/verify")
    expect(sentCode(session.current)?.email).toBe(email)
    await unmount()
    stop()
    vi.setSystemTime(begin + 40 * 60_000)
    await open("/verify")
    expect([location.pathname, sentCode(session.current)]).toEqual(["/login", undefined])
  })
})

describe("a refusal", () => {
  const lostAnswer = "Sunucunun yanıtı alınamadı"
  const refusals: [string, Response | (() => Response), string][] = [
    ["of a wrong code, in the server's words", () => json({ isSuccess: false, errors: ["Kod hatalı"] }, 400), "Kod hatalı"],
    ["with 401, which is about the code", () => json({ isSuccess: false, errors: ["Kod hatalı"] }, 401), "Kod hatalı"],
    ["with 401 and no words", () => json({}, 401), "Doğrulama kodu hatalı"],
    ["with 400 and no words", () => json({}, 400), "Doğrulama kodu hatalı"],
    ["on 200 without words", () => json({ isSuccess: false }), "Token alınamadı"],
    ["by too many tries", () => new Response("{}", { status: 429, headers: { "Retry-After": "30" } }), "30 saniye sonra"],
    ["that is no token at all", () => json({ isSuccess: true, value: {} }), "Token alınamadı"],
    [
      "of a token that can't be read",
      () => json({ isSuccess: true, value: { token: "abc", refreshToken: "r" } }),
      "Token biçimi geçersiz",
    ],
    ["by a broken server", () => json({}, 500), "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."],
    ["in HTML", () => new Response("<html>"), "Token alınamadı"],
  ]
  it.each(refusals)("%s is said, and the code can be typed over", async (name, refusal, words) => {
    await askForCode()
    answer = () => (typeof refusal === "function" ? refusal() : refusal)
    await type(field(), "１٢3 ۴56")
    await pass(100)
    expect(asked.at(-1)).toBe("/Auth/GetToken")
    expect(text()).toContain(words)
    // A page in place of an answer of the server leaves open whether the code was used.
    expect(text().includes(lostAnswer)).toBe(name === "in HTML")
    expect([location.pathname, field()?.value]).toEqual(["/verify", "123456"])
  })

  it("whose answer was lost says that the network failed; the code is not given again by itself", async () => {
    await askForCode()
    answer = () => {
      throw new TypeError("lost")
    }
    await type(field(), "123456")
    await pass(10_000)
    expect(asked.filter(path => path === "/Auth/GetToken")).toHaveLength(1)
    expect(text()).toContain("Ağ bağlantısı kurulamadı")
    expect(text()).toContain(lostAnswer)
  })
})

describe("a code that could not be sent", () => {
  it.each([
    ["in the server's words", () => json({ isSuccess: false, errors: ["Posta sunucusu yanıt vermiyor"] }, 400), "Posta sunucusu"],
    ["without words", () => json({ isSuccess: false }), "Kod gönderme başarısız"],
    ["because the mail is down", () => json({ isSuccess: false, errors: ["Mail is down"] }, 503), "Kod gönderme başarısız"],
    ["by a broken server", () => json({}, 503), "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."],
  ])("%s keeps the address", async (_, refusal, words) => {
    answer = refusal
    await askForCode()
    expect(text()).toContain(words)
    expect([location.pathname, (document.getElementById("email") as HTMLInputElement).value]).toEqual(["/login", email])
  })
})
