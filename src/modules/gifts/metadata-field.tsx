import { useState } from "react"
import { isSameJson } from "../../core/json"
import { Button, IconButton } from "../../ui/controls/button"
import { TextInput } from "../../ui/controls/text-input"
import { Field } from "../../ui/forms/field"
import type { FieldOf } from "../../ui/forms/use-form"
import { useT } from "../../ui/hooks/use-t"
import { formatValue, parseValue } from "./metadata-text"

/** `original` is the value before editing; its type decides how the text is parsed. */
type Line = { key: string; value: unknown; original: unknown }
type Metadata = Record<string, unknown>

const linesOf = (metadata: Metadata): Line[] => Object.entries(metadata).map(([key, value]) => ({ key, value, original: value }))

/** Lines without a key are dropped; of lines with the same key the last one counts. */
const metadataOf = (lines: Line[]): Metadata =>
  Object.fromEntries(lines.filter(({ key }) => key.trim()).map(({ key, value }) => [key.trim(), value]))

/** Edits metadata as lines of key and value; nested values are edited as JSON. */
export const MetadataField = ({ field }: { field: FieldOf<Metadata> }) => {
  const t = useT()
  const [lines, setLines] = useState(() => linesOf(field.value))
  // A value that was changed outside this field, such as a restored draft, replaces the lines.
  const [seen, setSeen] = useState(field.value)
  if (seen !== field.value) {
    setSeen(field.value)
    if (!isSameJson(field.value, metadataOf(lines))) setLines(linesOf(field.value))
  }
  const replace = (next: Line[]) => {
    setLines(next)
    field.onChange(metadataOf(next))
  }
  const change = (index: number, patch: Partial<Line>) =>
    replace(lines.map((line, other) => (other === index ? { ...line, ...patch } : line)))

  return (
    <fieldset
      className="stack"
      id="metadata"
      tabIndex={-1}
      aria-label={t("gift.metadata")}
      aria-invalid={field.error ? true : undefined}
    >
      {lines.map(({ key, value, original }, index) => {
        const isDuplicate = key.trim() !== "" && lines.some((line, other) => other < index && line.key.trim() === key.trim())
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their position
          <div key={index} className="row">
            <Field
              id={`metadata-${index}-key`}
              label={t("gift.metadataKey")}
              error={isDuplicate ? t("gift.metadataTwice") : undefined}
            >
              {aria => <TextInput {...aria} maxLength={100} value={key} onChange={next => change(index, { key: next })} />}
            </Field>
            <Field id={`metadata-${index}-value`} label={t("gift.metadataValue")}>
              {aria => (
                <TextInput
                  {...aria}
                  value={formatValue(value)}
                  onChange={next => change(index, { value: parseValue(next, original) })}
                />
              )}
            </Field>
            <IconButton
              icon="trash"
              label={t("gift.metadataRemove", { name: key || String(index + 1) })}
              onClick={() => replace(lines.filter((_, other) => other !== index))}
            />
          </div>
        )
      })}
      {field.error && (
        <p className="field-error" data-tone="danger">
          {field.error}
        </p>
      )}
      <div>
        <Button icon="plus" onClick={() => replace([...lines, { key: "", value: "", original: "" }])}>
          {t("gift.metadataAdd")}
        </Button>
      </div>
    </fieldset>
  )
}
