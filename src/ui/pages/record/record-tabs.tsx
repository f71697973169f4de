import type { ReactNode } from "react"
import { useLocation, useSearch } from "wouter"
import { LinkTabs } from "../../display/tabs"

/** A tab with content, or one that leads to another page. */
export type RecordTab = { name: string; label: string } & ({ content: () => ReactNode } | { href: string })

/** Tabs of a record's page, as links with `?tab=name`; the first tab has no parameter. */
export const RecordTabs = ({ label, tabs }: { label: string; tabs: readonly RecordTab[] }) => {
  const [path] = useLocation()
  const selected = new URLSearchParams(useSearch()).get("tab")
  const shown = tabs.flatMap(tab => ("content" in tab ? [tab] : []))
  const current = shown.find(({ name }) => name === selected) ?? shown[0]
  return (
    <>
      <LinkTabs
        label={label}
        tabs={tabs.map((tab, index) => ({
          label: tab.label,
          href: "href" in tab ? tab.href : index === 0 ? path : `${path}?tab=${tab.name}`,
          current: tab === current,
        }))}
      />
      {current?.content()}
    </>
  )
}
