import { type FeedbackStats, kinds, type Status, statuses } from "../../contract/feedback"
import { codeText } from "../../ui/display/badge"
import { Stats } from "../../ui/display/stats"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { List } from "../../ui/lists/use-list"
import { feedbackStats } from "./api"
import { statusLook } from "./resource"

const ofStatus = (name: Status) => ({ status: String(statuses.value(name)) })

/** The figures, each with the filter of its list, the most urgent records first; without a filter where the list has none. */
const figures: { member: keyof FeedbackStats; filter?: Record<string, string>; sortBy?: string }[] = [
  { member: "total", filter: {} },
  { member: "new", filter: ofStatus("new") },
  { member: "inProgress", filter: ofStatus("inProgress") },
  { member: "resolved", filter: ofStatus("resolved") },
  { member: "complaints", filter: { type: String(kinds.value("complaint")) } },
  { member: "suggestions", filter: { type: String(kinds.value("suggestion")) } },
  { member: "overdue", filter: { overdue: "true" }, sortBy: "dueDate" },
  { member: "resolutionRate" },
]

const isStatus = (member: string): member is Status => statuses.names.some(name => name === member)

/**
 * Figures of feedback, of the company that the list is filtered by. Those that the server leaves out are left out; hidden if
 * the call fails (docs/contract.md#missing-calls).
 */
export const FeedbackFigures = ({ list }: { list: List }) => {
  const t = useT()
  const format = useFormat()
  const { tenantId = "" } = list.state.filters
  const { data, error } = useQuery(feedbackStats, tenantId)
  if (error !== undefined && !data) return null
  return (
    <Stats
      label={t("feedback.figures")}
      isLoading={!data}
      items={figures
        .filter(({ member }) => !data || data[member] !== undefined)
        .map(({ member, filter, sortBy }) => ({
          label: t(isStatus(member) ? codeText(statusLook, statuses.value(member)) : `feedback.stats.${member}`),
          value: member === "resolutionRate" ? format.percent(data?.[member]) : format.number(data?.[member]),
          href:
            filter &&
            list.hrefOf({
              page: 0,
              filters: { ...(tenantId && { tenantId }), ...filter },
              ...(sortBy && { sortBy, sortOrder: "asc" }),
            }),
        }))}
    />
  )
}
