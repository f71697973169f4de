import { beforeAll, expect } from "vitest"
import { accounts } from "../../api"
import { until } from "../../kit"
import { addDepartment } from "../../people"
import { consoleOnApi } from "../kit"

/** Over before the clock of the API: such a draw can be locked and run at once. */
const past = { startDate: "2026-02-01T09:00:00Z", endDate: "2026-02-20T09:00:00Z", drawDate: "2026-02-21T09:00:00Z" }
const ahead = { startDate: "2026-02-01T09:00:00Z", endDate: "2027-11-20T09:00:00Z", drawDate: "2027-11-21T09:00:00Z" }

/** The screens of draws on the real API, with faults put between them. */
export const drawScreens = () => {
  const screens = consoleOnApi()
  const tokens = new Map<string, string>()
  let departmentId = ""
  beforeAll(async () => {
    departmentId = await addDepartment(screens.api(), "Katılımcılar", 30)
  })

  const send = async (method: string, path: string, body?: unknown, email: string = accounts.elif) => {
    const token = tokens.get(email) ?? (await screens.api().signIn(email))
    tokens.set(email, token)
    return screens.api().call(method, path, { token, body })
  }
  const create = async (given: object = {}) => {
    // Of the people of one department, or of whoever enters.
    const who = "method" in given ? { eligibility: 0 } : { eligibility: 1, departmentId }
    const base = { title: "Akış çekilişi", description: "Özet", method: 0, ...who, status: 1, ...past }
    const prizes = [{ name: "Bisiklet", type: 0, quantity: 2, value: 9000, imageUrl: null }]
    const answer = await send("POST", "/draw/create", { ...base, prizes, ...given })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.value.id as string
  }
  return {
    api: screens.api,
    send,
    create,
    ahead,
    get: async (id: string) => (await send("GET", `/draw/${id}`)).value,
    break: (answer: typeof screens.fault) => {
      screens.fault = answer
    },
    open: screens.openAs,
  }
}

export const text = () => document.body.textContent ?? ""
export const element = (selector: string) => document.querySelector<HTMLElement>(selector)
export const shows = (words: string | RegExp) => until(() => expect(text()).toMatch(words))
export const rows = () => [...document.querySelectorAll("tbody tr[data-row]")]
export const dialog = () => element("dialog[open]")
