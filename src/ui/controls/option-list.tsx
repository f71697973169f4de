import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { classes } from "../display/classes"
import { Icon } from "../display/icon"
import { useStaysBeside } from "../hooks/use-stays-beside"
import { useT } from "../hooks/use-t"
import { placePopover } from "../overlays/popover"
import type { Entry } from "./use-combobox"

const keyOf = (entry: Entry) => (entry.kind === "option" ? `=${entry.option.value}` : entry.kind)

/** The listbox under a combobox: a popover as wide as its field. The focus stays in the input; the active entry is named to it. */
export const OptionList = (props: {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  entries: readonly Entry[]
  active: number
  isSelected: (value: string) => boolean
  isMulti?: boolean
  isBusy: boolean
  isFailed: boolean
  /** Said below the list: loading, nothing found, a failure. */
  status: string
  onRun: (entry: Entry) => void
  onHover: (at: number) => void
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
  // What is found changes the list's height, chips that wrap change the field's.
  useLayoutEffect(() => {
    const popover = list.current
    const field = anchor.current
    if (!popover || !field) return
    popover.style.setProperty("--width", `${field.offsetWidth}px`)
    placePopover(popover, field)
  })
  useStaysBeside(list, anchor)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView?.({ block: "nearest" })
  }, [active])

  // A mouse picks when it is pressed; a finger when it is lifted, because it may only want to scroll.
  const press = (entry: Entry, event: PointerEvent) => {
    isPressed.current = event.pointerType !== "touch" && !(event.button > 0)
    if (isPressed.current) props.onRun(entry)
  }
  const inside = (entry: Entry) => {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: a press in the list must not take the focus out of the input
    <div className="menu is-placed is-listbox" popover="manual" ref={list} onMouseDown={event => event.preventDefault()}>
      <div
        className="listbox"
        role="listbox"
        id={props.id}
        aria-label={props.label}
        aria-busy={props.isBusy}
        aria-multiselectable={props.isMulti}
      >
        {props.entries.map((entry, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
          <div
            key={keyOf(entry)}
            id={`${props.id}-${at}`}
            data-at={at}
            role="option"
            tabIndex={-1}
            className={classes(at === active && "is-active", entry.kind !== "option" && "is-offer") || undefined}
            aria-selected={entry.kind === "option" && props.isSelected(entry.option.value)}
            onPointerDown={event => press(entry, event)}
            onClick={() => {
              if (!isPressed.current) props.onRun(entry)
              isPressed.current = false
            }}
            onPointerMove={() => at !== active && props.onHover(at)}
          >
            {inside(entry)}
          </div>
        ))}
      </div>
      <p role="status" data-tone={props.isFailed ? "danger" : undefined}>
        {props.status}
      </p>
    </div>
  )
}
