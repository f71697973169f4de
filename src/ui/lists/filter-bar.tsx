import type { ReactNode, Ref } from "react"

/**
 * The row of filters above a list. @param count filters beside the search, by which the stylesheet divides the row
 * @param isFolded whether a phone shows the search alone
 */
export const FilterBar = (props: { children: ReactNode; ref?: Ref<HTMLElement>; count?: number; isFolded?: boolean }) => (
  <search className="filter-bar" ref={props.ref} data-filters={props.count} data-folded={props.isFolded || undefined}>
    {props.children}
  </search>
)
