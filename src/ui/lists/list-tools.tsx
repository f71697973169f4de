import { useSnapshot } from "valtio"
import { changeSettings, setHiddenColumns, settings } from "../../state/settings"
import { IconButton } from "../controls/button"
import { useT } from "../hooks/use-t"
import { Menu } from "../overlays/menu"
import type { Column } from "./table"

/** The menu of visible columns and the switch of row density; both are stored (docs/console.md#settings). */
export const ListTools = <T,>({ name, columns, hidden }: { name: string; columns: Column<T>[]; hidden: readonly string[] }) => {
  const t = useT()
  const { density } = useSnapshot(settings)
  const isCompact = density === "compact"
  return (
    <span className="row push-end wide-only">
      <Menu
        label={t("ui.columns")}
        icon="sliders"
        items={columns.slice(1).map(column => {
          const isHidden = hidden.includes(column.key)
          return {
            label: t(column.label),
            checked: !isHidden,
            run: () => setHiddenColumns(name, isHidden ? hidden.filter(key => key !== column.key) : [...hidden, column.key]),
          }
        })}
      />
      <IconButton
        icon={isCompact ? "rows" : "rows-tight"}
        label={t("ui.density")}
        aria-pressed={isCompact}
        onClick={() => changeSettings({ density: isCompact ? "comfortable" : "compact" })}
      />
    </span>
  )
}
