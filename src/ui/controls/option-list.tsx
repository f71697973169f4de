import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { Icon } from "../display/icon"
import { usePopoverPosition } from "../hooks/use-popover-position"
import { useT } from "../hooks/use-t"
import { placePopover } from "../overlays/popover"
import type { ComboboxEntry } from "./use-combobox"

const keyOf = (entry: ComboboxEntry) => (entry.kind === "option" ? `=${entry.option.value}` : entry.kind)

/** The listbox of a combobox: a popover as wide as the field. The input keeps the focus and names the active entry. */
export const OptionList = (props: {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  entries: readonly ComboboxEntry[]
  active: number
  isSelected: (value: string) => boolean
  isMulti?: boolean
  isBusy: boolean
  isFailed: boolean
  /** Status below the entries: loading, no match, or an error. */
  status: string
  onRun: (entry: ComboboxEntry) => void
  onHover: (index: number) => void
}) => {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const { anchor, active } = props

  useLayoutEffect(() => {
    const popover = list.current
    popover?.showPopover?.()
    return () => popover?.hidePopover?.()
  }, [])
  // After every render: matches change the height of the list, wrapping chips that of the field.
  useLayoutEffect(() => {
    const popover = list.current
    const field = anchor.current
    if (!popover || !field) return
    popover.style.setProperty("--width", `${field.offsetWidth}px`)
    placePopover(popover, field)
  })
  usePopoverPosition(list, anchor)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView?.({ block: "nearest" })
  }, [active])

  // A mouse selects on press; touch selects on release, because a press may begin to scroll.
  const press = (entry: ComboboxEntry, event: PointerEvent) => {
    isPressed.current = event.pointerType !== "touch" && !(event.button > 0)
    if (isPressed.current) props.onRun(entry)
  }
  const contentOf = (entry: ComboboxEntry) => {
    if (entry.kind === "create")
      return (
        <>
          <Icon name="plus" size="sm" />
          {t("ui.createOption", { text: entry.text })}
        </>
      )
    if (entry.kind === "retry")
      return (
        <>
          <Icon name="refresh" size="sm" />
          {t("ui.retry")}
        </>
      )
    const { option } = entry
    return (
      <>
        <span>
          {option.label}
          {option.hint && <small>{option.hint}</small>}
        </span>
        {props.isSelected(option.value) && <Icon name="check" size="sm" />}
      </>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the list keeps the focus in the input
    <div className="menu option-list" popover="manual" ref={list} onMouseDown={event => event.preventDefault()}>
      <div
        className="option-list__options"
        role="listbox"
        id={props.id}
        aria-label={props.label}
        aria-busy={props.isBusy}
        aria-multiselectable={props.isMulti}
      >
        {props.entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
          <div
            key={keyOf(entry)}
            id={`${props.id}-${index}`}
            data-at={index}
            role="option"
            tabIndex={-1}
            data-active={index === active || undefined}
            data-action={entry.kind !== "option" || undefined}
            aria-selected={entry.kind === "option" && props.isSelected(entry.option.value)}
            onPointerDown={event => press(entry, event)}
            onClick={() => {
              if (!isPressed.current) props.onRun(entry)
              isPressed.current = false
            }}
            onPointerMove={() => index !== active && props.onHover(index)}
          >
            {contentOf(entry)}
          </div>
        ))}
      </div>
      <p role="status" data-tone={props.isFailed ? "danger" : undefined}>
        {props.status}
      </p>
    </div>
  )
}
