import { type KeyboardEvent, useState } from "react"
import { maxOptions, type QuestionType } from "../../../contract/surveys/surveys"
import { cleanLine } from "../../../core/text/clean-text"
import { Button, IconButton } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { MoveButtons } from "../../../ui/controls/move-buttons"
import { TextInput } from "../../../ui/controls/text-input"
import { Icon } from "../../../ui/display/icons/icon"
import { afterPress } from "../../../ui/hooks/after-press"
import { useDragOrder } from "../../../ui/hooks/use-drag-order"
import { useFormat } from "../../../ui/hooks/use-format"
import { useListEditor } from "../../../ui/hooks/use-list-editor"
import { useT } from "../../../ui/hooks/use-t"
import { optionLines, pasteOptions } from "./option-lines"

/** Returns whether an option is at fault for the message of its list: there twice, too long, or blank where one is missing. */
const isWrong = (options: readonly string[], index: number) => {
  const text = cleanLine(options[index] ?? "")
  if (!text) return options.filter(option => option.trim()).length < 2
  return text.length > 200 || options.some((other, at) => at < index && cleanLine(other) === text)
}

/**
 * The options of a question. Enter adds one below, Backspace in an empty one removes it, pasted lines become options, Alt with
 * an arrow key moves one.
 */
export const OptionsField = (props: {
  id: string
  /** Position of the question, from 1. */
  number: number
  type: QuestionType
  options: readonly string[]
  onChange: (options: string[]) => void
  onLeave: () => void
  error: string | undefined
}) => {
  const t = useT()
  const format = useFormat()
  const { id, options, onChange, error } = props
  const { root: list, liveText, announce, replace, ...editor } = useListEditor<string, HTMLUListElement>(options, onChange)
  /** What a paste left out. */
  const [cut, setCut] = useState("")
  const isFull = options.length >= maxOptions
  const inputs = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input") ?? [])]

  const move = (from: number, to: number) =>
    editor.move(from, to, t("survey.optionMoved", { number: to + 1, count: options.length }))
  const insert = (index: number) => {
    if (isFull) return announce(t("survey.optionsFull", { max: maxOptions }))
    replace(options.toSpliced(index, 0, ""), index)
  }
  /** The option before takes the focus, as the one before a deleted line. */
  const remove = (index: number) => {
    if (options.length < 2) return replace([""], 0)
    replace(options.toSpliced(index, 1), Math.max(0, index - 1))
    announce(t("survey.optionRemoved", { number: index + 1 }))
  }
  const { onPointerDown } = useDragOrder(list, move)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.nativeEvent.isComposing) return
    const { key, altKey } = event
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) move(index, key === "ArrowUp" ? index - 1 : index + 1)
    else if (altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    else if (key === "Enter") {
      if (options[index + 1] === "") inputs()[index + 1]?.focus()
      else if (options[index]?.trim()) insert(index + 1)
    } else if (key === "Backspace" && !options[index] && options.length > 1) remove(index)
    else if (key === "ArrowDown") inputs()[index + 1]?.focus()
    else if (key === "ArrowUp") inputs()[index - 1]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const noteId = `${id}-note`
  const hasOwnErrors = error !== undefined && options.some((_, index) => isWrong(options, index))
  return (
    <fieldset
      className="field"
      id={id}
      tabIndex={-1}
      aria-invalid={error && !hasOwnErrors ? true : undefined}
      aria-describedby={noteId}
    >
      <legend className="label">{t("survey.options")}</legend>
      <ul className="option-lines drag-list" ref={list}>
        {options.map((option, index) => {
          const number = index + 1
          const invalid = error !== undefined && isWrong(options, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their position
            <li key={index} data-entry>
              <span className="grip" aria-hidden="true" onPointerDown={onPointerDown}>
                <Icon name="grip" />
              </span>
              <span className="option-mark" data-type={props.type} aria-hidden="true" />
              <TextInput
                id={`${id}-${index}`}
                aria-label={t("survey.optionOf", { question: props.number, number })}
                aria-invalid={invalid || undefined}
                aria-describedby={invalid ? noteId : undefined}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                maxLength={200}
                value={option}
                onChange={text => onChange(options.with(index, text))}
                onKeyDown={event => onKeyDown(event, index)}
                onBlur={event => {
                  if (!list.current?.contains(event.relatedTarget)) afterPress(props.onLeave)
                }}
                onPaste={event => {
                  const lines = optionLines(event.clipboardData.getData("text/plain"))
                  if (lines.length < 2) return
                  event.preventDefault()
                  const { selectionStart, selectionEnd } = event.currentTarget
                  const start = selectionStart ?? option.length
                  const pasted = pasteOptions(options, { index, start, end: selectionEnd ?? start, lines, max: maxOptions })
                  replace(pasted.options, pasted.last)
                  const text = pasted.left > 0 ? t("survey.optionsCut", { count: pasted.left, max: maxOptions }) : ""
                  setCut(text)
                  announce(text || t("survey.optionsPasted", { count: lines.length }))
                }}
              />
              <MoveButtons
                index={index}
                count={options.length}
                up={t("survey.optionUp", { number })}
                down={t("survey.optionDown", { number })}
                onMove={to => move(index, to)}
              />
              <IconButton icon="x" label={t("survey.optionRemove", { number })} onClick={() => remove(index)} />
            </li>
          )
        })}
      </ul>
      {error ? (
        <FieldError id={noteId} error={error} />
      ) : (
        <p className="hint" id={noteId}>
          {isFull
            ? cut || t("survey.optionsFull", { max: maxOptions })
            : t("survey.optionsHint", { count: options.length, max: format.number(maxOptions) })}
        </p>
      )}
      <div>
        <Button size="sm" tone="ghost" icon="plus" disabled={isFull} onClick={() => insert(options.length)}>
          {t("survey.optionAdd")}
        </Button>
      </div>
      <p className="sr-only" role="status">
        {liveText}
      </p>
    </fieldset>
  )
}
