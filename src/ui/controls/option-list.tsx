import { memo, type PointerEvent, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react"
import type { Option } from "../../core/options"
import { Icon } from "../display/icon"
import { usePopoverPosition } from "../hooks/use-popover-position"
import { useT } from "../hooks/use-t"
import { placePopover } from "../overlays/popover"
import type { ComboboxEntry } from "./use-combobox"

type EntryProps = { id: string; at: number; isActive: boolean; isSelected?: boolean }

/** Attributes of an entry; its list handles the pointer. */
const entryProps = ({ id, at, isActive, isSelected = false }: EntryProps) => ({
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
  // Matches change the height of the list, wrapping chips that of the field. Observers run after the layout, which they do not force.
  useLayoutEffect(() => {
    const popover = list.current
    const field = anchor.current
    if (!popover || !field) return
    const observer = new ResizeObserver(() => {
      popover.style.setProperty("--width", `${field.offsetWidth}px`)
      placePopover(popover, field)
    })
    observer.observe(field)
    observer.observe(popover)
    return () => observer.disconnect()
  }, [anchor])
  usePopoverPosition(list, anchor)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView?.({ block: "nearest" })
  }, [active])

  const entryAt = ({ target }: SyntheticEvent) => {
    const { at } = (target as Element).closest<HTMLElement>("[data-at]")?.dataset ?? {}
    return { at: Number(at), entry: props.entries[Number(at)] }
  }
  const run = (event: SyntheticEvent) => {
    const { entry } = entryAt(event)
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
          const { at, entry } = entryAt(event)
          if (entry && at !== active) props.onHover(at)
        }}
      >
        {props.entries.map((entry, at) => {
          const bound = { id: props.id, at, isActive: at === active }
          if (entry.kind === "option") {
            const { option } = entry
            return <OptionEntry key={`=${option.value}`} {...bound} option={option} isSelected={props.isSelected(option.value)} />
          }
          return (
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
