import enAnnouncements from "../../../locales/en/announcements.json"
import enCampaigns from "../../../locales/en/campaigns.json"
import enCommon from "../../../locales/en/common.json"
import enCompanies from "../../../locales/en/companies.json"
import enDraws from "../../../locales/en/draws.json"
import enEmployees from "../../../locales/en/employees.json"
import enFeedback from "../../../locales/en/feedback.json"
import enGifts from "../../../locales/en/gifts.json"
import enPartners from "../../../locales/en/partners.json"
import enPayments from "../../../locales/en/payments.json"
import enRecords from "../../../locales/en/records.json"
import enServer from "../../../locales/en/server.json"
import enSurveys from "../../../locales/en/surveys.json"
import enTranslation from "../../../locales/en/translation.json"
import trAnnouncements from "../../../locales/tr/announcements.json"
import trCampaigns from "../../../locales/tr/campaigns.json"
import trCommon from "../../../locales/tr/common.json"
import trCompanies from "../../../locales/tr/companies.json"
import trDraws from "../../../locales/tr/draws.json"
import trEmployees from "../../../locales/tr/employees.json"
import trFeedback from "../../../locales/tr/feedback.json"
import trGifts from "../../../locales/tr/gifts.json"
import trPartners from "../../../locales/tr/partners.json"
import trPayments from "../../../locales/tr/payments.json"
import trRecords from "../../../locales/tr/records.json"
import trServer from "../../../locales/tr/server.json"
import trSurveys from "../../../locales/tr/surveys.json"
import trTranslation from "../../../locales/tr/translation.json"
import type { Message } from "../../../src/core/rules"
import type { Key, Language, Params } from "../../../src/core/text/i18n"

/** The console's texts, used for messages and mails. */
const texts: Record<Language, Record<string, string>> = {
  tr: {
    ...trAnnouncements,
    ...trCampaigns,
    ...trCommon,
    ...trCompanies,
    ...trDraws,
    ...trEmployees,
    ...trFeedback,
    ...trGifts,
    ...trPartners,
    ...trPayments,
    ...trRecords,
    ...trServer,
    ...trSurveys,
    ...trTranslation,
  },
  en: {
    ...enAnnouncements,
    ...enCampaigns,
    ...enCommon,
    ...enCompanies,
    ...enDraws,
    ...enEmployees,
    ...enFeedback,
    ...enGifts,
    ...enPartners,
    ...enPayments,
    ...enRecords,
    ...enServer,
    ...enSurveys,
    ...enTranslation,
  },
}

/** A placeholder without a parameter stays as it is; numbers are grouped. */
export const translate = (language: Language, key: Key, params: Params = {}): string =>
  (texts[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? (params[name]?.toLocaleString(language) ?? "") : whole,
  )

export const translateMessage = (language: Language, message: Message) =>
  typeof message === "string" ? translate(language, message) : translate(language, message.key, message.params)

/** The first supported language of an Accept-Language header. */
export const languageOf = (header: string | undefined, fallback: Language): Language => {
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const tag = part.trim().slice(0, 2)
    if (tag === "tr" || tag === "en") return tag
  }
  return fallback
}
