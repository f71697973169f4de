import type { ReactNode } from "react"

/** A message of the page that stays below the header while the page scrolls. */
export const StickyBanner = ({ children }: { children: ReactNode }) => <div className="sticky-banner">{children}</div>
