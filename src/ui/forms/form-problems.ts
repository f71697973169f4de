import { useEffect, useRef } from "react"
import type { FormSession } from "../../core/form/session"
import { errorMessage } from "../../core/http/errors"
import { HttpError } from "../../core/http/http"
import type { Key, Translate } from "../../core/text/i18n"
import { useObservable } from "./bound"

type Problems = ReturnType<FormSession<object>["problems"]["get"]>

/** Returns the messages of a save that belong to no field. @param failed message of a failure that has none */
export const summaryOf = ({ failure, remarks, hasWarnings }: Problems, failed: Key, t: Translate): readonly string[] => {
  if (hasWarnings) return [t("ui.savedWithWarnings"), ...remarks]
  if (failure === undefined) return []
  if (!(failure instanceof HttpError)) return [errorMessage(failure, failed, t)]
  if (failure.fields.length && remarks.length === 0) return []
  if (failure.fields.length)
    return failure.status === 400 ? [t(failure.invalidFormatKey ?? "error.invalidFormat"), ...remarks] : remarks
  return [failure.kind === "aborted" ? t("ui.saveStopped") : errorMessage(failure, failed, t)]
}

/**
 * Returns the ref of the element around a form: after a failed save its first invalid field takes the focus, or the summary if no
 * field is invalid.
 */
export const useProblemFocus = (form: Pick<FormSession<object>, "problems">) => {
  const scope = useRef<HTMLFormElement>(null)
  const { failures } = useObservable(form.problems)
  useEffect(() => {
    if (!failures) return
    const first = scope.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')
    const target = first?.matches("input,select,textarea,button,[tabindex]")
      ? first
      : first?.querySelector<HTMLElement>("input,button")
    ;(target ?? scope.current?.querySelector<HTMLElement>("[data-summary]"))?.focus()
  }, [failures])
  return scope
}
