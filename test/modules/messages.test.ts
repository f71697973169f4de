import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { rules as announcementRules, blank as blankAnnouncement } from "../../src/contract/announcements"
import { blankFields } from "../../src/contract/companies"
import { blankDraft as blankCompany } from "../../src/contract/company-drafts"
import { blank as blankEmployee, rules as employeeRules } from "../../src/contract/employees"
import { blank as blankFeedback, rules as feedbackRules } from "../../src/contract/feedback"
import { blank as blankGift } from "../../src/contract/gifts"
import { blank as blankPartner } from "../../src/contract/partners"
import { blank as blankProvider } from "../../src/contract/payments"
import { blank as blankSurvey, rules as surveyRules } from "../../src/contract/surveys/surveys"
import { errorMessage, failedCallMessage } from "../../src/core/http/errors"
import { type Rules, validate } from "../../src/core/rules"
import type { Key, Language } from "../../src/core/text/i18n"
import { addAnnouncement, announcements } from "../../src/modules/announcements/api"
import { categoryOptions } from "../../src/modules/categories/api"
import { addCompany, addSubsidiary, updateCompany, updateSubsidiary, uploadCompanyLogo } from "../../src/modules/companies/api"
import { companies } from "../../src/modules/companies/resource"
import { subsidiaries } from "../../src/modules/companies/subsidiaries/api"
import { addEmployee, getEmployee, listEmployees, uploadEmployeePicture } from "../../src/modules/employees/api"
import { employees } from "../../src/modules/employees/resource"
import { addFeedback, getFeedback, removeFeedback } from "../../src/modules/feedback/api"
import { feedback } from "../../src/modules/feedback/resource"
import { addGift, getGift, listGifts, removeGift, updateGift } from "../../src/modules/gifts/api"
import { gifts } from "../../src/modules/gifts/resource"
import { addPartner, getPartner, partners, removePartner, updatePartner } from "../../src/modules/partners/api"
import {
  addProvider,
  getProvider,
  listProviders,
  payments,
  removeProvider,
  updateProvider,
  uploadProviderLogo,
} from "../../src/modules/payments/api"
import { removeSurvey, updateSurvey } from "../../src/modules/surveys/api"
import { surveys } from "../../src/modules/surveys/resource"
import { config } from "../../src/state/config"
import { cache, i18n } from "../../src/state/instances"
import { type TextName, textKey } from "../../src/ui/pages/resource-texts"
import { speak } from "../kit"
import { textsAnswer } from "../texts"
import { UploadRequest } from "./upload-request"

/**
 * The error catalogue's own words of each module's calls (docs/contract.md#error-catalogue). `payments/messages.test.tsx` checks
 * on one module where the console shows them.
 */

const { signal } = new AbortController()
const creating = { idempotencyKey: "key", signal }
const picture = () => new File(["x"], "logo.png")
const uploading = { signal, onProgress: () => {} }
/** What an edit page hands to an update: the record as the server sent it. */
const updating = { received: {}, signal }
const id = "00000000-0000-4000-8000-000000000000"

type Row = [operation: string, send: () => Promise<unknown>, tr: string, en: string]

/** The page's words are used where a call has none of its own, as `CreatePage`, `EditPage` and the deletion do. */
const fallbacks: Record<string, TextName> = { create: "createFailed", update: "updateFailed", remove: "removeFailed" }

