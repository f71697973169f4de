import { type RefObject, useEffect, useRef } from "react"
import { Icon } from "./icon"
import { placePopover } from "./popover"
import { useT } from "./use-t"

export type Option = { value: string; label: string }

/** The listbox under a combobox: a popover as wide as its field. The focus stays in the input; the active option is named to it. */
export const OptionList = (props: {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  options: readonly Option[]
  active: number
  isSelected: (value: string) => boolean
  isLoading?: boolean
  onPick: (option: Option) => void
  onHover: (at: number) => void
}) => {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const { anchor, active } = props
  const count = props.options.length

  useEffect(() => {
    const popover = list.current
    const field = anchor.current
    if (!popover || !field) return
    popover.style.setProperty("--width", `${field.offsetWidth}px`)
    popover.showPopover?.()
    placePopover(popover, field)
    return () => popover.hidePopover?.()
  }, [anchor])
  useEffect(() => {
    if (list.current && anchor.current && count >= 0) placePopover(list.current, anchor.current)
  }, [anchor, count])
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView?.({ block: "nearest" })
  }, [active])

  return (
    <div className="menu is-placed is-listbox" popover="manual" ref={list}>
      <div className="listbox" role="listbox" id={props.id} aria-label={props.label}>
        {props.options.map((option, at) => (
          <div
            key={option.value}
            id={`${props.id}-${at}`}
            data-at={at}
            role="option"
            tabIndex={-1}
            className={at === active ? "is-active" : undefined}
            aria-selected={props.isSelected(option.value)}
            onPointerDown={event => {
              event.preventDefault()
              props.onPick(option)
            }}
            onPointerMove={() => at !== active && props.onHover(at)}
          >
            {option.label}
            {props.isSelected(option.value) && <Icon name="check" size="sm" />}
          </div>
        ))}
      </div>
      {count === 0 && <p role="status">{t(props.isLoading ? "ui.loadingOptions" : "ui.noOption")}</p>}
    </div>
  )
}
