import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { GoSurvey } from "../../../src/app/pages/go-survey"
import type { Language } from "../../../src/core/text/i18n"
import { cache, i18n } from "../../../src/state/instances"
import { signedOut, verified } from "../../../src/state/session"
import { accounts, createTestApi, type TestApi } from "../../api"
import { click, find, main, mount, speak, until } from "../../kit"
import { addDepartment } from "../../people"
import { textsAnswer } from "../../texts"

/** The page on which employees answer a survey, on the reference API. */
let api: TestApi
let token = ""
let departmentId = ""
const realFetch = globalThis.fetch
const calls: { call: string; headers: Headers }[] = []
/** Answers in the server's place, or after it. */
let intercept: (call: string, send: () => Promise<Response>) => Promise<Response> = (_, send) => send()

beforeAll(async () => {
  api = await createTestApi()
  token = await api.signIn(accounts.elif)
  departmentId = await addDepartment(api, "Yanıtlayanlar", 2)
  globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input), location.href)
    if (pathname.startsWith("/locales/")) return textsAnswer(pathname)
    const call = `${init?.method ?? "GET"} ${pathname}`
    calls.push({ call, headers: new Headers(init?.headers) })
    return intercept(call, async () => api.fetch(pathname + search, init))
  }
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await api.close()
})

