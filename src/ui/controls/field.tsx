import type { ReactNode } from "react"
import { Icon } from "../display/icons/icon"
import { afterPress } from "../hooks/after-press"
import { useT } from "../hooks/use-t"

/** Attributes that connect a control with its label, hint and error. */
export type FieldAria = {
  id: string
  "aria-invalid": true | undefined
  "aria-describedby": string | undefined
  "aria-required": true | undefined
}

/** The error of a field, announced when it appears; empty without one. @param id referenced by `aria-describedby` of the control */
export const FieldError = ({ id, error }: { id?: string; error: string | undefined }) => (
  <p className="field-error" data-tone="danger" aria-live="polite" id={error ? id : undefined}>
    {error && (
      <>
        <Icon name="error" />
        {error}
      </>
    )}
  </p>
)

/** `required` and `optional` mark the label; a field has one of them or none. */
export type FieldOptions = { hint?: string; required?: boolean; optional?: boolean }

/** Label, control, and below it the error, or else the note, or else the hint. */
export const Field = (
  props: FieldOptions & {
    id: string
    label: string
    error?: string
    note?: string
    counter?: string
    /** Called when the focus has left the field; after the click, if a press took it. */
    onLeave?: () => void
    children: (aria: FieldAria) => ReactNode
  },
) => {
  const t = useT()
  const { id, error } = props
  const hint = props.note ?? props.hint
  const noteId = `${id}-note`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler observes the controls inside
    <div
      className="field"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (props.onLeave && !currentTarget.contains(relatedTarget)) afterPress(props.onLeave)
      }}
    >
      <label className="label" htmlFor={id} id={`${id}-label`}>
        {props.label}
        {props.required && (
          <span className="label__required" data-tone="danger" aria-hidden="true">
            *
          </span>
        )}
        {props.optional && <span className="label__optional">{t("ui.optional")}</span>}
      </label>
      {props.children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error || hint ? noteId : undefined,
        "aria-required": props.required || undefined,
      })}
      <FieldError id={noteId} error={error} />
      {!error && hint && (
        <p className="hint" id={noteId}>
          {hint}
        </p>
      )}
      {props.counter && (
        <span className="counter" aria-hidden="true">
          {props.counter}
        </span>
      )}
    </div>
  )
}
