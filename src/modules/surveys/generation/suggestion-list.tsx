import { useEffect, useRef } from "react"
import type { Question } from "../../../contract/surveys/surveys"
import { Button } from "../../../ui/controls/button"
import { useT } from "../../../ui/hooks/use-t"
import { MadeByNotice } from "./made-by-notice"
import { type Generation, type Offer, questionOf, refuse, restore, take } from "./state"
import { OfferItem, QuestionItem } from "./suggestion-item"

export type Accept = (questions: Question[], survey: Offer) => void

type Props = {
  /** The generation as it is shown, and as it is changed. */
  shown: Generation
  generation: Generation
  hasTitle: boolean
  onAccept: Accept
  /** Reports what was done to assistive technology. */
  onDone: (message: string) => void
}

/** The suggestions of the last run: each is added to the form, edited before, or refused. */
export const SuggestionList = ({ shown, generation, hasTitle, onAccept, onDone }: Props) => {
  const t = useT()
  const root = useRef<HTMLElement>(null)
  const { result, offer, suggestions, refused } = shown
  const first = useRef(result)

  // A new result takes the focus and comes into view, unless the person works elsewhere in the form meanwhile.
  useEffect(() => {
    if (!result || result === first.current) return
    first.current = undefined
    if (document.activeElement === document.body || root.current?.closest(".generation")?.contains(document.activeElement)) {
      root.current?.querySelector("h2")?.focus({ preventScroll: true })
      root.current?.scrollIntoView({ block: "start" })
    }
  }, [result])

  if (!result) return null

  /** Moves the focus from a row that goes to the same place of the next one. */
  const keepFocus = (act: () => void) => {
    const rows = [...(root.current?.querySelectorAll("li") ?? [])]
    const index = rows.findIndex(row => row.contains(document.activeElement))
    const name = document.activeElement?.matches("[data-refuse]") ? "[data-refuse]" : "[data-add]"
    act()
    requestAnimationFrame(() => {
      const left = [...(root.current?.querySelectorAll("li") ?? [])]
      const next = index < 0 ? undefined : (left[index] ?? left.at(-1))
      const heading = root.current?.querySelector<HTMLElement>("h2")
      ;(next?.querySelector<HTMLElement>(name) ?? heading)?.focus()
    })
  }
  const add = (ids?: readonly number[]) =>
    keepFocus(() => {
      const questions = take(generation, ids).map(questionOf)
      const withTitle = !ids && !hasTitle && generation.offer?.get()
      if (withTitle) generation.offer = undefined
      onAccept(questions, withTitle || { title: "", description: "" })
      onDone(t("templates.added", { count: questions.length }))
    })
  const remove = (ids?: readonly number[]) => keepFocus(() => onDone(t("templates.refused", { count: refuse(generation, ids) })))
  const addOffer = () =>
    keepFocus(() => {
      if (offer) onAccept([], offer.get())
      generation.offer = undefined
      onDone(t("templates.titleAdded"))
    })
  const refuseOffer = () =>
    keepFocus(() => {
      generation.offer = undefined
      onDone(t("templates.titleRefused"))
    })

  return (
    <section className="card" aria-labelledby="generation-suggestions" ref={root}>
      <div className="card__head">
        <h2 id="generation-suggestions" tabIndex={-1}>
          {t("templates.suggestions")}
        </h2>
        {suggestions.length > 0 && (
          <div className="row">
            <Button size="sm" tone="ghost" onClick={() => add()}>
              {t("templates.addAll")}
            </Button>
            <Button size="sm" tone="ghost" onClick={() => remove()}>
              {t("templates.refuseAll")}
            </Button>
          </div>
        )}
      </div>
      <div className="card__body">
        <p className="small subtle">{t("templates.from", { topic: result.topic })}</p>
        <MadeByNotice {...result} onRetry={() => generation.request.save("stay")} />
        {suggestions.length === 0 && !offer && <p className="muted">{t("templates.allHandled")}</p>}
        <ul className="generation__list">
          {offer && <OfferItem form={offer} language={result.language} onAdd={addOffer} onRefuse={refuseOffer} />}
          {suggestions.map(({ id, form, language }) => (
            <QuestionItem
              key={id}
              id={id}
              form={form}
              language={language}
              onAdd={() => add([id])}
              onRefuse={() => remove([id])}
            />
          ))}
        </ul>
        {refused.length > 0 && (
          <Button
            size="sm"
            tone="ghost"
            icon="history"
            onClick={() =>
              keepFocus(() => {
                restore(generation)
                onDone(t("templates.restored"))
              })
            }
          >
            {t("templates.restore", { count: refused.length })}
          </Button>
        )}
      </div>
    </section>
  )
}
