import type { Key } from "../../../core/text/i18n"
import { useT } from "../../../ui/hooks/use-t"
import type { Section } from "./legal"

/** The keys of browser storage, with purpose and lifetime of their values (docs/contract.md#browser-storage). */
const storedItems: readonly { names: readonly string[]; purpose: Key; lifetime: Key }[] = [
  { names: ["i18nextLng"], purpose: "legal.stored.language", lifetime: "legal.stored.languageLife" },
  { names: ["device"], purpose: "legal.stored.device", lifetime: "legal.stored.deviceLife" },
  { names: ["accessToken", "refreshToken"], purpose: "legal.stored.tokens", lifetime: "legal.stored.tokensLife" },
  { names: ["tokenExpiry", "refreshTokenExpiry"], purpose: "legal.stored.expiry", lifetime: "legal.stored.sessionLife" },
  { names: ["email", "user"], purpose: "legal.stored.user", lifetime: "legal.stored.userLife" },
  { names: ["lastActivity"], purpose: "legal.stored.activity", lifetime: "legal.stored.sessionLife" },
  {
    names: [
      "verificationEndTime",
      "verificationMaxTime",
      "verificationOriginalMaxTime",
      "lastCodeRequestTime",
      "autoResendCount",
    ],
    purpose: "legal.stored.code",
    lifetime: "legal.stored.codeLife",
  },
  { names: ["settings"], purpose: "legal.stored.settings", lifetime: "legal.stored.settingsLife" },
  { names: ["tenantTheme.v3"], purpose: "legal.stored.theme", lifetime: "legal.stored.themeLife" },
  { names: ["moduleFlags"], purpose: "legal.stored.flags", lifetime: "legal.stored.flagsLife" },
  { names: ["recentRecords"], purpose: "legal.stored.recent", lifetime: "legal.stored.recentLife" },
  { names: ["bulkUpload"], purpose: "legal.stored.bulk", lifetime: "legal.stored.bulkLife" },
  { names: ["surveyDocuments"], purpose: "legal.stored.surveys", lifetime: "legal.stored.surveysLife" },
  { names: ["draft:…"], purpose: "legal.stored.drafts", lifetime: "legal.stored.draftsLife" },
  { names: ["cannedReplies:…"], purpose: "legal.stored.canned", lifetime: "legal.stored.cannedLife" },
  { names: ["surveyAnswers:…"], purpose: "legal.stored.answers", lifetime: "legal.stored.answersLife" },
  { names: ["sessionEnd", "lease:…"], purpose: "legal.stored.tabs", lifetime: "legal.stored.tabsLife" },
  {
    names: ["destination", "undo", "reloadedFor", "tab", "listPlaces"],
    purpose: "legal.stored.visit",
    lifetime: "legal.stored.visitLife",
  },
]

const Stored = () => {
  const t = useT()
  return (
    <dl className="legal__facts legal__facts--wide">
      {storedItems.map(({ names, purpose, lifetime }) => (
        <div key={names[0]}>
          <dt>
            {names.map(name => (
              <code key={name}>{name}</code>
            ))}
          </dt>
          <dd>
            {t(purpose)}
            <small>{t(lifetime)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const storageSection: Section = {
  id: "stored",
  title: "legal.stored",
  body: ["legal.stored.1", <Stored key="stored" />, "legal.stored.2"],
}

export const retentionSection: Section = {
  id: "kept",
  title: "legal.kept",
  body: ["legal.kept.1", ["legal.kept.2", "legal.kept.3", "legal.kept.4", "legal.kept.5", "legal.kept.6", "legal.kept.7"]],
}