const rows: Record<string, { texts: string; calls: Row[] }> = {
  announcements: {
    texts: announcements.texts,
    calls: [
      [
        "create",
        () => addAnnouncement(blankAnnouncement, creating),
        "Duyuru oluşturulurken bir hata oluştu",
        "The announcement could not be created",
      ],
    ],
  },
  companies: {
    texts: companies.texts,
    calls: [
      [
        "create",
        () => addCompany(blankCompany, creating),
        "Şirket ve bağlı şirketleri oluşturulamadı",
        "Failed to create tenant and subsidiaries",
      ],
      [
        "update unanswered",
        () => updateCompany(id, blankCompany, updating),
        "Şirket ve bağlı şirketleri güncellenemedi: Şirket güncellenirken bilinmeyen bir hata oluştu",
        "Failed to update tenant and subsidiaries: Unknown error updating tenant",
      ],
      ["upload", () => uploadCompanyLogo(picture(), 0, uploading), "Logo yüklenemedi", "Failed to upload logo"],
    ],
  },
  subsidiaries: {
    texts: subsidiaries.texts,
    calls: [
      ["create", () => addSubsidiary(blankFields, creating), "Bağlı şirket oluşturulamadı", "Failed to create subsidiary"],
      ["update", () => updateSubsidiary(id, blankFields, updating), "Bağlı şirket güncellenemedi", "Failed to update subsidiary"],
    ],
  },
  employees: {
    texts: employees.texts,
    calls: [
      ["list", () => cache.load(listEmployees, {}), "Veri alınırken bir hata oluştu", "The data could not be loaded"],
      ["missing", () => cache.load(getEmployee, id), "Çalışan bulunamadı", "Employee not found"],
      [
        "load",
        () => cache.load(getEmployee, id),
        "Çalışan bilgileri alınırken bir hata oluştu",
        "The employee’s details could not be loaded",
      ],
      [
        "create",
        () => addEmployee(blankEmployee, creating),
        "Çalışan eklenirken bir hata oluştu",
        "The employee could not be added",
      ],
      [
        "upload",
        () => uploadEmployeePicture(picture(), 0, uploading),
        "Resim yüklenirken bir hata oluştu",
        "The picture could not be uploaded",
      ],
    ],
  },
  feedback: {
    texts: feedback.texts,
    calls: [
      ["missing", () => cache.load(getFeedback, id), "Feedback bulunamadı", "Feedback not found"],
      ["create", () => addFeedback(blankFeedback, creating), "Geri bildirim oluşturulamadı", "The feedback could not be created"],
      ["remove", () => removeFeedback(id), "Geri bildirim silinemedi", "The feedback could not be deleted"],
    ],
  },
  gifts: {
    texts: gifts.texts,
    calls: [
      ["list", () => cache.load(listGifts, {}), "Bir hata oluştu", "An error occurred"],
      ["missing", () => cache.load(getGift, id), "Hediye kartı bulunamadı", "Gift not found"],
      ["create", () => addGift(blankGift, creating), "Hediye kartı oluşturulamadı", "Failed to create gift card"],
      ["update", () => updateGift(id, blankGift, updating), "Hediye kartı güncellenemedi", "Failed to update gift card"],
      ["remove", () => removeGift(id), "Hediye kartı silinemedi", "Failed to delete gift card"],
    ],
  },
  partners: {
    texts: partners.texts,
    calls: [
      ["missing", () => cache.load(getPartner, id), "İş ortağı bulunamadı", "Brand not found"],
      ["create", () => addPartner(blankPartner, creating), "İş ortağı eklenemedi", "Failed to create brand"],
      ["update", () => updatePartner(id, blankPartner, updating), "İş ortağı güncellenemedi", "Failed to update brand"],
      ["remove", () => removePartner(id), "İş ortağı silinemedi", "Failed to delete brand"],
      ["categories", () => cache.load(categoryOptions, undefined), "Kategoriler yüklenemedi", "Failed to load categories"],
    ],
  },
  payments: {
    texts: payments.texts,
    calls: [
      ["list", () => cache.load(listProviders, {}), "Bir hata oluştu", "An error occurred"],
      ["missing", () => cache.load(getProvider, id), "Ödeme sağlayıcısı bulunamadı", "Payment not found"],
      [
        "create",
        () => addProvider(blankProvider, creating),
        "Ödeme sağlayıcısı eklenemedi: Beklenmeyen bir hata oluştu",
        "Failed to create payment: An unexpected error occurred",
      ],
      [
        "update",
        () => updateProvider(id, blankProvider, updating),
        "Ödeme sağlayıcısı güncellenemedi",
        "Failed to update payment",
      ],
      ["remove", () => removeProvider(id), "Ödeme sağlayıcısı silinemedi", "Failed to delete payment"],
      [
        "upload",
        () => uploadProviderLogo(picture(), 0, uploading),
        "Görsel yüklenemedi: Yükleme başarısız oldu",
        "Failed to upload image: Upload failed",
      ],
    ],
  },
  surveys: {
    texts: surveys.texts,
    calls: [
      ["update", () => updateSurvey(id, blankSurvey, updating), "Anket güncellenemedi", "The survey could not be updated"],
      ["remove", () => removeSurvey(id), "Anket silinemedi", "The survey could not be deleted"],
    ],
  },
}

beforeEach(() => {
  config.feedback = "api"
  vi.stubGlobal("XMLHttpRequest", UploadRequest)
  cache.clear()
})
afterEach(() => vi.unstubAllGlobals())

/** Answers every call in one way. */
const answerWith = (status: number) =>
  vi.stubGlobal("fetch", async (url: string) =>
    url.startsWith("/locales/")
      ? textsAnswer(url)
      : new Response(JSON.stringify({ value: null, isSuccess: false, errors: [], validationErrors: [] }), { status }),
  )

const shown = async ({ texts, send, operation }: { texts: string; send: () => Promise<unknown>; operation: string }) => {
  answerWith(operation === "missing" ? 404 : ["list", "update unanswered"].includes(operation) ? 200 : 400)
  const error = await send().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  if (operation === "missing") return failedCallMessage(error, "error.notFound", i18n.t)
  return errorMessage(error, textKey(texts, fallbacks[operation] ?? "loadFailed"), i18n.t)
}

const words = (language: Language, tr: string, en: string) => (language === "tr" ? tr : en)

describe.each(["tr", "en"] as const)("a failed call in %s", language => {
  it.each(
    Object.entries(rows).flatMap(([module, { texts, calls }]) =>
      calls.map(([operation, send, tr, en]) => ({ module, texts, operation, send, text: words(language, tr, en) })),
    ),
  )("$module: $operation: $text", async row => {
    speak(language)
    expect(await shown(row)).toBe(row.text)
  })

  it.each([
    [
      "announcement",
      announcementRules,
      blankAnnouncement,
      "Başlık, açıklama ve içerik gereklidir",
      "Title, description and body are required",
    ],
    ["feedback", feedbackRules, blankFeedback, "Konu gereklidir.", "Subject is required."],
    ["survey", surveyRules, blankSurvey, "Anket adı gereklidir.", "Survey name is required."],
    ["employee", employeeRules, blankEmployee, "Ad gereklidir", "First name is required"],
    ["employee", employeeRules, blankEmployee, "Soyad zorunludur", "Last name is required"],
    ["employee", employeeRules, blankEmployee, "Telefon numarası gereklidir", "Phone number is required"],
  ] as [string, Rules<object>, object, string, string][])("an empty %s", (_, rules, blank, tr, en) => {
    speak(language)
    const messages = Object.values(validate(rules, blank)).map(message => i18n.t(message as Key))
    expect(messages).toContain(words(language, tr, en))
  })
})