let unmount: () => Promise<void> = async () => {}
const open = async (link: string, language: Language = "en") => {
  await unmount()
  speak(language)
  history.replaceState(null, "", link ? `/go/survey/${link}` : "/go/survey")
  ;({ unmount } = await mount(<GoSurvey />))
  await until(() => expect(document.querySelector("form, .empty, .alert[data-tone=warning]")).toBeTruthy())
}
beforeEach(() => {
  calls.length = 0
})
afterEach(async () => {
  intercept = (_, send) => send()
  await unmount()
  unmount = async () => {}
  cache.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const asked = [
  { text: "Mood?", type: "single_choice", options: ["Good", "Bad"] },
  { text: "What helps?", type: "multiple_choice", options: ["Rest", "Tools"], required: false },
  { text: "Would you stay?", type: "yes_no" },
  { text: "Your mark?", type: "rating", required: false },
]
type Survey = { id: string; title: string; questions: { id: string }[] }
let made = 0
const must = async <T,>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await api.call(method, path, { token, body })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.value
}
/** A survey of the company with an unused link. */
const invited = async (given: object = {}) => {
  const draft = {
    title: `Pulse ${++made}`,
    description: "Two minutes",
    type: 0,
    status: 1,
    questions: asked,
    departmentIds: [departmentId],
    ...given,
  }
  const survey = await must<Survey>("POST", "/survey/create", draft)
  const { tokens } = await must<{ tokens: { token: string }[] }>("POST", `/survey/${survey.id}/invitations`, {})
  const [link = ""] = tokens.map(one => one.token)
  return { draft, survey, link }
}
const update = (survey: Survey, change: object) => must<Survey>("PUT", "/survey/update", { ...survey, ...change })
const counted = async ({ id }: Survey) => (await must<{ responseCount: number }>("GET", `/survey/${id}`)).responseCount

const shows = (text: string) => until(() => expect(main()).toContain(text))
const field = (name: string) =>
  [...document.querySelectorAll("fieldset")].find(({ textContent }) => textContent?.includes(name)) as HTMLFieldSetElement
const choose = (name: string, label: string | RegExp) => click(find("label", label, field(name)).querySelector("input"))
const isChosen = (name: string, label: string) => find("label", label, field(name)).querySelector("input")?.checked
const send = () => click(document.querySelector("form [type=submit]"))
const answerAll = async () => {
  await choose("Mood?", "Good")
  await choose("What helps?", "Tools")
  await choose("Would you stay?", i18n.t("ui.yes"))
  await choose("Your mark?", "4")
}
const storedKeys = () => Object.keys(localStorage).filter(key => key.startsWith("surveyAnswers:"))
const isLeavingAsked = () => {
  const event = new Event("beforeunload", { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

describe("an open survey", () => {
  it("is answered once with its link", async () => {
    const { survey, link } = await invited()
    await open(link, "tr")
    expect(main()).toContain("Two minutes")
    await answerAll()
    expect(document.querySelector("[role=status]")?.textContent).toBe("4 / 4 soru yanıtlandı")
    await send()
    await shows("Teşekkürler, yanıtlarınız ulaştı")
    expect(await counted(survey)).toBe(1)
    await open(link, "tr")
    expect(main()).toContain("Bu bağlantıyla daha önce yanıt verildi")
    expect(document.querySelector("form")).toBeNull()
  })

  it("leads to the first question without its answer, and sends nothing, by Enter in a choice neither", async () => {
    const { survey, link } = await invited()
    await open(link)
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })
    field("Mood?").querySelector("input")?.dispatchEvent(enter)
    expect(enter.defaultPrevented).toBe(true)
    await choose("Your mark?", "2")
    await choose("Mood?", "Bad")
    await send()
    expect(main()).toContain("1 question needs your answer")
    expect(field("Would you stay?").contains(document.activeElement)).toBe(true)
    expect(field("Would you stay?").textContent).toContain("Answer this question.")
    await choose("Would you stay?", "No")
    expect(main()).not.toContain("needs your answer")
    expect(calls.map(({ call }) => call)).toEqual([`GET /backend/go/survey/${link}`])
    expect(await counted(survey)).toBe(0)
  })

  it("keeps its answers over a reload, without the token, until they are deleted or sent, and not for longer than 30 days", async () => {
    const { link } = await invited()
    const other = await invited()
    const old = Date.now() - 31 * 86_400_000
    localStorage.setItem("surveyAnswers:a", JSON.stringify({ at: old, answers: {}, isUncertain: false }))
    localStorage.setItem("surveyAnswers:b", "{")
    await open(link)
    expect(storedKeys()).toEqual([])
    expect(isLeavingAsked()).toBe(false)
    await choose("Mood?", "Bad")
    await choose("What helps?", "Rest")
    expect(isLeavingAsked()).toBe(true)
    expect(JSON.stringify(localStorage)).not.toContain(link)
    expect(storedKeys()).toHaveLength(1)

    await open(other.link)
    expect(isChosen("Mood?", "Bad")).toBe(false)
    await open(link)
    expect([isChosen("Mood?", "Bad"), isChosen("What helps?", "Rest")]).toEqual([true, true])
    await click(find("button", "Delete my answers"))
    expect(document.activeElement?.textContent).toBe("Cancel")
    await click(find("button", "Cancel"))
    expect(isChosen("Mood?", "Bad")).toBe(true)
    await click(find("button", "Delete my answers"))
    await click(find("button", "Delete my answers"))
    expect(isChosen("Mood?", "Bad")).toBe(false)
    expect(storedKeys()).toEqual([])
    expect(main()).toContain("Your answers are deleted")
    await answerAll()
    await send()
    await shows("Thank you")
    expect(storedKeys()).toEqual([])
    expect(isLeavingAsked()).toBe(false)
  })

  it("without crypto.subtle keeps them in memory only, and says so", async () => {
    vi.stubGlobal("crypto", { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) })
    const { link } = await invited()
    await open(link)
    await answerAll()
    expect(main()).toContain("This browser cannot keep your answers")
    expect(storedKeys()).toEqual([])
    await send()
    await shows("Thank you")
  })
})

describe("who answers", () => {
  it("is not told to the server, also where somebody is signed in, nor by the title", async () => {
    const { survey, link } = await invited()
    verified(
      { email: accounts.elif, role: "TenantAdmin", userId: "1", tenantId: "2" },
      { token, refreshToken: "r", tokenExpiry: Date.now() + 900_000, refreshExpiry: Date.now() + 900_000 },
    )
    await open(link)
    expect(document.title).toBe(`${survey.title} · Yeşilova Grup`)
    await answerAll()
    await send()
    await shows("Thank you")
    signedOut("left")
    expect(calls).toHaveLength(2)
    for (const { headers } of calls)
      expect(
        [...headers.keys()]
          .map(name => name.toLowerCase())
          .filter(name => !["accept", "accept-language", "content-type"].includes(name)),
      ).toEqual([])
  })
})

describe("the company of a survey", () => {
  it.each([
    [
      "its own",
      { logo: "https://cdn.example/logo.png", primaryColor: "#AA0011", secondaryColor: "#001122" },
      ["#AA0011", "#001122"],
      1,
    ],
    ["invalid ones", { logo: "javascript:alert(1)", primaryColor: "red;}", secondaryColor: "" }, ["#3A9355", "#152136"], 0],
  ])("gives the page its look: %s", async (_, look, colors, pictures) => {
    const { link } = await invited()
    intercept = async (_call, answer) => {
      const body = await (await answer()).json()
      return Response.json({ ...body, value: { ...body.value, company: { name: "Firma", ...look } } })
    }
    await open(link)
    const page = document.querySelector<HTMLElement>(".answering")
    expect(page?.hasAttribute("data-brand")).toBe(true)
    expect(["primary", "secondary"].map(name => page?.style.getPropertyValue(`--brand-${name}`))).toEqual(colors)
    expect(page?.querySelectorAll("header img")).toHaveLength(pictures)
    expect(page?.querySelector("header")?.textContent).toContain("Firma")
  })
})

describe("a link", () => {
  const day = 86_400_000
  const inDays = (days: number) => new Date(api.now() + days * day).toISOString()
  const rows: [string, string, () => Promise<string>][] = [
    ["that is unknown", "This link leads to no survey", async () => "A".repeat(32)],
    ["without its token", "This link leads to no survey", async () => ""],
    [
      "to a survey that has not started",
      "The survey has not started yet",
      async () => (await invited({ startDate: inDays(2), endDate: inDays(9) })).link,
    ],
    [
      "to a survey that was closed",
      "The survey is closed",
      async () => {
        const { survey, link } = await invited()
        await update(survey, { status: 2 })
        return link
      },
    ],
  ]
  it.each(rows)("%s says so: %s", async (_, says, link) => {
    await open(await link())
    expect(main()).toContain(says)
    expect(document.querySelector("form")).toBeNull()
  })

  it("that could not be read, for a fault or too many calls, is read again on demand", async () => {
    const { survey, link } = await invited()
    intercept = async () => new Response("", { status: 500 })
    await open(link)
    expect(main()).toContain("Something went wrong")
    const wait = { status: 429, headers: { "Retry-After": "7" } }
    intercept = async () => Response.json({ isSuccess: false, errors: [] }, wait)
    await click(find("button", "Try again"))
    await shows("in 7 seconds")
    intercept = (_call, next) => next()
    await click(find("button", "Try again"))
    await shows(survey.title)
    await until(() => expect(document.querySelector("form")).toBeTruthy())
  })
})

describe("answers that do not arrive", () => {
  it("are kept and sent again: without a connection, for a fault of the server, for a reason that it gives in its words", async () => {
    const { survey, link } = await invited()
    await open(link)
    await answerAll()
    const reasons: [() => Promise<Response>, string][] = [
      [() => Promise.reject(new TypeError("offline")), "The connection failed"],
      [async () => new Response("", { status: 503 }), "Something went wrong"],
      [async () => Response.json({ isSuccess: false, errors: ["Not today."] }, { status: 400 }), "Not today."],
    ]
    for (const [fails, says] of reasons) {
      intercept = (call, answer) => (call.startsWith("POST") ? fails() : answer())
      await send()
      await shows(says)
      expect(isChosen("Mood?", "Good")).toBe(true)
      expect(storedKeys()).toHaveLength(1)
    }
    intercept = (_call, answer) => answer()
    await send()
    await shows("Thank you")
    expect(await counted(survey)).toBe(1)
  })

  it.each([
    ["is sent again", async () => click(find("button", "Send again"))],
    ["is opened again", async (link: string) => open(link)],
  ] as const)("but whose answer alone was lost have arrived, as the page finds when it %s", async (_, acts) => {
    const { survey, link } = await invited()
    await open(link)
    await answerAll()
    intercept = async (call, answer) => {
      const response = await answer()
      if (call.startsWith("POST")) throw new TypeError("cut off")
      return response
    }
    await send()
    await shows("Your answers could not be sent")
    intercept = (_call, answer) => answer()
    await acts(link)
    await shows("Thank you")
    expect(await counted(survey)).toBe(1)
    expect(storedKeys()).toEqual([])
  })

  it("since the link was used elsewhere meanwhile are not called arrived", async () => {
    const { survey, link } = await invited()
    await open(link)
    await answerAll()
    const answers = [
      { questionId: survey.questions[0]?.id, value: "Bad" },
      { questionId: survey.questions[2]?.id, value: false },
    ]
    await must("POST", `/survey/${survey.id}/answers`, { token: link, answers })
    await send()
    await shows("This link has already been used")
    expect(main()).not.toContain("Thank you")
  })

  it("before the survey is closed are called lost", async () => {
    const { survey, link } = await invited()
    await open(link)
    await answerAll()
    await update(survey, { status: 2 })
    await send()
    await shows("closed before your answers arrived")
  })

  it("since a question was changed are asked for again, the others stay", async () => {
    const { survey, link } = await invited()
    await open(link)
    await answerAll()
    const [first, ...others] = survey.questions
    await update(survey, { questions: [{ ...first, text: "Mood now?", options: ["Fine", "Poor"] }, ...others] })
    await send()
    await shows("The survey has changed in the meantime")
    expect(field("Mood now?").textContent).toContain("Answer this question.")
    expect([isChosen("What helps?", "Tools"), isChosen("Would you stay?", "Yes")]).toEqual([true, true])
    await choose("Mood now?", "Fine")
    await click(find("button", "Send again"))
    await shows("Thank you")
    expect(await counted(survey)).toBe(1)
  })
})
