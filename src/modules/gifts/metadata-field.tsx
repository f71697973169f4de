import { memo, useState } from "react"
import type { Bound } from "../../core/form/parts"
import { isSameJson } from "../../core/json"
import type { Translate } from "../../core/text/i18n"
import { Button, IconButton } from "../../ui/controls/button"
import { Field, FieldError } from "../../ui/controls/field"
import { TextInput } from "../../ui/controls/text-input"
import { useBound } from "../../ui/forms/bound"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"
import { formatValue, parseValue } from "./metadata-text"

/** `text` is what the field shows; `original` is the value before editing, whose type decides how the text is parsed. */
type Line = { key: string; text: string; value: unknown; original: unknown }
type Metadata = Record<string, unknown>

const linesOf = (metadata: Metadata, t: Translate): Line[] =>
  Object.entries(metadata).map(([key, value]) => ({ key, text: formatValue(value, t), value, original: value }))

/** Lines without a key are dropped; of lines with the same key the last one counts. */
const metadataOf = (lines: Line[]): Metadata =>
  Object.fromEntries(lines.filter(({ key }) => key.trim()).map(({ key, value }) => [key.trim(), value]))

/** Edits metadata as lines of key and value: yes and no, texts and lists of texts in words, other values as JSON. */
export const MetadataField = memo((bound: Bound<Metadata>) => {
  const t = useT()
  const { field } = useBound(bound)
  const [lines, setLines] = useState(() => linesOf(field.value, t))
  // A value that was changed outside this field, such as a restored draft, replaces the lines.
  const [seen, setSeen] = useState(field.value)
  if (seen !== field.value) {
    setSeen(field.value)
    if (!isSameJson(field.value, metadataOf(lines))) setLines(linesOf(field.value, t))
  }
  const replace = (next: Line[]) => {
    setLines(next)
    field.onChange(metadataOf(next))
  }
  const editor = useListEditor(lines, replace)

  return (
    <fieldset
      className="stack"
      id="metadata"
      ref={editor.root}
      tabIndex={-1}
      aria-label={t("gift.metadata")}
      aria-invalid={field.error ? true : undefined}
    >
      {lines.map((line, index) => {
        const { key, text, original } = line
        const change = (patch: Partial<Line>) => replace(lines.with(index, { ...line, ...patch }))
        const isDuplicate =
          key.trim() !== "" && lines.some((earlier, other) => other < index && earlier.key.trim() === key.trim())
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their position
          <div key={index} className="row" data-entry>
            <Field
              id={`metadata-${index}-key`}
              label={t("gift.metadataKey")}
              error={isDuplicate ? t("gift.metadataTwice") : undefined}
            >
              {aria => <TextInput {...aria} maxLength={100} value={key} onChange={next => change({ key: next })} />}
            </Field>
            <Field id={`metadata-${index}-value`} label={t("gift.metadataValue")}>
              {aria => (
                <TextInput
                  {...aria}
                  value={text}
                  onChange={next => change({ text: next, value: parseValue(next, original, t) })}
                />
              )}
            </Field>
            <IconButton
              icon="trash"
              label={t("gift.metadataRemove", { name: key || String(index + 1) })}
              onClick={() => editor.remove(index)}
            />
          </div>
        )
      })}
      <FieldError error={field.error} />
      <div>
        <Button icon="plus" onClick={() => editor.add({ key: "", text: "", value: "", original: "" })}>
          {t("gift.metadataAdd")}
        </Button>
      </div>
    </fieldset>
  )
})
