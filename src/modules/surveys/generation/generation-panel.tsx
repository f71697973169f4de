import { type KeyboardEvent, useState } from "react"
import { useSnapshot } from "valtio"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Icon } from "../../../ui/display/icons/icon"
import { Spinner } from "../../../ui/display/spinner"
import { useObservable } from "../../../ui/forms/bound"
import { useDelayed } from "../../../ui/hooks/use-delayed"
import { useT } from "../../../ui/hooks/use-t"
import { useTexts } from "../../../ui/hooks/use-texts"
import { Waiting } from "../../../ui/placeholders/waiting"
import { RequestFields } from "./request-fields"
import { type Generation, generationOf } from "./state"
import { type Accept, SuggestionList } from "./suggestion-list"

/** Words for a run, which has no measurable progress. */
const Progress = ({ onStop }: { onStop: () => void }) => {
  const t = useT()
  const isLong = useDelayed(true, 5_000)
  return (
    <div className="row row-wrap">
      <Spinner size="sm" />
      <p role="status" className="grow small">
        {t(isLong ? "templates.runningLong" : "templates.running")}
      </p>
      <Button size="sm" onClick={onStop}>
        {t("templates.stop")}
      </Button>
    </div>
  )
}

/** The outer form is neither submitted nor left by Enter in a field of the panel. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  const { target } = event
  if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (!event.repeat && target.type !== "checkbox") act()
}

const RequestForm = ({ shown, generation }: { shown: Generation; generation: Generation }) => {
  const t = useT()
  const { request } = generation
  const { status } = shown
  const count = useObservable(request.value("count"))
  const send = async () => {
    if ((await request.save("stay")).is === "invalid")
      requestAnimationFrame(() => {
        const scope = document.querySelector(".generation")
        const field =
          scope?.querySelector<HTMLElement>("[aria-invalid=true]") ?? scope?.querySelector<HTMLElement>("[type=checkbox]")
        field?.focus()
      })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler observes the controls inside
    <div className="card__body" id="generation-body" onKeyDown={onEnter(send)}>
      <RequestFields request={request} />
      <Button tone="primary" block icon="spark" busy={status === "running"} onClick={send}>
        {t("templates.generate", { count })}
      </Button>
      {status === "running" && <Progress onStop={request.cancel} />}
      {status === "stopped" && (
        <p role="status" className="small muted">
          {t("templates.stopped")}
        </p>
      )}
      {status === "failed" && <Alert tone="danger" title={t("ai.failed")} text={t("templates.failedText")} />}
    </div>
  )
}

/**
 * Suggests questions for a survey, by the AI or from templates (docs/console.md#generated-content). It is part of the survey's
 * form and changes nothing in it but by `onAccept`. What was generated is kept while the panel is closed.
 * @param hasTitle whether the form has a title, which is then replaced only on demand
 * @param onAccept adds questions; an empty title or description stays as it is in the form
 */
export const GenerationPanel = ({ hasTitle = false, onAccept }: { hasTitle?: boolean; onAccept: Accept }) => {
  const t = useT()
  const { isLoaded, error, reload } = useTexts("templates")
  const [generation] = useState(() => generationOf(location.pathname + location.search))
  const shown = useSnapshot(generation, { sync: true }) as Generation
  const [done, setDone] = useState("")
  if (error !== undefined && !isLoaded)
    return (
      <Alert
        tone="danger"
        title={t("error.network")}
        actions={
          <Button size="sm" icon="refresh" onClick={reload}>
            {t("ui.retry")}
          </Button>
        }
      />
    )
  if (!isLoaded) return <Waiting />
  const { isOpen, suggestions, result } = shown
  return (
    <div className="generation stack">
      <section className="card" aria-labelledby="generation-head">
        <div className="card__head">
          <h2 id="generation-head">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls="generation-body"
              onClick={() => {
                generation.isOpen = !isOpen
              }}
            >
              <Icon name="spark" />
              {t("templates.panelTitle")}
              <Icon name={isOpen ? "up" : "down"} size="sm" />
            </button>
          </h2>
          {!isOpen && suggestions.length > 0 && (
            <span className="small subtle">{t("templates.ready", { count: suggestions.length })}</span>
          )}
        </div>
        {isOpen && <RequestForm shown={shown} generation={generation} />}
      </section>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the handler observes the controls inside
        <div onKeyDown={onEnter(() => undefined)}>
          <SuggestionList shown={shown} generation={generation} hasTitle={hasTitle} onAccept={onAccept} onDone={setDone} />
        </div>
      )}
      <p className="sr-only" role="status">
        {done || (result && t("templates.ready", { count: suggestions.length }))}
      </p>
    </div>
  )
}
