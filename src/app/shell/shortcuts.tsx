import { memo, useEffect, useEffectEvent } from "react"
import { useSnapshot } from "valtio"
import { listen } from "../../core/listen"
import { changeSettings, settings } from "../../state/settings"
import { Button } from "../../ui/controls/button"
import { Switch } from "../../ui/controls/switch"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { commandKey, isApple } from "../palette/command-key"

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

const shown = [
  { keys: [commandKey, "K"], text: "palette.open" },
  { keys: [commandKey, "S"], text: "shortcuts.save" },
  { keys: ["/"], text: "shortcuts.search" },
  { keys: ["j"], text: "shortcuts.next" },
  { keys: ["k"], text: "shortcuts.previous" },
  { keys: ["Enter"], text: "shortcuts.open" },
  { keys: ["p"], text: "shortcuts.review" },
  { keys: ["m"], text: "calendar.moveKey" },
  { keys: ["?"], text: "shortcuts.help" },
  { keys: ["Esc"], text: "shortcuts.close" },
] as const

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

type Props = {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Opens the command palette, or closes it. */
  onPalette: () => void
}

/**
 * Keyboard shortcuts (docs/console.md#keyboard), and the dialog that lists them. Those of a single character do not fire while
 * a field, a menu or a dialog has the focus, and can be switched off.
 */
export const Shortcuts = memo(({ isOpen, onOpen, onClose, onPalette }: Props) => {
  const t = useT()
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

  if (!isOpen) return null
  return (
    <Dialog title={t("shortcuts.title")} onClose={onClose}>
      <div className="dialog__body">
        <dl className="shortcuts">
          {shown.map(({ keys, text }) => (
            <div key={text}>
              <dt>
                {keys.map(key => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label={t("shortcuts.on")}
          hint={t("shortcuts.onText")}
          value={shortcuts}
          onChange={on => changeSettings({ shortcuts: on })}
        />
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
})
