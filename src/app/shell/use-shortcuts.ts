import { useEffect, useEffectEvent } from "react"
import { useSnapshot } from "valtio"
import { listen } from "../../core/listen"
import { settings } from "../../state/settings"
import { isApple } from "../palette/command-key"

/** Elements whose keys are their own: fields take text, menus and dialogs have keys. */
const ownKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"], [popover], dialog'

/** Moves the focus to the record after or before the one that has it. @param step 1 or -1 */
const moveInList = (step: 1 | -1) => {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")]
  const current = rows.findIndex(row => row.contains(document.activeElement))
  const next = current < 0 ? rows[0] : rows[current + step]
  next?.querySelector<HTMLElement>("a[href]")?.focus()
}

const actions: Record<string, () => void> = {
  "/": () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
  j: () => moveInList(1),
  k: () => moveInList(-1),
}

/** Ctrl K or ⌘ K, also while a field has the focus; not under another dialog. */
const usePaletteShortcut = (onPalette: () => void) => {
  const toggle = useEffectEvent(onPalette)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = isApple ? event.metaKey : event.ctrlKey
      if (event.key.toLowerCase() !== "k" || !isCommand || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat && !document.querySelector("dialog[open]:not(.palette)")) toggle()
    }
    return listen(window, { keydown: onKeyDown })
  }, [])
}

type Shortcuts = {
  /** Shows the list of shortcuts. */
  onOpen: () => void
  /** Opens the command palette, or closes it. */
  onPalette: () => void
}

/**
 * Keyboard shortcuts (docs/console.md#keyboard). Those of a single character do not fire while a field, a menu or a dialog has the
 * focus, and can be switched off.
 */
export const useShortcuts = ({ onOpen, onPalette }: Shortcuts) => {
  const { shortcuts } = useSnapshot(settings)
  const open = useEffectEvent(onOpen)
  usePaletteShortcut(onPalette)

  useEffect(() => {
    if (!shortcuts) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target instanceof Element && event.target.closest(ownKeys)) || document.querySelector("dialog[open]")) return
      const run = event.key === "?" ? () => open() : actions[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    return listen(window, { keydown: onKeyDown })
  }, [shortcuts])
}
