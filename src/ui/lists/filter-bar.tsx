import type { ReactNode, Ref } from "react"

/** The row of filters above a list. */
export const FilterBar = ({ children, ref }: { children: ReactNode; ref?: Ref<HTMLElement> }) => (
  <search className="filter-bar" ref={ref}>
    {children}
  </search>
)
