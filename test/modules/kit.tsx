import { readFileSync } from "node:fs"
import { act } from "react"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { parseTokens } from "../../src/api"
import { App } from "../../src/app/app"
import { loadRoute } from "../../src/app/prefetch"
import type { Language } from "../../src/core/i18n"
import { config } from "../../src/state/config"
import { cache, i18n, unsavedChanges } from "../../src/state/instances"
import { signedOut, verified } from "../../src/state/session"
import { dismissAll } from "../../src/state/toasts"
import { accounts, createTestApi, type TestApi } from "../api"
import { click, find, mount, speak, type, until } from "../kit"

/** What the error catalogue says, by language (docs/contract.md#error-catalogue). */
type Words = { tr: string; en: string }

type Message = {
  /** Where it is met. */
  when: string
  words: Words
  /** Relative to the module's list. */
  path: (id: string, name: string) => string
  /** The call that is answered otherwise; without one the API itself says it. */
  breaks?: string
  answer?: () => Response
  /** What the person does once the screen stands. */
  acts?: () => Promise<void>
  /** Where the words stand. */
  at: string
}

export const envelope = (status: number, body: object = {}) =>
  new Response(JSON.stringify({ value: null, isSuccess: false, errors: [], validationErrors: [], ...body }), { status })
/** A refusal in which the server says nothing: the call's own words are left. */
const refused = () => envelope(400)

const element = (selector: string) => document.querySelector<HTMLElement>(selector)

/** Fills fields by id and saves. */
export const saves = (fields: Record<string, string>) => async () => {
  await until(() => expect(element(".action-bar [type=submit]")).toBeTruthy())
  for (const [id, text] of Object.entries(fields)) await type(document.getElementById(id), text)
  await click(element(".action-bar [type=submit]"))
}

const confirms = () => until(() => expect(element("dialog[open] .btn--danger-solid")).toBeTruthy())

/** Deletes the only record of the list by its menu. */
const deletes = async () => {
  await until(() => expect(document.querySelectorAll("tbody tr[data-row]")).toHaveLength(1))
  await click(element("tbody tr[data-row] .table__actions button"))
  await click(find("[role=menuitem]", i18n.t("ui.remove")))
  await confirms()
  await click(element("dialog[open] .btn--danger-solid"))
}

/** Deletes the only record of the list by the bar of the selection. */
const deletesMany = async () => {
  await until(() => expect(document.querySelectorAll("tbody tr[data-row]")).toHaveLength(1))
  await click(element("tbody tr[data-row] input[type=checkbox]"))
  await click(find(".bulk-bar button", i18n.t("ui.remove")))
  await confirms()
  await click(element("dialog[open] .btn--danger-solid"))
}

const unreadablePng = () => new File([Buffer.from("89504e470d0a1a0a", "hex")], "logo.png")

/** Chooses a picture, by default one that the API cannot read. */
export const uploads = async (file = unreadablePng()) => {
  await until(() => expect(element("input[type=file]")).toBeTruthy())
  const input = element("input[type=file]") as HTMLInputElement
  Object.defineProperty(input, "files", { configurable: true, value: [file] })
  await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })))
}

/** An XMLHttpRequest, as much of it as uploads use, over `fetch`. */
export class UploadRequest {
  upload = {}
  status = 0
  responseText = ""
  onload?: () => void
  onloadend?: () => void
  private method = ""
  private url = ""
  private headers = new Headers()
  private sent = new Headers()
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.sent.set(name, value)
  }
  getAllResponseHeaders = () => [...this.headers].map(([name, value]) => `${name}: ${value}`).join("\r\n")
  abort() {}
  async send(body: FormData) {
    const answer = await fetch(this.url, { method: this.method, headers: this.sent, body })
    this.status = answer.status
    this.headers = answer.headers
    this.responseText = await answer.text()
    this.onload?.()
    this.onloadend?.()
  }
}

const doors = {
  tr: { root: "/user", email: accounts.elif },
  en: { root: "/admin", email: accounts.admin },
} as const

/** The whole console on the real API, a company's in Turkish and the platform's in English, with one answer broken. */
export const consoleOnApi = () => {
  let api: TestApi
  let broken: { call: string; answer: () => Response } | undefined
  let unmount = async () => {}
  const realFetch = globalThis.fetch

  beforeAll(async () => {
    api = await createTestApi()
    config.feedback = "api"
    vi.stubGlobal("XMLHttpRequest", UploadRequest)
    globalThis.fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input), location.href)
      if (`${init?.method ?? "GET"} ${pathname}`.startsWith(broken?.call.replace(" ", " /backend") ?? "-"))
        return broken?.answer() ?? refused()
      // Texts of some pages only.
      if (pathname.startsWith("/locales/")) return new Response(readFileSync(pathname.slice(1)))
      return api.fetch(pathname + search, init)
    }
  })
  afterAll(async () => {
    globalThis.fetch = realFetch
    vi.unstubAllGlobals()
    await api.close()
  })
  afterEach(async () => {
    broken = undefined
    unsavedChanges.clear()
    await unmount()
    await act(async () => {
      signedOut("left")
      cache.clear()
      dismissAll()
    })
    localStorage.clear()
    sessionStorage.clear()
  })

  return {
    api: () => api,
    break: (call?: string, answer: () => Response = refused) => {
      broken = call ? { call, answer } : undefined
    },
    /** @param path relative to the role's root, or absolute; @param door whose language may be another than the screen's */
    open: async (language: Language, path: string, door: keyof typeof doors = language, email: string = doors[door].email) => {
      speak(language)
      const { root } = doors[door]
      const address = path.startsWith("/") ? path : `${root}/${path}`
      const { user, tokens } = parseTokens({ value: await api.tokensFor(email), status: 200 }, Date.now())
      verified(user, { ...tokens, tokenExpiry: Date.now() + 900_000 })
      history.replaceState(null, "", address)
      await loadRoute(address.split("?")[0] ?? "")
      ;({ unmount } = await mount(<App />))
    },
    close: () => unmount(),
    token: (language: Language) => api.signIn(doors[language].email),
  }
}

