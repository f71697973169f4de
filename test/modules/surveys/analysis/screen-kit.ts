import { expect } from "vitest"
import { type ActionPlan, blankPlan } from "../../../../src/contract/surveys/action-plans"
import { blankRecommendation, type Recommendation } from "../../../../src/contract/surveys/recommendations"
import { accounts } from "../../../api"
import { find, until } from "../../../kit"
import type { consoleOnApi } from "../../kit"

/** The screen of recommendations and plans on the real API. */

type Language = "tr" | "en"

export const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Istanbul" }).format(Date.now())

export const recommendation = (change: Partial<Recommendation> = {}): Recommendation => ({
  ...blankRecommendation,
  id: "r1",
  title: "Ortak ofis günü belirleyin",
  actionItems: ["Bir", "İki", "Üç", "Dört"],
  ...change,
})

export const plan = (change: Partial<ActionPlan> = {}): ActionPlan => ({
  ...blankPlan("İnsan Kaynakları", today()),
  id: "p1",
  title: "Ergonomi planı",
  tasks: ["Bütçe", "Teklif", "Teslim"].map((name, index) => ({ id: `t${index}`, name, completed: false })),
  ...change,
})

/** A report of so many answers. */
export const reportOf = (count: number) => () =>
  Response.json({
    isSuccess: true,
    status: 0,
    value: {
      value: {
        surveyId: "s",
        title: "Nabız",
        responseCount: count,
        questions: [{ id: "q1", text: "Önerir misiniz?", type: "yes_no", answered: count, options: [{ label: "Evet", count }] }],
        series: count ? [{ date: "2026-05-01", count }] : [],
      },
    },
  })

export const screenKit = (screens: ReturnType<typeof consoleOnApi>) => {
  const make = async (language: Language = "tr") => {
    const made = await screens.api().call("POST", "/survey/create", {
      token: await screens.token(language),
      body: {
        title: "Nabız",
        description: "",
        type: 2,
        status: 1,
        startDate: null,
        endDate: null,
        questions: [{ text: "Önerir misiniz?", description: "", type: "yes_no", options: [], required: true }],
        tenantIds: [],
        departmentIds: [],
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
    return made.value as { id: string; questions: { id: string }[] }
  }
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await screens.api().call(method, path, { token: await screens.api().signIn(accounts.elif), body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.value
  }
  return {
    make,
    /** What is stored, and what somebody else stores. */
    recommendations: async (id: string) =>
      (await call<{ recommendations: Recommendation[] }>("GET", `/survey/${id}/recommendations`)).recommendations,
    putRecommendations: (id: string, recommendations: Recommendation[]) =>
      call("PUT", `/survey/${id}/recommendations`, { recommendations }),
    plans: async (id: string) => (await call<{ plans: ActionPlan[] }>("GET", `/survey/${id}/action-plans`)).plans,
    putPlans: (id: string, plans: ActionPlan[]) => call("PUT", `/survey/${id}/action-plans`, { plans }),
    open: (id: string, search = "", language: Language = "tr") =>
      screens.open(language, `survey-management/recommendation/${id}${search}`),
  }
}

export const element = <E extends HTMLElement = HTMLElement>(selector: string) => document.querySelector<E>(selector)
export const text = () => document.querySelector("main")?.textContent ?? ""
export const shows = (words: string) => until(() => expect(text()).toContain(words))
export const titles = () => [...document.querySelectorAll("article h2, article h3")].map(({ textContent }) => textContent)
export const toast = (words: string) =>
  until(() => expect([...document.querySelectorAll(".toast b")].map(({ textContent }) => textContent)).toContain(words))
/** The button of this name, when it is there. */
export const button = (name: string | RegExp, root?: ParentNode) => until(() => find("button, a.btn", name, root))
export const form = () => until(() => expect(element("[data-form]")).toBeTruthy())
