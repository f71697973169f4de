import type { ReactNode } from "react"
import { useLocation, useSearch } from "wouter"
import { LinkTabs } from "../display/tabs"

export type RecordTab = { name: string; label: string; content: () => ReactNode }

/** Tabs of a record's page, as links with `?tab=name`; the first tab has no parameter. */
export const RecordTabs = ({ label, tabs }: { label: string; tabs: readonly RecordTab[] }) => {
  const [path] = useLocation()
  const selected = new URLSearchParams(useSearch()).get("tab")
  const current = tabs.find(({ name }) => name === selected) ?? tabs[0]
  return (
    <>
      <LinkTabs
        label={label}
        tabs={tabs.map((tab, index) => ({
          label: tab.label,
          href: index === 0 ? path : `${path}?tab=${tab.name}`,
          current: tab === current,
        }))}
      />
      {current?.content()}
    </>
  )
}
