import type { ReactNode } from "react"
import { useLocation, useSearch } from "wouter"
import { LinkTabs } from "../display/tabs"

export type RecordTab = { name: string; label: string; content: () => ReactNode }

/** Parts of a record's page as links: `?tab=` names all but the first, which is shown when no other is named. */
export const RecordTabs = ({ label, tabs }: { label: string; tabs: readonly RecordTab[] }) => {
  const [path] = useLocation()
  const asked = new URLSearchParams(useSearch()).get("tab")
  const current = tabs.find(({ name }) => name === asked) ?? tabs[0]
  return (
    <>
      <LinkTabs
        label={label}
        tabs={tabs.map((tab, at) => ({
          label: tab.label,
          href: at === 0 ? path : `${path}?tab=${tab.name}`,
          current: tab === current,
        }))}
      />
      {current?.content()}
    </>
  )
}
