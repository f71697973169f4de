import { randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Deps } from "../../../server/src/http/context"
import { reserveMails } from "../../../server/src/http/mail-budget"
import { mailCompanyOf } from "../../../server/src/kinds/mail-company"
import { type Mail, MailDeferred, MailRefused } from "../../../server/src/mail/mail"
import { messageMails } from "../../../server/src/resources/messages/mails"
import { accounts } from "../../api"
import { addAdministrator, setNeeds } from "../../approval-kit"
import { createSteps } from "../draw-kit"
import { startApi, type Who } from "../record-kit"

/** Mails to one person about one record (docs/contract.md#messages). */
const { signed, tenant, send, get } = startApi()

let mails: Mail[] = []
const keep = async (mail: Mail) => void mails.push(mail)
const depsWith = (deliver: Deps["mailer"]["send"] = keep, ms = 0): Deps => ({
  ...signed.api.deps,
  clock: () => signed.api.now() + ms,
  mailer: { open: async () => {}, send: deliver },
})
/** Sends what waits. @returns the mails that went out */
const sendDue = async (deps = depsWith()) => {
  mails = []
  await messageMails.send(deps, 10_000)
  return mails
}

let deniz: Awaited<ReturnType<typeof addAdministrator>> & { token: string }
beforeAll(async () => {
  const person = await addAdministrator(signed.api, tenant.own, { language: "en" })
  deniz = { ...person, token: await signed.api.signIn(person.email) }
})
beforeEach(async () => {
  await signed.api.db.execute("delete from jobs where kind = 'message'")
  await signed.api.db.execute("delete from proposals")
  await setNeeds(signed.api, tenant.own, ["announcements"])
})

const announcement = () => ({
  title: `Duyuru ${randomUUID().slice(0, 8)}`,
  description: "Tüm çalışanlara",
  body: "Metin",
  type: 0,
  status: 1,
  startDate: "2026-04-01T00:00:00Z",
  endDate: "2099-05-01T00:00:00Z",
})
const propose = async (given: object = {}, who: Who = "elif") => {
  const { value } = await send("POST", "/announcement/create?propose=true", who, { ...announcement(), ...given })
  return value as { id: string; title: string }
}
const decide = (id: string, decision: string, comment: string) =>
  signed.api.call("POST", `/announcement/${id}/proposal/${decision}`, { token: deniz.token, body: { comment } })

