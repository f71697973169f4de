import { type KeyboardEvent, useId, useMemo, useState } from "react"
import { search } from "../core/fold"
import type { Option } from "./option-list"

/** What a combobox and a multiselect share: free typing that filters, an active option, and the keys (WAI-ARIA combobox). */
export const useCombobox = (options: readonly Option[], onPick: (option: Option) => void) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const found = useMemo(() => search(options, text, option => option.label), [options, text])
  const at = Math.min(active, found.length - 1)

  const open = () => {
    setOpen(true)
    setActive(0)
  }
  const close = () => {
    setOpen(false)
    setText("")
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault()
      if (!isOpen) return open()
      const step = key === "ArrowDown" ? 1 : -1
      setActive((at + step + found.length) % Math.max(1, found.length))
    } else if (key === "Enter" && isOpen) {
      event.preventDefault()
      const option = found[at]
      if (option) onPick(option)
    } else if (key === "Escape" && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return {
    isOpen,
    text,
    found,
    active: at,
    setActive,
    open,
    close,
    type: (next: string) => {
      setText(next)
      open()
    },
    listId: `${id}-list`,
    /** For the input that types. */
    aria: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? `${id}-list` : undefined,
      "aria-activedescendant": isOpen && found[at] ? `${id}-list-${at}` : undefined,
      autoComplete: "off",
      onKeyDown,
    } as const,
  }
}
