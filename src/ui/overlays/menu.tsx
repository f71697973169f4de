import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import { compact, type Falsy } from "../../core/compact"
import { listen } from "../../core/listen"
import { Icon, type IconName } from "../display/icons/icon"
import { prefetchHandlers } from "../display/link"
import { showPopover } from "../hooks/popover"

export type MenuItem =
  | { separator: true }
  /** An item that cannot be chosen, with the reason below its label. */
  | { label: string; icon?: IconName; reason: string }
  | { label: string; icon?: IconName; tone?: "danger"; href: string; isCurrent?: boolean }
  | { label: string; icon?: IconName; tone?: "danger"; run: () => void; checked?: boolean }

/** The items of a menu; those that a condition leaves out are no items. */
export type MenuItems = readonly (MenuItem | Falsy)[]

/** A button that opens a menu (WAI-ARIA menu button): arrow keys, Home, End and first letters; Esc closes and restores the focus. */
export const Menu = (props: {
  label: string
  items: MenuItems | (() => MenuItems)
  icon?: IconName
  /** Classes of a button with icon and label; absent: a button with the icon alone. */
  className?: string
  /** Shown on the button in place of icon and label. */
  content?: ReactNode
}) => {
  const { label, items, className } = props
  /** The label for which the menu was opened: in a row that shows another record it is closed. */
  const [openLabel, setOpenLabel] = useState<string>()
  const isOpen = openLabel === label
  const setOpen = (open: boolean) => setOpenLabel(open ? label : undefined)
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className ?? "icon-btn"}
        aria-label={className ? undefined : label}
        title={className ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (event.key !== "ArrowDown" || isOpen) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {props.content ?? (
          <>
            <Icon name={props.icon ?? "more"} />
            {className && label}
          </>
        )}
      </button>
      {isOpen && (
        <MenuList
          id={id}
          label={label}
          anchor={anchor}
          items={compact(typeof items === "function" ? items() : items)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const MenuList = (props: {
  id: string
  label: string
  anchor: { current: HTMLButtonElement | null }
  items: MenuItem[]
  onClose: () => void
}) => {
  const { anchor, onClose } = props
  const [, navigate] = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])]
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const menu = list.current
    const button = anchor.current
    const { left, right } = button?.getBoundingClientRect() ?? { left: 0, right: 0 }
    // Towards the middle of the window, so that it does not cover what is beside the page.
    showPopover(menu, button, left + right < innerWidth ? "start" : "end")
    menu?.querySelector<HTMLElement>("[role^=menuitem]")?.focus()
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!menu?.contains(target) && !button?.contains(target)) close()
    }
    return listen(window, { pointerdown: outside })
  }, [anchor])

  const closeAndRestoreFocus = () => {
    onClose()
    anchor.current?.focus()
  }
  const move = (to: number) => {
    const all = entries()
    all.at(to < 0 ? to : to % all.length)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const { key } = event
    if (key === "Tab") return onClose()
    if (key === "Escape") closeAndRestoreFocus()
    else if (key === "ArrowDown") move(index + 1)
    else if (key === "ArrowUp") move(index <= 0 ? -1 : index - 1)
    else if (key === "Home") move(0)
    else if (key === "End") move(-1)
    else if (key.length === 1 && /\S/.test(key) && !event.ctrlKey && !event.metaKey) {
      const letter = key.toLocaleLowerCase()
      const next = [...all.slice(index + 1), ...all.slice(0, index + 1)].find(entry =>
        entry.textContent?.trim().toLocaleLowerCase().startsWith(letter),
      )
      next?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div id={props.id} className="menu" ref={list} popover="manual" role="menu" aria-label={props.label} onKeyDown={onKeyDown}>
      {props.items.map((item, index) => {
        if ("separator" in item) {
          // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity but their position
          return <hr key={index} />
        }
        const content = (
          <>
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </>
        )
        if ("reason" in item)
          return (
            <div key={item.label} role="menuitem" aria-disabled="true" tabIndex={-1}>
              {item.icon && <Icon name={item.icon} />}
              <span>
                {item.label}
                <small>{item.reason}</small>
              </span>
            </div>
          )
        if ("href" in item)
          return (
            <a
              key={item.label}
              role="menuitem"
              tabIndex={-1}
              href={item.href}
              aria-current={item.isCurrent ? "page" : undefined}
              {...prefetchHandlers(item.href)}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
                event.preventDefault()
                closeAndRestoreFocus()
                navigate(item.href)
              }}
            >
              {content}
            </a>
          )
        const isCheck = item.checked !== undefined
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a checked item has a role that supports it
          <button
            key={item.label}
            type="button"
            role={isCheck ? "menuitemcheckbox" : "menuitem"}
            aria-checked={item.checked}
            tabIndex={-1}
            data-tone={item.tone}
            onClick={() => {
              if (!isCheck) closeAndRestoreFocus()
              item.run()
            }}
          >
            {content}
          </button>
        )
      })}
    </div>
  )
}
