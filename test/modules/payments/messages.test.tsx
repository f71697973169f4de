import { describe, expect, it } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import { i18n } from "../../../src/state/instances"
import { click, element, find, until } from "../../kit"
import { consoleOnApi, envelope, saves, uploads } from "../kit"

/**
 * Where the console shows the messages of failed calls (docs/contract.md#status-messages). The frames show them, so that one module
 * is enough; `messages.test.ts` checks the words of every module in both languages.
 */
const screens = consoleOnApi()

const row = () => until(() => expect(document.querySelectorAll("tbody tr[data-row]")).toHaveLength(1))

const confirm = async () => {
  const button = () => element("dialog[open] .btn--danger-solid")
  await until(() => expect(button()).toBeTruthy())
  await click(button())
}

/** Deletes the only record of the list by its menu. */
const deletes = async () => {
  await row()
  await click(element("tbody tr[data-row] .table__actions button"))
  await click(find("[role=menuitem]", i18n.t("ui.remove")))
  await confirm()
}

/** Deletes the only record of the list by the bar of the selection. */
const deletesMany = async () => {
  await row()
  await click(element("tbody tr[data-row] input[type=checkbox]"))
  await click(find(".bulk-bar button", i18n.t("ui.remove")))
  await confirm()
}

/** The text of an element without its buttons. */
const ownText = ({ childNodes }: Element) =>
  [...childNodes].flatMap(node => (node.nodeType === 3 ? [node.textContent ?? ""] : [])).join("")

const nobody = "00000000-0000-4000-8000-000000000000"

type Row = {
  when: string
  language: Language
  words: string
  /** Relative to the module's list. */
  path: (id: string, name: string) => string
  /** The call that is answered otherwise. */
  breaks?: string
  answer?: () => Response
  /** What the person does on the screen. */
  acts?: () => Promise<void>
  /** Where the words are shown. */
  at: string
}

const add = { path: () => "/add" }
const listed = { path: (_: string, name: string) => `?keyword=${encodeURIComponent(name)}`, breaks: "DELETE /payment/" }
const rows: Row[] = [
  {
    when: "the list is refused",
    language: "en",
    words: "An error occurred",
    path: () => "",
    breaks: "GET /payment/list",
    answer: () => envelope(200),
    at: ".empty p",
  },
  {
    when: "a view finds nothing",
    language: "tr",
    words: "Ödeme sağlayıcısı bulunamadı",
    path: () => `/${nobody}`,
    at: ".empty h1",
  },
  { when: "a form finds nothing", language: "en", words: "Payment not found", path: () => `/edit/${nobody}`, at: ".empty h1" },
  {
    ...add,
    when: "a create is refused",
    language: "tr",
    words: "Ödeme sağlayıcısı eklenemedi: Beklenmeyen bir hata oluştu",
    breaks: "POST /payment/create",
    acts: saves({ name: "Yeni bir ad" }),
    at: "[data-summary] b",
  },
  {
    ...listed,
    when: "a delete is refused",
    language: "tr",
    words: "Ödeme sağlayıcısı silinemedi",
    acts: deletes,
    at: ".toast b",
  },
  {
    ...listed,
    when: "a delete of many is refused",
    language: "en",
    words: "Failed to delete payment",
    acts: deletesMany,
    at: ".bulk-results span",
  },
  {
    ...add,
    when: "the categories are refused",
    language: "tr",
    words: "Kategoriler yüklenemedi",
    breaks: "GET /category/list",
    answer: () => envelope(500),
    at: "[role=alert]",
  },
  {
    ...add,
    when: "a picture is refused",
    language: "en",
    words: "Failed to upload image: Upload failed",
    breaks: "POST /payment/media",
    acts: () => uploads(),
    at: ".upload-item *",
  },
]

describe("a message of the catalogue", () => {
  it.each(rows)("$when: $words", async ({ language, words, path, breaks, answer, acts, at, when }) => {
    const name = `Kayıt: ${when}`
    const token = await screens.token(language)
    const made = await screens.api().call("POST", "/payment/create", { token, body: { name } })
    screens.break(breaks, answer)
    await screens.open(language, `payment-management${path(made.value.id, name)}`)
    await acts?.()
    await until(() => expect([...document.querySelectorAll(at)].map(ownText)).toContain(words))
  })

  it("stands above the form or at its field when an update is refused", async () => {
    const refusal = (propertyName: string) => ({ validationErrors: [{ propertyName, errorMessage: "Sunucunun sözü" }] })
    const token = await screens.token("tr")
    const made = await screens.api().call("POST", "/payment/create", { token, body: { name: "Kayıt" } })
    await screens.open("tr", `payment-management/edit/${made.value.id}`)
    for (const [words, status, body, at = "[data-summary] b"] of [
      ["Ödeme sağlayıcısı güncellenemedi", 400, {}],
      ["Geçersiz veri formatı", 400, refusal("tenantCode")],
      ["1 alan düzeltilmeli", 400, refusal("name")],
      ["Sunucunun sözü", 400, refusal("Request.name"), "#name-note"],
      ["İstenilen kaynak bulunamadı", 404, {}],
    ] as const) {
      screens.break("PUT /payment/update", () => envelope(status, body))
      await saves({ name: `Başka bir ad ${words}` })()
      await until(() => expect([...document.querySelectorAll(at)].map(ownText)).toContain(words))
    }
  })
})
