import type { Key } from "../../core/i18n"
import { useT } from "../../ui/hooks/use-t"
import type { Section } from "./legal"

/** Every name under which the console keeps something in the browser (S3, decisions §3), why, and how long. */
export const storedItems: readonly { names: readonly string[]; why: Key; life: Key }[] = [
  { names: ["i18nextLng"], why: "legal.stored.language", life: "legal.stored.languageLife" },
  { names: ["accessToken", "refreshToken"], why: "legal.stored.tokens", life: "legal.stored.tokensLife" },
  { names: ["tokenExpiry", "refreshTokenExpiry"], why: "legal.stored.expiry", life: "legal.stored.sessionLife" },
  { names: ["email", "user"], why: "legal.stored.user", life: "legal.stored.userLife" },
  { names: ["lastActivity"], why: "legal.stored.activity", life: "legal.stored.sessionLife" },
  {
    names: [
      "verificationEndTime",
      "verificationMaxTime",
      "verificationOriginalMaxTime",
      "lastCodeRequestTime",
      "autoResendCount",
    ],
    why: "legal.stored.code",
    life: "legal.stored.codeLife",
  },
  { names: ["settings"], why: "legal.stored.settings", life: "legal.stored.settingsLife" },
  { names: ["tenantTheme.v3"], why: "legal.stored.theme", life: "legal.stored.themeLife" },
  { names: ["draft:…"], why: "legal.stored.drafts", life: "legal.stored.draftsLife" },
  { names: ["sessionEnd", "lease:…"], why: "legal.stored.tabs", life: "legal.stored.tabsLife" },
  { names: ["destination", "undo", "reloadedFor"], why: "legal.stored.visit", life: "legal.stored.visitLife" },
]

const Stored = () => {
  const t = useT()
  return (
    <dl className="legal__facts legal__facts--wide">
      {storedItems.map(({ names, why, life }) => (
        <div key={names[0]}>
          <dt>
            {names.map(name => (
              <code key={name}>{name}</code>
            ))}
          </dt>
          <dd>
            {t(why)}
            <small>{t(life)}</small>
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
  body: ["legal.kept.1", ["legal.kept.2", "legal.kept.3", "legal.kept.4", "legal.kept.5", "legal.kept.6"]],
}
