import { describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { MailDown, type Mailer, MailRefused } from "../../../server/src/mail/mail"
import { invitationMails } from "../../../server/src/resources/surveys/mails"
import { reminderMails } from "../../../server/src/resources/surveys/reminders"
import { signAll, startApi, type Who } from "../record-kit"
import { answersTo, createSurveyKit, questions } from "../survey-kit"

/**
 * What an administrator tries who wants to know whether, or what, one person answered (docs/security.md#respondents-of-surveys). Each
 * attack is made in worlds that differ in nothing but the person's answer, and has to see the same in all of them.
 */
const { signed } = startApi({ env: { PUBLIC_URL: "https://konsol.example/" } })

const { call, must, department, survey, invite, tokens, answer, tenantOf } = createSurveyKit(() => signed)
const day = 86_400_000
const later = async (ms: number) => {
  signed.api.advance(ms)
  signed.tokens = await signAll(signed.api)
}
const peopleOf = async (departmentId: string) =>
  (
    await rowsOf<{ id: string }>(signed.api.db, `select id from users where department_id = '${departmentId}' order by sort_name`)
  ).map(({ id }) => id)
const tokenOfMail = (at = -1) => signed.api.outbox.at(at)?.link?.split("/").at(-1) ?? ""

type World = {
  survey: Record<string, unknown> & { id: string; questions: { id: string; options: string[] }[]; title: string }
  departmentId: string
  /** The department that the person is moved to. */
  elsewhere: string
  person: string
  others: string[]
  token: string
  /** Tokens of people who answer afterwards. */
  tokens?: string[]
}

const open = { text: "Neden?", type: "text", required: false }
const respond = async ({ survey: { id, questions } }: Pick<World, "survey">, token: string | undefined, choice: string) =>
  expect((await answer(id, token, answersTo({ questions }, [choice, ["Yemek"], true, 4, choice]))).status).toBe(200)

let surveys = 0
/** A survey of one department with people of long ago. */
const begin = async (people: number, given: object = {}) => {
  const departmentId = await department(people)
  const elsewhere = await department(0)
  const made = await survey({
    title: `Gizli ${++surveys}.`,
    departmentIds: [departmentId, elsewhere],
    questions: [...questions, open],
    ...given,
  })
  return { survey: made, departmentId, elsewhere, others: await peopleOf(departmentId) }
}

/** Five of six have answered, and a person who came later was invited alone. */
const late = async (given: object = {}, entered = 100): Promise<World> => {
  const world = await begin(6, given)
  for (const token of (await tokens(world.survey.id)).slice(0, 5)) await respond(world, token, "Çay")
  return inviteLate(world, entered)
}
const inviteLate = async (world: Omit<World, "person" | "token">, entered = 100): Promise<World> => {
  const { departmentId, others } = world
  await department(1, { departmentId, createdAt: new Date(signed.api.now() - entered * day) })
  const [person = ""] = (await peopleOf(departmentId)).filter(id => !others.includes(id))
  expect((await invite(world.survey.id, { userId: person })).value).toMatchObject({ invited: 1, mailed: 1 })
  return { ...world, person, token: tokenOfMail() }
}

/** Invites everybody by mail. @returns the token of one address, and those of the others */
const inviteAll = async (world: Pick<World, "survey">, email: string) => {
  const before = signed.api.outbox.length
  expect((await invite(world.survey.id, { mail: true })).status).toBe(200)
  const mails = signed.api.outbox.slice(before).map(({ to, link }) => ({ to, token: link?.split("/").at(-1) ?? "" }))
  return {
    token: mails.find(({ to }) => to === email)?.token ?? "",
    others: mails.flatMap(({ to, token }) => (to === email ? [] : [token])),
  }
}

/** A value without what differs between two worlds by chance: ids, instants, and the numbers in made-up names. */
const plainOf = (value: unknown, { survey, departmentId, elsewhere, person }: Omit<World, "token">): unknown => {
  const known = { [survey.id]: "S", [departmentId]: "D", [elsewhere]: "E", [person]: "P" }
  const text = JSON.stringify(value)
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, id => known[id] ?? "id")
    .replace(/"id":"\d+"/g, '"id":"n"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "at")
    .replace(/"date":"[\d-]+"/g, '"date":"day"')
    .replace(/((?:Bölüm |[kK]işi|kisi|Gizli ))[\d.x]+/g, "$1#")
  // People of one name are in the order of their ids.
  const sorted = (all: unknown[]) => all.map(each => JSON.stringify(each)).sort()
  return JSON.parse(text, (key, each) => (key === "users" ? sorted(each) : each))
}

/** What the administrators read of the survey and its people. */
const ofSurvey = async (
  { survey: { id, title, questions }, departmentId, elsewhere }: Omit<World, "token">,
  who: Who = "elif",
) => {
  const paths = [
    `/survey/${id}`,
    `/survey/list?keyword=${encodeURIComponent(title)}`,
    `/survey/${id}/invitations`,
    `/survey/${id}/recommendations`,
    `/survey/${id}/action-plans`,
    `/audit/list?entityId=${id}&pageSize=100`,
    `/user/list?departmentId=${departmentId}&pageSize=100`,
    `/user/list?departmentId=${elsewhere}&pageSize=100`,
    ...["", `?departmentId=${departmentId}`, `?departmentId=${elsewhere}`, "?from=2020-01-01"].flatMap(query => [
      `/survey/report/${id}${query}`,
      `/survey/report/${id}/texts${query ? `${query}&` : "?"}questionId=${questions.at(-1)?.id}&seed=a&pageSize=100`,
    ]),
  ]
  return Promise.all(paths.map(path => read(path, who)))
}
const read = async (path: string, who: Who) => {
  const { status, body, headers } = await call("GET", path, undefined, who)
  return [
    path.replace(/keyword=.*/, ""),
    status,
    headers.get("etag") && /survey\/[^/]+$/.test(path) ? headers.get("etag") : "",
    body,
  ]
}

/** What administrators read of a company and of the platform, wherever a number or an instant might follow from an answer. */
const ofCompany = async (who: Who) => {
  const tenantId = await tenantOf("elif")
  const period = "from=2026-01-01&to=2026-12-31"
  const paths = [
    "/api/dashboard",
    "/api/dashboard/stats",
    "/api/dashboard/attention",
    "/api/dashboard/user-metrics",
    `/report/surveys?${period}`,
    `/report/employees?${period}`,
    `/calendar/list?${period}`,
    "/audit/list?pageSize=100",
    "/survey/list?sortField=responseCount&pageSize=100",
    "/survey/list?sortField=updatedDate&pageSize=100",
    "/survey/list?attention=closing&pageSize=100",
    "/user/list?pageSize=100",
    "/department/list",
    "/department/usage",
    "/webhook",
    "/token",
    "/announcement/list",
    "/draw/list",
    "/tenant/get-all",
    `/tenant/${tenantId}/usage`,
    `/tenant/${tenantId}/stats`,
    `/tenant/${tenantId}/onboarding`,
    "/message",
  ]
  const seen = await Promise.all(paths.map(path => read(path, who)))
  expect(seen.filter(([, status]) => status !== 200)).toEqual([])
  return seen
}

const everything = async (world: World) => [
  await ofSurvey(world),
  await ofSurvey(world, "admin"),
  await ofCompany("elif"),
  await ofCompany("admin"),
]

const put = (world: World, given: object) => must("PUT", "/survey/update", { id: world.survey.id, ...given })
const person = ({ person }: World) => `/api/users/update/${person}`
/** The answer of a call, without its headers. */
const result = ({ status, body }: { status: number; body: unknown }) => [status, body]
const undoOf = (answer: { headers: Headers }) => call("POST", `/undo/${answer.headers.get("Undo-Token")}`)
const inviteAgain = async (world: World) => [
  result(await invite(world.survey.id, { userId: world.person })),
  result(await invite(world.survey.id, { mail: true })),
]

type Attack = {
  /** Until the person may answer; by default a person is invited alone, after five of six have answered. */
  begin?: () => Promise<World>
  /** What follows. @returns what is seen by it, beside the survey */
  act?: (world: World) => Promise<unknown>
}

const attacks: Record<string, Attack> = {
  "reads everything": {},
  "invites the person again, alone and with all": { act: inviteAgain },
  "closes the survey, opens it again, and closes it": {
    act: async world => {
      const seen = []
      for (const status of [2, 1, 2]) {
        await put(world, { status })
        seen.push(await ofSurvey(world))
      }
      return seen
    },
  },
  "lets the survey end": {
    act: async world => {
      await later(31 * day)
      await invitationMails.send(signed.api.deps, 1_000)
      return ofSurvey(world)
    },
  },
  "reminds twice, and once too often": {
    act: async world => {
      const seen = []
      for (let at = 0; at < 3; at++) {
        await later(3 * day + 1_000)
        seen.push(result(await call("POST", `/survey/${world.survey.id}/reminders`, {})))
        await reminderMails.send(signed.api.deps, 5_000)
        seen.push(await ofSurvey(world))
      }
      return seen
    },
  },
  "plans reminders for when the person alone is left": {
    begin: async () => {
      const world = await begin(6, { reminderDays: [4, 8] })
      for (const token of await tokens(world.survey.id)) await respond(world, token, "Çay")
      return inviteLate(world)
    },
    act: async world => {
      const seen = []
      for (let at = 0; at < 2; at++) {
        await later(5 * day)
        await reminderMails.send(signed.api.deps, 5_000)
        seen.push(await ofSurvey(world))
      }
      return seen
    },
  },
  "gives the person another address, and the first one back": {
    act: async world => {
      const { users } = await must("GET", `/user/list?departmentId=${world.departmentId}&pageSize=100`)
      const { email } = users.find(({ id }: { id: string }) => id === world.person)
      const path = person(world)
      const seen = [
        result(await call("PUT", path, { email: `degisen.${world.person}@anket.example`, phoneNumber: "5551112233" })),
      ]
      seen.push(...(await inviteAgain(world)))
      seen.push(result(await call("PUT", path, { email })))
      return [seen, await inviteAgain(world)]
    },
  },
  "moves the person to a department that nobody is in": {
    act: async world => [
      result(await call("PUT", person(world), { departmentId: world.elsewhere })),
      ...(await inviteAgain(world)),
    ],
  },
  "asks the department alone that the person was moved to": {
    act: async world => {
      await call("PUT", person(world), { departmentId: world.elsewhere })
      await put(world, { departmentIds: [world.elsewhere] })
      return [await ofSurvey(world), await inviteAgain(world)]
    },
  },
  "deactivates the person": {
    act: async world => [result(await call("PUT", person(world), { status: 0 })), ...(await inviteAgain(world))],
  },
  "deletes the person, and takes it back": {
    act: async world => {
      const removed = await call("DELETE", `/api/users/delete/${world.person}`)
      const seen = [result(removed), await ofSurvey(world)]
      return [seen, result(await undoOf(removed)), await inviteAgain(world)]
    },
  },
  "deletes the person for good": {
    act: async world => [
      result(await call("DELETE", `/api/users/hard-delete/${world.person}`, undefined, "admin")),
      await ofSurvey(world, "admin"),
    ],
  },
  "uploads a change of the person, and takes it back": {
    act: async world => {
      const upload = { id: "gizli", file: "gizli.csv", rows: 1, unchanged: 0, skipped: 0 }
      const made = await call("POST", "/user/bulk", { users: [{ id: world.person, score: 7 }], upload })
      return [result(made), result(await undoOf(made))]
    },
  },
  "merges the department, or deletes it": {
    act: async world => [
      await read("/department/usage", "elif").then(([, , , body]) => JSON.stringify(body).includes(world.departmentId)),
      result(await call("POST", `/department/${world.departmentId}/merge`, { into: world.elsewhere })),
      result(await call("DELETE", `/department/${world.departmentId}`)),
    ],
  },
  "words questions anew, and adds one that the person alone could answer": {
    act: async world => {
      const { questions } = await must("GET", `/survey/${world.survey.id}`)
      const [first, ...more] = questions
      await put(world, { questions: [{ ...first, options: ["Çay", "Kahve", "Su"] }, ...more] })
      const seen = [await ofSurvey(world)]
      return [seen, result(await call("PUT", "/survey/update", { id: world.survey.id, questions }))]
    },
  },
  "takes a change of the survey back, and deletes and returns it": {
    act: async world => {
      const changed = await call("PUT", "/survey/update", { id: world.survey.id, description: "Yeni" })
      const seen = [result(await undoOf(changed)), await ofSurvey(world)]
      const removed = await call("DELETE", `/survey/delete/${world.survey.id}`)
      return [seen, result(removed), result(await undoOf(removed))]
    },
  },
  "answers a test mail": {
    act: async world => {
      const sent = result(await call("POST", `/survey/${world.survey.id}/test`, {}))
      await respond(world, tokenOfMail(), "Kahve")
      return [
        sent,
        result(await answer(world.survey.id, "x".repeat(32), [])),
        result(await answer(world.survey.id, "test-x", [])),
      ]
    },
  },
  "deletes four of five before their mails are sent, and takes it back": {
    begin: async () => {
      const world = await begin(6)
      for (const token of (await tokens(world.survey.id)).slice(0, 5)) await respond(world, token, "Çay")
      await department(5, { departmentId: world.departmentId })
      const [person = "", ...four] = (await peopleOf(world.departmentId)).filter(id => !world.others.includes(id))
      const { mailer } = signed.api.deps
      const send = async () => {
        throw new MailDown("away", { isUnsent: true })
      }
      signed.api.deps.mailer = { ...mailer, send }
      expect((await invite(world.survey.id, { mail: true })).value.invited).toBe(5)
      signed.api.deps.mailer = mailer
      const removed = await Promise.all(four.map(id => call("DELETE", `/api/users/delete/${id}`)))
      await later(120_000)
      await invitationMails.send(signed.api.deps, 5_000)
      for (const one of removed) expect((await undoOf(one)).status).toBe(200)
      return { ...world, person, token: tokenOfMail() }
    },
    act: inviteAgain,
  },
  "makes a newcomer of one person by another address, and counts newcomers": {
    begin: async () => {
      const world = await begin(12)
      const [person = ""] = world.others
      const email = `yeni.${person}@anket.example`
      expect((await call("PUT", `/api/users/update/${person}`, { email, phoneNumber: "5551112233" })).status).toBe(200)
      const { token, others } = await inviteAll(world, email)
      for (const one of others.slice(0, 4)) await respond(world, one, "Çay")
      return { ...world, person, token, tokens: others.slice(4) }
    },
    act: async world => {
      const seen = []
      for (const one of world.tokens ?? []) {
        await respond(world, one, "Çay")
        seen.push(await ofSurvey(world))
      }
      await put(world, { status: 2 })
      return seen
    },
  },
  "adds a person of yesterday to a survey that is answered, and counts newcomers": {
    begin: () => late({}, 1),
    act: async world => {
      await department(5, { departmentId: world.departmentId })
      const { others } = await inviteAll(world, "")
      const seen = []
      for (const one of others) {
        await respond(world, one, "Çay")
        seen.push(await ofSurvey(world))
      }
      return seen
    },
  },
}

describe("an administrator learns of no single person whether or what they answered, who", () => {
  it.each(Object.entries(attacks))("%s", async (_, { begin = late, act }) => {
    const worlds: unknown[] = []
    for (const choice of [undefined, "Kahve"]) {
      const world = await begin()
      if (choice) {
        // What is read of the companies is the same for all attacks of one kind.
        const look = act ? ofSurvey : everything
        const before = await look(world)
        signed.api.advance(1_000)
        await respond(world, world.token, choice)
        expect(await look(world)).toEqual(before)
      }
      const seen = await act?.(world)
      worlds.push(plainOf([seen, await ofSurvey(world)], world))
    }
    expect(worlds[1]).toEqual(worlds[0])
  })

  it("has a mail refused for good whose first try arrived in doubt", async () => {
    const worlds: unknown[] = []
    for (const who of ["person", "another"]) {
      const world = { ...(await begin(6)), person: "" }
      const { mailer } = signed.api.deps
      let tries = 0
      const send: Mailer["send"] = async mail => {
        await mailer.send(mail)
        if (!tries++) throw new MailDown("The answer to DATA came too late.", { isUnsent: false })
      }
      signed.api.deps.mailer = { ...mailer, send }
      const before = signed.api.outbox.length
      expect((await invite(world.survey.id, { mail: true })).value.invited).toBe(6)
      // The others of the batch, while the first one is taken.
      await invitationMails.send(signed.api.deps, 5_000)
      const refuse: Mailer["send"] = async () => {
        throw new MailRefused("550")
      }
      await respond(world, tokenOfMail(who === "person" ? before : before + 1), "Çay")
      signed.api.deps.mailer = { ...mailer, send: refuse }
      await later(240_000)
      await invitationMails.send(signed.api.deps, 5_000)
      signed.api.deps.mailer = mailer
      worlds.push(plainOf([await ofSurvey(world), result(await invite(world.survey.id, { mail: true }))], world))
    }
    expect(worlds[1]).toEqual(worlds[0])
  })
})
