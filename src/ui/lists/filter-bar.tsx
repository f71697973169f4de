import type { ReactNode, Ref } from "react"

/** The row of filters above a list. @param count filters beside the search, by which the stylesheet divides the row */
export const FilterBar = ({ children, ref, count }: { children: ReactNode; ref?: Ref<HTMLElement>; count?: number }) => (
  <search className="filter-bar" ref={ref} data-filters={count}>
    {children}
  </search>
)
