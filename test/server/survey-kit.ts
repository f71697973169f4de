import { users } from "../../server/src/db/schema"
import type { AnswerValue } from "../../src/contract/surveys/answers"
import type { SurveyReport } from "../../src/contract/surveys/report"
import { callsOf, type Signed, type Who } from "./record-kit"

/** Surveys with departments of their own, their invitations, answers and reports. */

const day = 86_400_000
let made = 0

export const questions = [
  { text: "Hangisi?", type: "single_choice", options: ["Çay", "Kahve"] },
  { text: "Hangileri?", type: "multiple_choice", options: ["Ücret", "Yemek", "Servis"], required: false },
  { text: "Memnun musunuz?", type: "yes_no", required: false },
  { text: "Kaç verirsiniz?", type: "rating", required: false },
]

export const createSurveyKit = (signed: () => Signed) => {
  const call = callsOf(signed)
  const must = async (method: string, path: string, body?: unknown, who: Who = "elif") => {
    const answer = await call(method, path, body, who)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.value
  }
  const tenantOf = async (who: Who): Promise<string> => must("GET", "/tenant/getcurrenttenantid", undefined, who)

  return {
    call,
    must,
    tenantOf,
    /** A department of a company with so many people. @returns its id */
    department: async (people: number, given: object = {}, who: Who = "elif"): Promise<string> => {
      const name = `Bölüm ${++made}`
      const { id } = await must("POST", "/department/create", { name }, who)
      const tenantId = await tenantOf(who)
      const rows = Array.from({ length: people }, (_, at) => ({
        email: `kisi${made}.${at}@anket.example`,
        firstName: "Gizli",
        lastName: `Kişi${made}x${at}`,
        role: "User" as const,
        tenantId,
        departmentId: id,
        createdAt: new Date(signed().api.now() - 100 * day),
        ...given,
      }))
      if (rows.length) await signed().api.db.insert(users).values(rows)
      return id
    },
    /** An open survey of the four types. */
    survey: async (given: object = {}, who: Who = "elif") => {
      const now = signed().api.now()
      const dates = { startDate: new Date(now - day).toISOString(), endDate: new Date(now + 30 * day).toISOString() }
      return must(
        "POST",
        "/survey/create",
        { title: `Yanıtlanan anket ${++made}`, description: "", type: 0, status: 1, questions, ...dates, ...given },
        who,
      )
    },
    invite: (id: string, body: object = {}, who: Who = "elif") => call("POST", `/survey/${id}/invitations`, body, who),
    /** The tokens of everybody who is asked. */
    tokens: async (id: string, body: object = {}, who: Who = "elif"): Promise<string[]> => {
      const { tokens } = await must("POST", `/survey/${id}/invitations`, body, who)
      return tokens.map(({ token }: { token: string }) => token)
    },
    open: (token: string, headers = {}) => signed().api.call("GET", `/go/survey/${token}`, { headers }),
    answer: (id: string, token: unknown, answers: unknown, headers: Record<string, string> = {}) =>
      signed().api.call("POST", `/survey/${id}/answers`, { body: { token, answers }, headers }),
    report: async (id: string, query = "", who: Who = "elif"): Promise<SurveyReport> =>
      (await must("GET", `/survey/report/${id}${query}`, undefined, who)).value,
  }
}

/** Answers to the questions of a survey, by position; undefined leaves one out. */
export const answersTo = (survey: { questions: { id: string }[] }, values: (AnswerValue | undefined)[]) =>
  survey.questions.flatMap(({ id }, at) => (values[at] === undefined ? [] : [{ questionId: id, value: values[at] }]))
