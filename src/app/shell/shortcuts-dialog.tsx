import { useSnapshot } from "valtio"
import { changeSettings, settings } from "../../state/settings"
import { Button } from "../../ui/controls/button"
import { Switch } from "../../ui/controls/switch"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { commandKey } from "../palette/command-key"

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

/** The list of keyboard shortcuts, with the switch of those of a single character. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const { shortcuts } = useSnapshot(settings)
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
}
