import type { ReactNode } from "react"
import { Button } from "../controls/button"
import { Chip } from "../display/chip"
import { useT } from "../hooks/use-t"

export const FilterBar = ({ children }: { children: ReactNode }) => <search className="filter-bar">{children}</search>

/** One filter in force: what it is, what it says, and the way to be rid of it. */
export const FilterChip = ({ name, text, onRemove }: { name: string; text: string; onRemove: () => void }) => {
  const t = useT()
  return (
    <Chip removeLabel={t("ui.removeFilter", { name })} onRemove={onRemove}>
      <b>{name}:</b> {text}
    </Chip>
  )
}

export const FilterChips = ({ children, onClear }: { children: ReactNode; onClear: () => void }) => {
  const t = useT()
  return (
    <div className="filter-chips">
      {children}
      <Button size="sm" tone="ghost" onClick={onClear}>
        {t("ui.clearFilters")}
      </Button>
    </div>
  )
}
