import { useEffect, useRef } from "react"
import { type Question, rules, type SurveyDraft } from "../../../contract/surveys/surveys"
import { validate } from "../../../core/rules"
import type { Translate } from "../../../core/text/i18n"
import { joinTexts } from "../../../core/text/join-texts"
import { Button } from "../../../ui/controls/button"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import { MadeByNotice } from "./made-by-notice"
import { type Generation, generate, refuse, restore, take } from "./state"
import { QuestionFields, SuggestionRow } from "./suggestion-item"

export type Accept = (questions: Question[], survey: Pick<SurveyDraft, "title" | "description">) => void

const noteOf = ({ type, options }: Question, t: Translate) =>
  [t(`survey.questionType.${type}`), joinTexts(...options)].filter(Boolean).join(": ")

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
      const questions = take(generation, ids).map(({ question }) => question)
      const withTitle = !ids && !hasTitle && generation.offer
      if (withTitle) generation.offer = undefined
      onAccept(questions, withTitle || { title: "", description: "" })
      onDone(t("templates.added", { count: questions.length }))
    })
  const remove = (ids?: readonly number[]) => keepFocus(() => onDone(t("templates.refused", { count: refuse(generation, ids) })))
  const addOffer = () =>
    keepFocus(() => {
      if (offer) onAccept([], { ...offer })
      generation.offer = undefined
      onDone(t("templates.titleAdded"))
    })
  const refuseOffer = () =>
    keepFocus(() => {
      generation.offer = undefined
      onDone(t("templates.titleRefused"))
    })
  const change = (id: number, question: Question) => {
    const found = generation.suggestions.find(suggestion => suggestion.id === id)
    if (found) found.question = question
  }

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
        <MadeByNotice {...result} onRetry={() => generate(generation)} />
        {suggestions.length === 0 && !offer && <p className="muted">{t("templates.allHandled")}</p>}
        <ul className="generation__list">
          {offer && (
            <SuggestionRow
              text={offer.title}
              language={result.language}
              note={offer.description || t("templates.offered")}
              onAdd={addOffer}
              onRefuse={refuseOffer}
            >
              <TextField
                id="generation-title"
                label={t("templates.title")}
                field={{
                  value: offer.title,
                  onChange: title => {
                    generation.offer = { ...offer, title }
                  },
                  error: validate(rules, { ...offer } as SurveyDraft).title ? t("survey.titleRequired") : undefined,
                }}
                max={200}
                required
              />
              <TextField
                id="generation-description"
                label={t("templates.help")}
                field={{
                  value: offer.description,
                  onChange: description => {
                    generation.offer = { ...offer, description }
                  },
                  error: undefined,
                }}
                max={2000}
                rows={3}
                optional
              />
              <Button icon="plus" disabled={!offer.title.trim()} onClick={addOffer}>
                {t("templates.apply")}
              </Button>
            </SuggestionRow>
          )}
          {suggestions.map(({ id, question, language }) => (
            <SuggestionRow
              key={id}
              text={question.text}
              language={language}
              note={noteOf(question, t)}
              onAdd={() => add([id])}
              onRefuse={() => remove([id])}
            >
              <QuestionFields
                id={`generation-${id}`}
                question={question}
                onChange={next => change(id, next)}
                onAdd={() => add([id])}
              />
            </SuggestionRow>
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
