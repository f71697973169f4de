import type { ReactNode } from "react"
import { Icon } from "../display/icon"
import { useT } from "../hooks/use-t"

/** What a control takes from its field, so that label, hint and error belong to it. */
export type FieldAria = {
  id: string
  "aria-invalid": true | undefined
  "aria-describedby": string | undefined
  "aria-required": true | undefined
}

/** Label, control, and a hint or an error, never both. Required is a star, optional is written out. */
export const Field = (props: {
  id: string
  label: string
  hint?: string
  error?: string
  required?: boolean
  optional?: boolean
  counter?: { length: number; max: number }
  children: (aria: FieldAria) => ReactNode
}) => {
  const t = useT()
  const { id, error, hint } = props
  const noteId = `${id}-note`
  return (
    <div className="field">
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
      {error ? (
        <p className="field-error" data-tone="danger" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={noteId}>
            {hint}
          </p>
        )
      )}
      {props.counter && (
        <span className="counter" aria-hidden="true">
          {props.counter.length} / {props.counter.max}
        </span>
      )}
    </div>
  )
}
