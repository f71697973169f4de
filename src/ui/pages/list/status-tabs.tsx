import type { Key } from "../../../core/text/i18n"
import { LinkTabs } from "../../display/tabs"
import { useT } from "../../hooks/use-t"
import type { List } from "../../lists/use-list"

/** A tab that sets the `status` filter. */
export type Tab = { value: string; label: Key }

/** The tabs of a list by status, with the number of records of each. */
export const StatusTabs = ({ tabs, list, counts }: { tabs: Tab[]; list: List; counts: Record<string, number> | undefined }) => {
  const t = useT()
  const { filters } = list.state
  const all: Tab = { value: "", label: "ui.all" }
  return (
    <LinkTabs
      label={t("ui.byStatus")}
      tabs={[all, ...tabs].map(tab => ({
        label: t(tab.label),
        href: list.hrefOf({ page: 0, filters: withStatus(filters, tab.value) }),
        current: (filters.status ?? "") === tab.value,
        count: counts && (tab.value ? (counts[tab.value] ?? 0) : sum(counts)),
      }))}
    />
  )
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

const withStatus = (filters: Record<string, string>, status: string) => {
  const { status: _, ...rest } = filters
  return status ? { ...rest, status } : rest
}