describe("a change that needs approval", () => {
  it("is told to those who may decide, in their language and in the name of the company, and to its sender once decided", async () => {
    const { id, title } = await propose({ approvalNote: "Yarın başlıyor" })
    const [mail, ...others] = await sendDue()
    const company = (await get("/tenant/get-all")).value.find((row: { id: string }) => row.id === tenant.own).name
    expect([mail?.to, mail?.company, mail?.subject, others]).toEqual([
      deniz.email,
      company,
      `Waits for your approval: ${title}`,
      [],
    ])
    for (const part of ["Elif", `Announcement: ${title}`, "Note: Yarın başlıyor", `/user/announcement-management/${id}`])
      expect(mail?.text).toContain(part)

    await decide(id, "return", "Tarihi kontrol edin")
    const [returned] = await sendDue()
    expect([returned?.to, returned?.subject]).toEqual([accounts.elif, `Geri gönderildi: ${title}`])
    expect(returned?.text).toContain("Nedeni: Tarihi kontrol edin")

    await send("PUT", "/announcement/update?propose=true", "elif", { announcementId: id, title, status: 1 })
    await send("PUT", "/announcement/update?propose=true", "elif", { announcementId: id, title: `${title}!`, status: 1 })
    expect((await sendDue()).map(({ to }) => to)).toEqual([deniz.email])
    await decide(id, "approve", "")
    const [approved] = await sendDue()
    expect([approved?.to, approved?.subject]).toEqual([accounts.elif, `Onaylandı: ${title}`])
    expect(approved?.text).not.toContain("Notu:")
    expect(await sendDue()).toEqual([])
  })

  it("that is withdrawn before the mail leaves is not told", async () => {
    const { id } = await propose()
    await send("DELETE", `/announcement/${id}/proposal`)
    expect(await sendDue()).toEqual([])
    expect((await get("/message")).value.totalCount).toBe(0)
  })

  it("is told to the platform where the company has nobody else", async () => {
    await setNeeds(signed.api, tenant.theirs, ["announcements"])
    const { id } = await propose({}, "mert")
    const [mail, ...others] = await sendDue()
    expect([mail?.to, others]).toEqual([accounts.admin, []])
    expect(mail?.text).toContain(`/admin/announcement-management/${id}`)
  })

  it("is not told to who has turned these mails off, in the profile or by the link of a mail", async () => {
    const choose = (approvals: boolean) =>
      signed.api.call("PUT", "/api/auth/summary", { token: deniz.token, body: { approvals } })
    expect((await choose(false)).value).toMatchObject({ rhythm: "off", approvals: false })
    await propose()
    expect(await sendDue()).toEqual([])
    await choose(true)
    await propose()
    const path = (await sendDue())[0]?.unsubscribe?.split("/backend")[1] ?? ""
    expect((await signed.api.call("GET", path)).status).toBe(200)
    expect((await signed.api.call("POST", path.replace("approvals", "summary"))).status).toBe(404)
    expect((await signed.api.call("POST", path)).status).toBe(200)
    await propose()
    expect(await sendDue()).toEqual([])
    await choose(true)
  })
})

describe("a mail that the mail server refuses", () => {
  const refuse = async () => {
    throw new MailRefused("550")
  }
  const listed = async (who: Who = "elif", state = "") =>
    (await get(`/message?state=${state}`, who)).value.messages as { id: string; state: string; email: string; subject: string }[]
  const line = async (who: Who) =>
    (await get("/api/dashboard/attention", who)).value.lines.find(({ kind }: { kind: string }) => kind === "mailsUnsent")

  it("is not tried again, and is seen by the administrators of its company and the platform, who send it again", async () => {
    const { title } = await propose()
    await sendDue(depsWith(refuse))
    expect(await sendDue(depsWith(keep, 90 * 60_000))).toEqual([])
    const [failed] = await listed()
    expect(failed).toMatchObject({ state: "failed", email: deniz.email, subject: `Onayınızı bekliyor: ${title}` })
    expect([await line("elif"), await line("admin"), await line("mert")]).toMatchObject([{ count: 1 }, { count: 1 }, undefined])
    expect([await listed("mert"), await listed("elif", "delivered"), (await listed("admin")).length]).toEqual([[], [], 1])

    const before = signed.api.outbox.length
    const path = `/message/${failed?.id}/resend`
    expect((await send("POST", path, "mert", {})).status).toBe(404)
    expect((await send("POST", path, "elif", {})).status).toBe(200)
    expect(signed.api.outbox.slice(before).map(({ to }) => to)).toEqual([deniz.email])
    expect([(await listed())[0]?.state, await line("elif")]).toEqual(["delivered", undefined])
    expect((await send("POST", path, "elif", {})).status).toBe(409)
  })

  it("for a day is given up, and is listed as not sent", async () => {
    await propose()
    const defer = async () => {
      throw new MailDeferred("450")
    }
    await sendDue(depsWith(defer))
    expect((await listed())[0]?.state).toBe("waiting")
    expect(await sendDue(depsWith(keep, 25 * 3_600_000))).toEqual([])
    expect((await listed())[0]?.state).toBe("failed")
  })
})

