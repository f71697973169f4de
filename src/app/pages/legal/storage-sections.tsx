import { useT } from "../../../ui/hooks/use-t"
import type { Section } from "./legal"

/** The keys of browser storage by what they are for, which has a text and a lifetime (docs/contract.md#browser-storage). */
const storedItems = {
  language: ["i18nextLng"],
  device: ["device"],
  tokens: ["accessToken", "refreshToken"],
  expiry: ["tokenExpiry", "refreshTokenExpiry"],
  user: ["email", "user"],
  activity: ["lastActivity"],
  code: ["verificationEndTime", "verificationMaxTime", "verificationOriginalMaxTime", "lastCodeRequestTime", "autoResendCount"],
  settings: ["settings"],
  theme: ["tenantTheme.v3"],
  flags: ["moduleFlags"],
  recent: ["recentRecords"],
  bulk: ["bulkUpload"],
  surveys: ["surveyDocuments"],
  drafts: ["draft:…"],
  canned: ["cannedReplies:…"],
  answers: ["surveyAnswers:…"],
  tabs: ["sessionEnd", "lease:…"],
  visit: ["destination", "providerVerifier", "undo", "reloadedFor", "tab", "listPlaces"],
}

const Stored = () => {
  const t = useT()
  return (
    <dl className="legal__facts legal__facts--wide">
      {(Object.keys(storedItems) as (keyof typeof storedItems)[]).map(purpose => (
        <div key={purpose}>
          <dt>
            {storedItems[purpose].map(name => (
              <code translate="no" key={name}>
                {name}
              </code>
            ))}
          </dt>
          <dd>
            {t(`legal.stored.${purpose}`)}
            <small>{t(`legal.stored.${purpose}Life`)}</small>
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