/** What an element says itself, without its buttons. */
const ownText = ({ childNodes }: Element) =>
  [...childNodes].flatMap(node => (node.nodeType === 3 ? [node.textContent ?? ""] : [])).join("")

/** Nobody's record. */
const nobody = "00000000-0000-4000-8000-000000000000"

type Module = {
  path: string
  /** The call's path before its verb: "/brand". */
  call: string
  /** The call that deletes, without the id. */
  remove: string
  /** The field that names a record. */
  name: string
  /** A body that the module's create takes. */
  record: (name: string) => object
  /** The fields that a create needs, by id. */
  needed: (name: string) => Record<string, string>
  /** False for records without an edit form, whose failed creates have what others have for updates. */
  isEdited?: boolean
  says: Partial<Record<"list" | "missing" | "create" | "update" | "remove" | "categories" | "upload" | "required", Words>>
}

const rowsOf = ({ call, remove, name, needed, says, isEdited = true }: Module): Message[] => {
  const changed = { [name]: "Başka bir ad" }
  const add = { path: () => "/add" }
  const update = isEdited
    ? { path: (id: string) => `/edit/${id}`, breaks: `PUT ${call}/update`, acts: saves(changed), at: "[data-summary] b" }
    : { ...add, breaks: `POST ${call}/create`, acts: saves(needed("Yeni bir ad")), at: "[data-summary] b" }
  const one = (of: keyof Module["says"], when: string, rest: Omit<Message, "when" | "words">): Message[] => {
    const words = says[of]
    return words ? [{ when, words, ...rest }] : []
  }
  return [
    ...one("list", "the list is refused", {
      path: () => "",
      breaks: `GET ${call}/list`,
      answer: () => envelope(200),
      at: ".empty p",
    }),
    ...one("missing", "a view finds nothing", { path: () => `/${nobody}`, at: ".empty h1" }),
    ...(isEdited ? one("missing", "a form finds nothing", { path: () => `/edit/${nobody}`, at: ".empty h1" }) : []),
    ...one("required", "fields are left empty", {
      ...add,
      acts: saves({}),
      at: "[aria-invalid=true] ~ [id$=-note], [data-summary] p",
    }),
    ...one("create", "a create is refused", {
      ...add,
      breaks: `POST ${call}/create`,
      acts: saves(needed("Yeni bir ad")),
      at: "[data-summary] b",
    }),
    ...one("update", "an update is refused", update),
    ...one("remove", "a delete is refused", {
      path: (_, of) => `?keyword=${encodeURIComponent(of)}`,
      breaks: `DELETE ${remove}`,
      acts: deletes,
      at: ".toast b",
    }),
    ...one("remove", "a delete of many is refused", {
      path: (_, of) => `?keyword=${encodeURIComponent(of)}`,
      breaks: `DELETE ${remove}`,
      acts: deletesMany,
      at: ".bulk-results span",
    }),
    ...one("categories", "the categories are refused", {
      ...add,
      breaks: "GET /category/list",
      answer: () => envelope(500),
      at: "[role=alert]",
    }),
    ...one("upload", "a picture is refused", {
      ...add,
      breaks: `POST ${call}/media`,
      acts: () => uploads(),
      at: ".upload-item *",
    }),
    {
      ...update,
      when: "400 with serializer errors",
      words: { tr: "Geçersiz veri formatı", en: "Invalid data format" },
      answer: () => envelope(400, { validationErrors: [{ propertyName: name, errorMessage: "Sunucunun sözü" }] }),
    },
    {
      ...update,
      when: "400 with serializer errors, on the field",
      words: { tr: "Sunucunun sözü", en: "The server's words" },
      answer: () =>
        envelope(400, {
          validationErrors: [
            { propertyName: `Request.${name}`, errorMessage: i18n.language() === "tr" ? "Sunucunun sözü" : "The server's words" },
          ],
        }),
      at: `#${name}-note`,
    },
    {
      ...update,
      when: "404",
      words: { tr: "İstenilen kaynak bulunamadı", en: "The requested record could not be found" },
      answer: () => envelope(404),
    },
    {
      ...update,
      when: "anything else",
      words: { tr: "Bir hata oluştu. Lütfen daha sonra tekrar deneyin.", en: "Something went wrong. Please try again later." },
      answer: () => envelope(500),
    },
  ]
}

/** Every message of a module's calls, and of any failed call (docs/contract.md#status-messages), where the console shows them. */
export const describeMessages = (screens: ReturnType<typeof consoleOnApi>, module: Module) => {
  const rows = rowsOf(module).map(row => [`${row.words.tr} · ${row.words.en}: ${row.when}`, row] as const)

  describe.each(["tr", "en"] as const)("a message of the catalogue in %s", language => {
    it.each(rows)("%s", async (title, row) => {
      const name = `Kayıt ${language}${rows.findIndex(([other]) => other === title)}`
      const made = await screens.api().call("POST", `${module.call}/create`, {
        token: await screens.token(language),
        body: module.record(name),
      })
      screens.break(row.breaks, row.answer)
      await screens.open(language, `${module.path}${row.path(made.value.id, name)}`)
      await row.acts?.()
      await until(() => {
        expect([...document.querySelectorAll(row.at)].map(ownText)).toContain(row.words[language])
      })
    })
  })
}
