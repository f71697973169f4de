import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { errorMessage } from "../../../src/core/http/errors"
import { HttpError } from "../../../src/core/http/http"
import type { Key, Language } from "../../../src/core/text/i18n"
import { i18n } from "../../../src/state/instances"

const load = (language: Language) =>
  i18n.setDictionaries(
    language,
    readdirSync(`locales/${language}`).map(file => JSON.parse(readFileSync(`locales/${language}/${file}`, "utf8"))),
  )
beforeAll(() => load("tr"))
afterAll(() => load("tr"))

/** Messages to the letter: [key, language that the contract quotes, its words] (docs/contract.md#error-catalogue). */
const quoted: [Key, Language, string][] = [
  ["error.sessionExpired", "tr", "Oturum süreniz doldu. Lütfen tekrar giriş yapın."],
  ["error.invalidFormat", "tr", "Geçersiz veri formatı"],
  ["tenant.invalidFormat", "en", "Invalid request format"],
  ["error.notFound", "tr", "İstenilen kaynak bulunamadı"],
  ["error.generic", "tr", "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."],
  ["auth.codeNotSent", "tr", "Kod gönderme başarısız"],
  ["auth.tokenNotReceived", "tr", "Token alınamadı"],
  ["auth.tokenFormat", "en", "Invalid token format"],
  ["auth.noRefreshToken", "en", "No refresh token available"],
  ["auth.refreshFailed", "en", "Token refresh failed"],
  ["announcement.createFailed", "tr", "Duyuru oluşturulurken bir hata oluştu"],
  ["announcement.required", "en", "Title, description and body are required"],
  ["campaign.updated", "tr", "Kampanya başarıyla güncellendi"],
  ["campaign.updateFailed", "tr", "Kampanya güncellenirken hata oluştu"],
  ["brand.createFailed", "en", "Failed to create brand"],
  ["brand.updateFailed", "en", "Failed to update brand"],
  ["brand.removeFailed", "en", "Failed to delete brand"],
  ["brand.missing", "en", "Brand not found"],
  ["category.loadFailed", "en", "Failed to load categories"],
  ["media.uploadFailed", "en", "Failed to upload image"],
  ["employee.createFailed", "tr", "Çalışan eklenirken bir hata oluştu"],
  ["employee.missing", "tr", "Çalışan bulunamadı"],
  ["employee.readFailed", "tr", "Çalışan bilgileri alınırken bir hata oluştu"],
  ["employee.loadFailed", "tr", "Veri alınırken bir hata oluştu"],
  ["employee.uploadFailed", "tr", "Resim yüklenirken bir hata oluştu"],
  ["employee.created", "tr", "Çalışan başarıyla eklendi"],
  ["employee.uploaded", "tr", "Resim başarıyla yüklendi"],
  ["ai.failed", "en", "Failed to generate content with AI"],
  ["ai.topicRequired", "en", "Topic is required for survey generation"],
  ["gift.createFailed", "en", "Failed to create gift card"],
  ["gift.updateFailed", "en", "Failed to update gift card"],
  ["gift.removeFailed", "en", "Failed to delete gift card"],
  ["gift.missing", "en", "Gift not found"],
  ["media.uploadFailed", "en", "Failed to upload image"],
  ["general.failed", "en", "An error occurred"],
  ["tenant.idRequired", "en", "TenantId is required for update operation"],
  ["tenant.createFailed", "en", "Failed to create tenant and subsidiaries"],
  ["subsidiary.createFailed", "en", "Failed to create subsidiary"],
  ["subsidiary.updateFailed", "en", "Failed to update subsidiary"],
  ["tenant.updateFailed", "en", "Failed to update tenant and subsidiaries"],
  ["tenant.logoFailed", "en", "Failed to upload logo"],
  ["tenant.unknown", "en", "Unknown error updating tenant"],
  ["permissions.unavailable", "en", "Permissions endpoint not available"],
  ["permissions.notRetrieved", "en", "Failed to retrieve permissions"],
  ["permissions.couldNotBeRetrieved", "en", "Permissions could not be retrieved"],
  ["permissions.none", "en", "No permissions defined for this user"],
  ["permissions.failed", "en", "Failed to fetch permissions"],
  ["general.failed", "en", "An error occurred"],
  ["payment.missing", "en", "Payment not found"],
  ["payment.createFailed", "en", "Failed to create payment"],
  ["payment.unexpected", "en", "An unexpected error occurred"],
  ["payment.updateFailed", "en", "Failed to update payment"],
  ["payment.removeFailed", "en", "Failed to delete payment"],
  ["payment.uploadDefault", "en", "Upload failed"],
  ["feedback.missing", "tr", "Feedback bulunamadı"],
]

