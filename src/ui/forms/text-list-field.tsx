import { memo } from "react"
import type { Bound } from "../../core/form/parts"
import type { Message } from "../../core/rules"
import { Button, IconButton } from "../controls/button"
import { FieldError } from "../controls/field"
import { TextInput } from "../controls/text-input"
import { afterPress } from "../hooks/after-press"
import { useListEditor } from "../hooks/use-list-editor"
import { useT } from "../hooks/use-t"
import { useBound } from "./bound"
import { messageText } from "./message-text"

type Props = Bound<string[]> & {
  hint?: string
  type?: "text" | "email"
  /** Characters of an entry, and number of entries. */
  maxLength: number
  maxEntries: number
  addLabel: string
  /** Returns the message of an invalid entry. */
  check: (text: string) => Message | undefined
}

/** A list of texts, one line each, with buttons that add and remove lines. */
export const TextListField = memo((bound: Props) => {
  const t = useT()
  const { id, label, field, hint, type, maxLength, maxEntries, addLabel, check } = useBound(bound)
  const { value: entries, error, onChange } = field
  const editor = useListEditor(entries, onChange)
  const isKept = (text: string) => field.stored?.includes(text)
  const messages = entries.map((text, index) =>
    (error || editor.hasLeft(index, "text")) && !isKept(text) ? check(text) : undefined,
  )
  const noteId = `${id}-note`
  const text = error && !messages.some(Boolean) ? error : undefined
  return (
    <fieldset
      ref={editor.root}
      className="field"
      id={id}
      tabIndex={-1}
      aria-describedby={text || hint ? noteId : undefined}
      aria-invalid={text ? true : undefined}
    >
      <legend className="label">{label}</legend>
      {entries.map((entry, index) => {
        const message = messages[index]
        const errorId = `${id}-${index}-note`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their position
          <div key={index} className="field" data-entry>
            <div className="row">
              <div className="grow">
                <TextInput
                  id={`${id}-${index}`}
                  type={type}
                  maxLength={maxLength}
                  value={entry}
                  aria-label={`${label} ${index + 1}`}
                  aria-invalid={message ? true : undefined}
                  aria-describedby={message || isKept(entry) ? errorId : undefined}
                  onBlur={() => afterPress(() => editor.leave(index, "text"))}
                  onChange={next => onChange(entries.with(index, next))}
                />
              </div>
              <IconButton
                icon="trash"
                label={t("ui.removeEntry", { name: entry || `${label} ${index + 1}` })}
                onClick={() => editor.remove(index)}
              />
            </div>
            <FieldError id={errorId} error={message && messageText(message, t)} />
            {isKept(entry) && check(entry) && (
              <p className="hint" id={errorId}>
                {t("ui.storedInvalid")}
              </p>
            )}
          </div>
        )
      })}
      <FieldError id={noteId} error={text} />
      {hint && !text && (
        <p className="hint" id={noteId}>
          {hint}
        </p>
      )}
      <div>
        <Button size="sm" icon="plus" disabled={entries.length >= maxEntries} onClick={() => editor.add("")}>
          {addLabel}
        </Button>
      </div>
    </fieldset>
  )
})
