import type { ReactNode } from "react"
import { Button } from "../controls/button"
import { Chip } from "../display/chip"
import { useT } from "../hooks/use-t"

/** The row of filters above a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => <search className="filter-bar">{children}</search>

/** An active filter with a remove button. */
export const FilterChip = ({ name, text, onRemove }: { name: string; text: string; onRemove: () => void }) => {
  const t = useT()
  return (
    <Chip removeLabel={t("ui.removeFilter", { name })} onRemove={onRemove}>
      <b>{name}:</b> {text}
    </Chip>
  )
}

/** The active filters, with a button that clears them. */
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