describe("an answer to feedback", () => {
  const author = `kisi-${randomUUID().slice(0, 8)}@baska.example`
  const make = async (given: object = {}) => {
    const body = { type: 0, subject: "Servis", description: "Geç kalıyor", userName: "Can Er", email: author, ...given }
    return (await send("POST", "/feedback/create", "elif", body)).value as { id: string }
  }
  const choose = (feedback: boolean, who: Who = "elif") => send("PUT", "/message/settings", who, { feedback })
  const respond = (feedbackId: string, given: object = {}) =>
    send("POST", "/feedback/respond", "elif", { feedbackId, message: "Bakıyoruz.\nYarın düzelir.", ...given })
  const mailOf = async (id: string) => (await get(`/feedback/${id}`)).value.conversations.at(-1).mail
  const later = () => depsWith(keep, 61_000)

  it("is mailed to its author where the company mails answers, and the conversation says what became of it", async () => {
    const { id } = await make()
    await respond(id)
    expect([await mailOf(id), (await get(`/feedback/${id}`)).value.mailsAnswers]).toEqual([null, false])
    expect((await choose(true)).value).toEqual({ feedback: true })
    expect((await get("/message/settings", "mert")).value).toEqual({ feedback: false })
    await respond(id, { isInternal: true })
    await respond(id, { type: 1 })
    await respond(id)
    expect([await mailOf(id), await sendDue()]).toEqual(["waiting", []])
    const [mail, ...others] = await sendDue(later())
    expect([mail?.to, mail?.subject, others]).toEqual([author, "Geri bildiriminize yanıt: Servis", []])
    expect(mail?.text).toContain("Bakıyoruz.\nYarın düzelir.")
    expect(mail?.text).not.toContain("http")
    expect([await mailOf(id), (await get("/message")).value.messages[0].email]).toEqual(["delivered", author])
    const { value } = await send("PUT", "/feedback/status", "elif", { id, status: 2, response: "Düzeltildi." })
    expect(value.conversations.at(-1).mail).toBe("waiting")
    expect((await sendDue(later())).map(({ text }) => text.includes("Düzeltildi."))).toEqual([true])
  })

  it("that is taken back before it leaves, or whose author has no address, is not mailed", async () => {
    await choose(true)
    const { id } = await make()
    const undo = (await respond(id)).headers.get("Undo-Token")
    await send("POST", `/undo/${undo}`)
    const { id: nameless } = await make({ email: "", userName: "Adsız" })
    await respond(nameless)
    expect(await sendDue(later())).toEqual([])
  })

  it("of a subsidiary follows the choice of its company too", async () => {
    await choose(true)
    const { id } = await make({ tenantId: tenant.sub })
    await respond(id)
    expect((await sendDue(later())).map(({ to }) => to)).toEqual([author])
    await choose(false)
    await respond(id)
    expect(await sendDue(later())).toEqual([])
  })
})

