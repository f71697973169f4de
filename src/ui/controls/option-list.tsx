import { memo, type PointerEvent, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react"
import type { Option } from "../../core/http/options"
import { Icon } from "../display/icons/icon"
import { limitToRoomBelow, placePopover } from "../hooks/popover"
import { usePopoverPosition } from "../hooks/use-popover-position"
import { useT } from "../hooks/use-t"
import type { ComboboxEntry } from "./use-combobox"

type EntryProps = { id: string; at: number; isActive: boolean; isSelected: boolean }

/** Attributes of an entry; its list handles the pointer. */
const entryProps = ({ id, at, isActive, isSelected }: EntryProps) => ({
  id: `${id}-${at}`,
  "data-at": at,
  role: "option",
  tabIndex: -1,
  "data-active": isActive || undefined,
  "aria-selected": isSelected,
})

const Entry = ({ option, ...entry }: EntryProps & { option: Option }) => (
  <div {...entryProps(entry)}>
    <span>
      {option.label}
      {option.hint && <small>{option.hint}</small>}
    </span>
    {entry.isSelected && <Icon name="check" size="sm" />}
  </div>
)
/** Rendered again when it is marked or selected: a list has up to a hundred of them. */
const OptionEntry = memo(Entry)

/** The listbox of a combobox: a popover as wide as the field. The input keeps the focus and names the active entry. */
export const OptionList = (props: {
  id: string
  label: string
  /** "no" for options that are names of people. */
  translate: "no" | undefined
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

  // Matches change the height of the list, wrapping chips that of the field. An observer runs after the layout, which it does not force.
  useLayoutEffect(() => {
    const popover = list.current
    const field = anchor.current
    if (!popover || !field) return
    const place = () => {
      popover.style.setProperty("--width", `${field.offsetWidth}px`)
      limitToRoomBelow(popover, field)
      placePopover(popover, field)
    }
    popover.showPopover?.()
    place()
    const observer = new ResizeObserver(place)
    observer.observe(field)
    observer.observe(popover)
    return () => {
      observer.disconnect()
      popover.hidePopover?.()
    }
  }, [anchor])
  usePopoverPosition(list, anchor)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView?.({ block: "nearest" })
  }, [active])

  const indexOf = ({ target }: SyntheticEvent) => Number((target as Element).closest<HTMLElement>("[data-at]")?.dataset.at ?? -1)
  const run = (event: SyntheticEvent) => {
    const entry = props.entries[indexOf(event)]
    if (entry) props.onRun(entry)
  }
  // A mouse selects on press; touch selects on release, because a press may begin to scroll.
  const press = (event: PointerEvent) => {
    isPressed.current = event.pointerType !== "touch" && !(event.button > 0)
    if (isPressed.current) run(event)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the list keeps the focus in the input
    <div className="menu option-list" popover="manual" ref={list} onMouseDown={event => event.preventDefault()}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys */}
      <div
        className="option-list__options"
        role="listbox"
        translate={props.translate}
        id={props.id}
        aria-label={props.label}
        aria-busy={props.isBusy}
        aria-multiselectable={props.isMulti}
        onPointerDown={press}
        onClick={event => {
          if (!isPressed.current) run(event)
          isPressed.current = false
        }}
        onPointerMove={event => {
          const at = indexOf(event)
          if (at >= 0 && at !== active) props.onHover(at)
        }}
      >
        {props.entries.map((entry, at) => {
          const option = entry.kind === "option" ? entry.option : undefined
          const bound = { id: props.id, at, isActive: at === active, isSelected: !!option && props.isSelected(option.value) }
          return option ? (
            <OptionEntry key={`=${option.value}`} {...bound} option={option} />
          ) : (
            <div key={entry.kind} {...entryProps(bound)} data-action>
              <Icon name={entry.kind === "create" ? "plus" : "refresh"} size="sm" />
              {entry.kind === "create" ? t("ui.createOption", { text: entry.text }) : t("ui.retry")}
            </div>
          )
        })}
      </div>
      <p role="status" data-tone={props.isFailed ? "danger" : undefined}>
        {props.status}
      </p>
    </div>
  )
}
