import { errorMessage } from "../../core/http/errors"
import type { Language } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import { notify } from "../../state/toasts"
import { useT } from "../../ui/hooks/use-t"

/** The languages, each with its name in that language. */
export const languages: readonly { code: Language; name: string }[] = [
  { code: "tr", name: "Türkçe" },
  { code: "en", name: "English" },
]

/** Changes the language without a reload. When its dictionaries cannot be loaded, the language stays and a toast shows the error. */
export const chooseLanguage = (code: Language) =>
  i18n
    .load(code)
    .catch((error: unknown) => notify({ tone: "danger", title: errorMessage(error, "error.generic", i18n.t), alwaysShown: true }))

export const LanguageSwitch = () => {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and would take its own box
    <div className="segmented" role="group" aria-label={t("shell.language")}>
      {languages.map(({ code, name }) => (
        <button key={code} type="button" lang={code} aria-pressed={i18n.language() === code} onClick={() => chooseLanguage(code)}>
          {name}
        </button>
      ))}
    </div>
  )
}