describe("the winners of a draw", () => {
  type Winner = { place: number; reserve: boolean; state: number; mail: string | null; employeeId: string }
  const steps = createSteps(() => signed)
  const drawn = async () => {
    const id = await steps.create()
    await steps.lock(id)
    await steps.run(id)
    return id
  }
  const path = (id: string) => `/draw/${id}/winner-mails`
  const holdersOf = async (id: string) =>
    ((await steps.read(id)).winners as Winner[]).filter(({ reserve, state }) => !reserve && state <= 2)

  it("are told of their prizes by one mail each, with the words of the preview, and count as notified", async () => {
    const id = await drawn()
    expect((await get(path(id), "mert")).status).toBe(404)
    const { value: preview } = await get(path(id))
    expect(preview).toMatchObject({ people: 3, unreached: 0 })
    expect((await send("POST", path(id), "elif", {})).status).toBe(200)
    expect((await holdersOf(id)).map(({ state, mail }) => [state, mail])).toEqual([1, 1, 1].map(state => [state, "waiting"]))
    const told = await sendDue()
    expect([told.length, told[0]?.subject, told[0]?.text]).toEqual([3, preview.subject, preview.text])
    expect(preview.text).toMatch(/Bisiklet[\s\S]*\/go\/draw\//)
    expect((await holdersOf(id)).map(({ mail }) => mail)).toEqual(["delivered", "delivered", "delivered"])
    expect((await get(path(id))).value).toMatchObject({ people: 0, unreached: 0 })
    await send("POST", path(id), "elif", {})
    expect(await sendDue()).toEqual([])
  })

  it("who move up are told, who drop out before the mail leaves or cannot be reached are not", async () => {
    const id = await drawn()
    const [first, second] = await holdersOf(id)
    const { db } = signed.api
    await db.execute(`update users set status = 0 where id = '${second?.employeeId}'`)
    expect((await get(path(id))).value).toMatchObject({ people: 2, unreached: 1 })
    await send("POST", path(id), "elif", {})
    await steps.setWinner(id, first?.place ?? -1, { state: 3 })
    expect((await sendDue()).length).toBe(1)
    await db.execute(`update users set status = 1 where id = '${second?.employeeId}'`)
    expect((await get(path(id))).value).toMatchObject({ people: 2, unreached: 0 })
    await send("POST", path(id), "elif", {})
    expect((await sendDue()).length).toBe(2)
  })

  it("are nobody before the draw", async () => {
    const id = await steps.create()
    expect([(await get(path(id))).status, (await send("POST", path(id), "elif", {})).status]).toEqual([200, 409])
  })
})

it("of a company that has used up its mails of the day waits for the next one", async () => {
  const { title } = await propose()
  const { deps } = signed.api
  expect(await reserveMails(deps, await mailCompanyOf(deps.db, tenant.own), 100_000)).toBeGreaterThan(0)
  expect(await sendDue()).toEqual([])
  expect((await get("/message")).value.messages[0].state).toBe("waiting")
  const tomorrow = depsWith(keep, 16 * 3_600_000)
  expect((await sendDue(tomorrow)).map(({ subject }) => subject)).toEqual([`Waits for your approval: ${title}`])
})

describe("an administrator", () => {
  const body = () => {
    const email = `yonetici-${randomUUID().slice(0, 8)}@yesilova.example`
    return { firstName: "Ece", lastName: "Koç", email, phoneNumber: "0532 555 10 10", role: "tenantAdmin" }
  }
  const isInvited = async (id: string) => (await get(`/user/${id}`)).value.isInvited

  it("is invited by whoever adds them or gives them the role, and counts as invited once the mail went out", async () => {
    const given = body()
    const before = signed.api.outbox.length
    const { value } = await send("POST", "/user/create", "elif", given)
    const [mail] = signed.api.outbox.slice(before)
    expect([mail?.to, mail?.subject, await isInvited(value.id)]).toEqual([
      given.email,
      "Kampanya Konsolu’na davet edildiniz",
      true,
    ])
    const { value: person } = await send("POST", "/user/create", "elif", { ...body(), role: "user" })
    expect(signed.api.outbox.length).toBe(before + 1)
    await send("PUT", `/api/users/update/${person.id}`, "elif", { role: "tenantAdmin" })
    expect([signed.api.outbox.at(-1)?.to, signed.api.outbox.length]).toEqual([person.email, before + 2])
  })

  it("is invited again by their company, until they sign in; nobody else is", async () => {
    const given = body()
    const { value } = await send("POST", "/user/create", "elif", given)
    const before = signed.api.outbox.length
    const again = (id: string, who: Who = "elif") => send("POST", `/user/${id}/invitation`, who, {})
    expect((await again(value.id, "mert")).status).toBe(404)
    expect((await again(value.id)).status).toBe(200)
    expect(signed.api.outbox.slice(before).map(({ to }) => to)).toEqual([given.email])
    await signed.api.signIn(given.email)
    expect((await again(value.id)).status).toBe(404)
    const { value: person } = await send("POST", "/user/create", "elif", { ...body(), role: "user" })
    expect((await again(person.id)).status).toBe(404)
  })
})
