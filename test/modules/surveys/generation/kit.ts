import { vi } from "vitest"
import { parseTokens } from "../../../../src/api/http"
import type { SurveyReport } from "../../../../src/contract/surveys/report"
import { questionErrors } from "../../../../src/contract/surveys/surveys"
import type { GeneratedSurvey, SurveyRequest } from "../../../../src/modules/surveys/generation/survey-request"
import { config } from "../../../../src/state/config"
import { i18n } from "../../../../src/state/instances"
import { verified } from "../../../../src/state/session"
import { accounts, createTestApi } from "../../../api"
import { textsAnswer } from "../../../texts"

/** Generation without a screen: an AI service on loopback, directly or through the reference API. */

export const request: SurveyRequest = {
  topic: "Yemekhane menüsü",
  audience: "Mağaza çalışanları",
  tone: "friendly",
  language: "tr",
  types: ["multiple_choice", "single_choice", "yes_no", "rating"],
  count: 5,
}

export const report: SurveyReport = {
  surveyId: "s1",
  title: "Çalışan anketi",
  responseCount: 40,
  questions: [
    {
      id: "q1",
      text: "Yöneticinizden ne sıklıkta geri bildirim alıyorsunuz?",
      type: "single_choice",
      answered: 40,
      options: [
        { label: "Her ay", count: 10 },
        { label: "Hiç", count: 30 },
      ],
    },
    { id: "q2", text: "Yemeklerin lezzeti nasıl?", type: "rating", answered: 38, average: 1.9, options: [] },
    {
      id: "q3",
      text: "İş yükünüz uygun mu?",
      type: "yes_no",
      answered: 36,
      options: [
        { label: "Evet", count: 9 },
        { label: "Hayır", count: 27 },
      ],
    },
    { id: "q4", text: "Ofis rahat mı?", type: "rating", answered: 40, average: 4.6, options: [] },
    { id: "q5", text: "Kimse yanıtlamadı", type: "rating", answered: 0, options: [] },
  ],
  series: [{ date: "2026-11-20", count: 40 }],
  waiting: 2,
  departments: [{ id: "d1", name: "Gizli Departman", count: 20 }],
}

export const survey = { title: "Çalışan anketi", description: "Sorularınız için ayse.kaya@yesilova.example" }

/** @param apiFetch answers the calls below `/backend`; everything else goes out */
export const connect = (apiFetch?: (path: string, init?: RequestInit) => Promise<Response>) => {
  const out = globalThis.fetch
  const stub: typeof fetch = async (input, init) => {
    const url = new URL(String(input), "http://console.test")
    if (url.pathname.startsWith("/locales/")) return textsAnswer(url.pathname)
    if (apiFetch && url.pathname.startsWith("/backend/")) return apiFetch(url.pathname + url.search, init)
    return out(input, init)
  }
  globalThis.fetch = stub
  i18n.configure({ fetch: stub })
  config.apiBaseUrl = "http://api.test/backend"
  return () => {
    globalThis.fetch = out
    config.ai = undefined
  }
}

/** The console on the reference API, whose pass-through leads to a service. */
export const connectThroughApi = async (serviceUrl: string) => {
  const api = await createTestApi({ env: { AI_URL: serviceUrl, AI_MODEL: "house-model", AI_KEY: "sk-secret-0123456789" } })
  const disconnect = connect((path, init) => api.fetch(path, init))
  const { user, tokens } = parseTokens({ value: await api.tokensFor(accounts.elif), status: 200 }, Date.now())
  verified(user, { ...tokens, tokenExpiry: Date.now() + 900_000 })
  config.ai = { url: "http://api.test/backend/ai/chat/completions", model: "house-model" }
  return async () => {
    disconnect()
    await api.close()
  }
}

/** The time-out of a call passes in 300 ms. */
export const shortenTimeout = () => {
  const timer = setTimeout
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) =>
    timer(run, ms === 30_000 ? 300 : ms)) as typeof setTimeout)
}

/** What is wrong with generated questions; nothing for those that a form takes. */
export const problemsIn = (generated: GeneratedSurvey, asked: SurveyRequest): unknown[] => [
  ...Object.entries(questionErrors(generated)),
  ...(generated.title.trim() && generated.title.length <= 200 ? [] : ["title"]),
  ...(generated.description.length <= 2000 ? [] : ["description"]),
  ...(generated.questions.length && generated.questions.length <= asked.count ? [] : ["count"]),
  ...generated.questions.filter(({ type, required }) => !asked.types.includes(type) || !required),
  ...(new Set(generated.questions.map(({ text }) => text)).size < generated.questions.length ? ["twice"] : []),
]
