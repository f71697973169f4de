import { HttpError } from "../../../core/http/http"
import { namedOptions, type Option } from "../../../core/http/options"
import type { Language } from "../../../core/text/i18n"
import { config } from "../../../state/config"
import { cache, i18n } from "../../../state/instances"
import { currentUser, session } from "../../../state/session"
import { accountName } from "../../account/api"
import { companyOptions } from "../../owners/api"
import type { FeedbackCalls } from "../calls"
import { callsOn } from "./calls"
import { sampleCompanies, sampleItems, sampleItemsOf, samplePeople, sampleStaff } from "./samples"
import { isPlatform, type Person, type Store, type StoreUser } from "./store"

/** The memory source of this page: one store for all who sign in until it is closed (docs/contract.md#feedback-source). */

const startedAt = Date.now()

let texts: Record<string, string> = {}
let language: Language | undefined

/** Loads the samples' texts in the language of the screen. @throws when they cannot be fetched */
const loadTexts = async () => {
  const wanted = i18n.language()
  if (language === wanted) return
  texts = await i18n.textsOf(wanted, "samples")
  language = wanted
}

i18n.subscribe(() => {
  if (language !== undefined && language !== i18n.language()) cache.invalidate("feedback")
})

const textOf = (text: string) => texts[text] ?? text

const files = new Map<string, number>()

const maker = {
  startedAt,
  textOf,
  makeFile: (text: string) => {
    const file = new Blob([text], { type: "text/plain;charset=utf-8" })
    const url = URL.createObjectURL(file)
    files.set(url, file.size)
    return { url, size: file.size }
  },
}

let store: Store | undefined

const openStore = async (): Promise<Store> => {
  await loadTexts()
  store ??= {
    items: sampleItems(maker),
    companies: sampleCompanies,
    staff: sampleStaff,
    people: samplePeople,
    files,
    answers: new Map(),
    now: Date.now,
    timeZone: () => config.timeZone,
    t: i18n.t,
    textOf,
  }
  return store
}

/** The signed-in person, by name where it is known. @throws HttpError 401 without a session */
const signedInUser = async (): Promise<StoreUser> => {
  const user = currentUser(session)
  if (!user) throw new HttpError({ kind: "http", status: 401 })
  const name = (await accountName()) ?? user.email
  return { id: user.userId, name, email: user.email, tenantId: user.role === "Administrator" ? "" : (user.tenantId ?? "none") }
}

/** Adds the company of a signed-in administrator, with samples of its own, once. */
const addCompany = async (to: Store, { tenantId }: StoreUser) => {
  const isKnown = () => to.companies.some(({ id }) => id === tenantId)
  if (isKnown()) return
  const known = await cache.load(companyOptions, undefined).catch((): Option[] => [])
  if (isKnown()) return
  const company = { id: tenantId, name: known.find(({ value }) => value === tenantId)?.label ?? i18n.t("feedback.tenantId") }
  to.companies = [...to.companies, company]
  to.items = [...to.items, ...sampleItemsOf(company, maker)]
}

const open = async () => {
  const [opened, user] = await Promise.all([openStore(), signedInUser()])
  if (!isPlatform(user)) await addCompany(opened, user)
  return { store: opened, user }
}

const calls = async () => {
  const { store: opened, user } = await open()
  return callsOn(opened, user)
}

export const memoryCalls: FeedbackCalls = {
  get: async (...args) => (await calls()).get(...args),
  post: async (...args) => (await calls()).post(...args),
  put: async (...args) => (await calls()).put(...args),
  delete: async (...args) => (await calls()).delete(...args),
  upload: async (...args) => (await calls()).upload(...args),
}

/** The sample companies, and those whose administrators have signed in on this page; for a company the own one alone. */
export const memoryCompanies = async (): Promise<Option[]> => {
  const { store: opened, user } = await open()
  const shown = opened.companies.filter(({ id }) => isPlatform(user) || id === user.tenantId)
  return namedOptions(shown.map(({ id, name }) => ({ id, name: textOf(name) })))
}

const optionOf = ({ id, name, email }: Person): Option => ({ value: id, label: textOf(name), hint: email })

/** The signed-in person and the sample staff, to whom feedback may be assigned. */
export const memoryStaff = async (): Promise<Option[]> => {
  const { store: opened, user } = await open()
  return [user, ...opened.staff].map(optionOf)
}

/** The people who may have given feedback. */
export const memoryPeople = async (): Promise<Option[]> => (await open()).store.people.map(optionOf)
