import { useState } from "react"
import { isSameJson } from "../../core/json"
import { Button, IconButton } from "../../ui/controls/button"
import { TextInput } from "../../ui/controls/text-input"
import { Field } from "../../ui/forms/field"
import type { FieldOf } from "../../ui/forms/use-form"
import { useT } from "../../ui/hooks/use-t"
import { textOfValue, valueOfText } from "./metadata-text"

/** `was` is the value as it came: what was no text stays data while it is typed. */
type Line = { key: string; value: unknown; was: unknown }
type Metadata = Record<string, unknown>

const linesOf = (metadata: Metadata): Line[] => Object.entries(metadata).map(([key, value]) => ({ key, value, was: value }))

/** A line without a key is not kept; of two lines with one key the later holds. */
const metadataOf = (lines: Line[]): Metadata =>
  Object.fromEntries(lines.filter(({ key }) => key.trim()).map(({ key, value }) => [key.trim(), value]))

/** Whatever the partner's system wants to know, as names and values; nested values are edited as JSON and survive. */
export const MetadataField = ({ field }: { field: FieldOf<Metadata> }) => {
  const t = useT()
  const [lines, setLines] = useState(() => linesOf(field.value))
  // What was changed elsewhere (a draft, the other version of a conflict) replaces what stands here.
  const [seen, setSeen] = useState(field.value)
  if (seen !== field.value) {
    setSeen(field.value)
    if (!isSameJson(field.value, metadataOf(lines))) setLines(linesOf(field.value))
  }
  const become = (next: Line[]) => {
    setLines(next)
    field.onChange(metadataOf(next))
  }
  const change = (at: number, patch: Partial<Line>) =>
    become(lines.map((line, other) => (other === at ? { ...line, ...patch } : line)))

  return (
    <fieldset
      className="stack"
      id="metadata"
      tabIndex={-1}
      aria-label={t("gift.metadata")}
      aria-invalid={field.error ? true : undefined}
    >
      {lines.map(({ key, value, was }, at) => {
        const isTwice = key.trim() !== "" && lines.some((line, other) => other < at && line.key.trim() === key.trim())
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <div key={at} className="row">
            <Field id={`metadata-${at}-key`} label={t("gift.metadataKey")} error={isTwice ? t("gift.metadataTwice") : undefined}>
              {aria => <TextInput {...aria} maxLength={100} value={key} onChange={next => change(at, { key: next })} />}
            </Field>
            <Field id={`metadata-${at}-value`} label={t("gift.metadataValue")}>
              {aria => (
                <TextInput
                  {...aria}
                  value={textOfValue(value)}
                  onChange={next => change(at, { value: valueOfText(next, was) })}
                />
              )}
            </Field>
            <IconButton
              icon="trash"
              label={t("gift.metadataRemove", { name: key || String(at + 1) })}
              onClick={() => become(lines.filter((_, other) => other !== at))}
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
        <Button icon="plus" onClick={() => become([...lines, { key: "", value: "", was: "" }])}>
          {t("gift.metadataAdd")}
        </Button>
      </div>
    </fieldset>
  )
}
