import type { StoredDraft } from "../../../core/form/drafts"
import type { FormSession } from "../../../core/form/session"
import { joinTexts } from "../../../core/text/join-texts"
import { currentTab } from "../../../state/drafts"
import { Button } from "../../controls/button"
import { Alert } from "../../display/alert"
import { Banner } from "../../display/banner"
import { useObservable } from "../../forms/bound"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"

/** Moves the focus off a button that goes: to the next offer, or into the form. */
const focusNext = (offer?: Element | null) => {
  const next = offer?.nextElementSibling ?? offer?.previousElementSibling ?? document.querySelector("[data-form]")
  next?.querySelector<HTMLElement>("button, input, textarea")?.focus()
}

type Props<D extends object> = {
  form: FormSession<D>
  /** Member that names a draft. */
  nameMember: (keyof D & string) | undefined
}

/** Offers the stored drafts of a form, and to take a restore back (docs/console.md#drafts). */
export const DraftBanner = <D extends object>({ form, nameMember }: Props<D>) => {
  const t = useT()
  const format = useFormat()
  const { drafts } = form
  const { labels } = form.spec
  const { offers, restored, missing } = useObservable(drafts.shown)
  const missingNames = (missing ? missing.split(",") : [])
    .flatMap(name => labels[name as keyof D] ?? [])
    .map(label => t(label))
    .join(", ")
  if (!restored && offers.length === 0) return null
  const describe = ({ at, tab, draft }: StoredDraft<D>) =>
    joinTexts(
      nameMember && String(draft[nameMember]),
      format.dateTime(new Date(at).toISOString()),
      t(tab === currentTab() ? "ui.draftHere" : "ui.draftElsewhere"),
    )
  return (
    <Banner rank="draft">
      <Alert
        tone="info"
        title={restored ? t("ui.draftRestored") : t("ui.draftFound", { count: offers.length })}
        text={restored && describe(restored)}
        actions={
          restored && (
            <Button size="sm" onClick={drafts.takeBack}>
              {t("ui.draftTakeBack")}
            </Button>
          )
        }
      >
        {missingNames && <p>{t("ui.draftSecrets", { fields: missingNames })}</p>}
        {offers.length > 0 && (
          <ul className="drafts">
            {offers.map((offer, index) => (
              <li key={offer.id}>
                <span id={`draft-${index}`}>
                  {restored && <b>{t("ui.draftOther")} </b>}
                  {describe(offer)}
                </span>
                <Button
                  size="sm"
                  aria-describedby={`draft-${index}`}
                  onClick={() => {
                    focusNext()
                    drafts.restore(offer)
                  }}
                >
                  {t("ui.draftRestore")}
                </Button>
                <Button
                  size="sm"
                  tone="ghost"
                  aria-describedby={`draft-${index}`}
                  onClick={({ currentTarget }) => {
                    focusNext(currentTarget.closest("li"))
                    drafts.discard(offer)
                  }}
                >
                  {t("ui.draftDiscard")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </Banner>
  )
}
