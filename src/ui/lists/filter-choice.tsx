import type { ComponentProps } from "react"
import { Combobox } from "../controls/combobox"

type Props = Omit<ComponentProps<typeof Combobox>, "aria-label" | "placeholder"> & { label: string; onFocus?: () => void }

/** A filter of a filter bar by one of many options. @param label its name, and its placeholder while nothing is chosen */
export const FilterChoice = ({ label, onFocus, ...combobox }: Props) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is the one that takes the focus
  <span className="filter-bar__choice" onFocus={onFocus}>
    <Combobox {...combobox} aria-label={label} placeholder={label} />
  </span>
)