/** Keys of the catalogue whose texts the contract does not quote. */
const unquoted: Key[] = [
  "api.codeWrong",
  "auth.codeSent",
  "auth.refreshError",
  "auth.sessionEnded",
  "auth.signOutFailed",
  "auth.signedIn",
  "auth.signedOut",
  "auth.timedOut",
  "error.network",
  "error.notPermitted",
  "error.server",
  "error.storageFull",
  "error.tooLarge",
  "feedback.assigned",
  "feedback.created",
  "feedback.removed",
  "feedback.replied",
  "feedback.statusUpdated",
  "feedback.updated",
  "feedback.uploaded",
]

describe("the error catalogue", () => {
  it.each(quoted)("%s in %s reads as in the contract", (key, language, words) => {
    load(language)
    expect(i18n.t(key)).toBe(words)
  })

  it.each([...new Set([...quoted.map(([key]) => key), ...unquoted])])("%s speaks both languages, each its own", key => {
    load("tr")
    const turkish = i18n.t(key)
    load("en")
    const english = i18n.t(key)
    expect(turkish).not.toBe(key)
    expect(english).not.toBe(key)
    expect(english).not.toBe(turkish)
  })
})

describe("what a failure says", () => {
  const say = (error: unknown) => {
    load("tr")
    return errorMessage(error, "campaign.updateFailed", i18n.t)
  }
  const http = (status: number, more: object = {}) => new HttpError({ kind: "http", status, ...more })

  const rows: [string, unknown, string][] = [
    [
      "401 says that the session is over",
      http(401, { message: "jwt expired" }),
      "Oturum süreniz doldu. Lütfen tekrar giriş yapın.",
    ],
    [
      "401 of a call without a session says what the server says of it",
      http(401, { message: "Kod hatalı", isAnonymous: true }),
      "Kod hatalı",
    ],
    [
      "a call that was not sent, because the tokens could not be renewed, says so",
      Object.assign(http(500), { isUnsent: true }),
      "Oturum yenilenirken bir hata oluştu",
    ],
    ["403 says that it is not permitted", http(403, { message: "denied" }), "Bu işlem için izniniz yok."],
    ["404 says that it is not there", http(404), "İstenilen kaynak bulunamadı"],
    ["413 says that it is too large", http(413), "Gönderilen veri çok büyük."],
    ["429 says when to try again", http(429, { retryAfter: 12 }), "Çok fazla istek gönderildi. 12 saniye sonra yeniden deneyin."],
    ["429 without a time says to wait", http(429), "Çok fazla istek gönderildi. Lütfen biraz bekleyin."],
    [
      "500 says the generic words",
      http(500, { message: "NullReferenceException" }),
      "Bir hata oluştu. Lütfen daha sonra tekrar deneyin.",
    ],
    [
      "503 with a request id lets it be quoted",
      http(503, { requestId: "r-1" }),
      "Bir hata oluştu. Lütfen daha sonra tekrar deneyin. (r-1)",
    ],
    [
      "507 says that there is no room",
      http(507),
      "Sunucuda yer kalmadı. Kayıtları görüntüleyebilirsiniz, ancak değişiklik kaydedemezsiniz. Yöneticinize haber verin.",
    ],
    [
      "400 with fields says that the data is invalid",
      http(400, { fields: [{ field: "title", message: "x" }] }),
      "Geçersiz veri formatı",
    ],
    ["400 with the server's words says them", http(400, { message: "Bu ad kullanılıyor" }), "Bu ad kullanılıyor"],
    ["400 without words says the call's own", http(400), "Kampanya güncellenirken hata oluştu"],
    ["409 with words says them", http(409, { message: "Başkası değiştirdi" }), "Başkası değiştirdi"],
    ["a refusal on 200 says the server's words", new HttpError({ kind: "envelope", status: 200, message: "Olmadı" }), "Olmadı"],
    [
      "a refusal on 200 without words says the call's own",
      new HttpError({ kind: "envelope", status: 200 }),
      "Kampanya güncellenirken hata oluştu",
    ],
    [
      "no network says so",
      new HttpError({ kind: "network" }),
      "Ağ bağlantısı kurulamadı. Bağlantınızı kontrol edip yeniden deneyin.",
    ],
    [
      "a time-out says the network's words",
      new HttpError({ kind: "timeout" }),
      "Ağ bağlantısı kurulamadı. Bağlantınızı kontrol edip yeniden deneyin.",
    ],
    [
      "an answer that is no JSON says the call's own",
      new HttpError({ kind: "format", status: 200 }),
      "Kampanya güncellenirken hata oluştu",
    ],
    ["418 says the call's own", http(418), "Kampanya güncellenirken hata oluştu"],
    ["whatever else was thrown says the call's own", new TypeError("x is not a function"), "Kampanya güncellenirken hata oluştu"],
  ]
  it.each(rows)("%s", (_, error, words) => {
    expect(say(error)).toBe(words)
  })
})
