import { useMemo } from "react"
import type { FeedbackItem } from "../../contract/feedback"
import { formatDuration } from "../../core/dates/duration"
import type { Key } from "../../core/text/i18n"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { codeLabel } from "../../ui/display/badge"
import { Link } from "../../ui/display/link"
import { Thumb } from "../../ui/display/pictures/avatar"
import { Identity } from "../../ui/display/pictures/identity"
import { untranslated } from "../../ui/display/untranslated"
import { useRecordPaths } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { codeColumn, codeTabs, dateTimeColumn } from "../../ui/lists/columns"
import { dateValues, numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { useNamedOwner } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import type { RecordAction } from "../../ui/pages/record/record-actions"
import {
  assignFeedback,
  feedbackOwnerOptions,
  feedbackStats,
  getFeedback,
  listFeedback,
  personOptions,
  removeFeedback,
  searchAssignees,
} from "./api"
import { DueTime } from "./due-time"
import { categoryLook, feedback, kindLook, ownerOf, priorityLook, statusLook } from "./resource"
import { FeedbackFigures } from "./stats"

const { labels } = feedback

const SubjectCell = ({ row }: { row: FeedbackItem }) => {
  const t = useT()
  const paths = useRecordPaths()
  const person = row.userName || row.email
  return (
    <Identity
      picture={<Thumb name={person} isRound />}
      note={
        <>
          {codeLabel(kindLook, row.type, t)}
          {person && " · "}
          {untranslated(person)}
        </>
      }
    >
      <Link href={paths.view(row.id)} title={row.subject}>
        {row.subject}
      </Link>
    </Identity>
  )
}

/** A length of time, in exports as a number of minutes. */
const minutesColumn = (member: "firstResponseMinutes" | "resolutionMinutes", label: Key): Column<FeedbackItem> => ({
  key: member,
  label,
  size: "sm",
  align: "end",
  isHidden: true,
  text: row => {
    const minutes = row[member]
    return minutes === null ? "" : formatDuration(minutes * 60_000, i18n.language())
  },
  values: [numberValue(`feedback.${member}`, row => row[member])],
})

const firstResponse = minutesColumn("firstResponseMinutes", "feedback.firstResponse")
const resolution = minutesColumn("resolutionMinutes", "feedback.resolution")
const conversationCount = numberValue<FeedbackItem>("feedback.conversationCount", row => row.conversationCount)
const resolutionStep = textValue<FeedbackItem>("feedback.resolutionStep", row => row.resolutionStep)

const columns: Column<FeedbackItem>[] = [
  {
    key: "subject",
    label: labels.subject,
    sort: "subject",
    isMain: true,
    text: row => row.subject,
    values: [
      textValue(labels.subject, row => row.subject),
      textValue(labels.description, row => row.description),
      textValue(labels.type, (row, { t }) => codeLabel(kindLook, row.type, t)),
      textValue(labels.userId, row => row.userName),
      textValue(labels.email, row => row.email),
      conversationCount,
    ],
    cell: row => <SubjectCell row={row} />,
  },
  {
    key: "type",
    label: labels.type,
    sort: "type",
    size: "sm",
    isHidden: true,
    text: (row, { t }) => codeLabel(kindLook, row.type, t),
  },
  { ...codeColumn("priority", labels.priority, priorityLook), rank: 1 },
  {
    ...codeColumn("status", "feedback.statusLabel", statusLook),
    rank: 0,
    values: [textValue("feedback.statusLabel", (row, { t }) => codeLabel(statusLook, row.status, t)), resolutionStep],
  },
  {
    key: "due",
    label: "feedback.due",
    sort: "dueDate",
    rank: 1,
    text: (row, { format }) => format.dateTime(row.dueDate),
    values: [
      ...dateValues<FeedbackItem>("feedback.due", row => row.dueDate),
      ...(firstResponse.values ?? []),
      ...(resolution.values ?? []),
    ],
    cell: row => row.dueDate && <DueTime dueDate={row.dueDate} />,
  },
  { key: "assignee", label: "feedback.assignee", text: row => row.assignedToName, cell: row => untranslated(row.assignedToName) },
  {
    key: "category",
    label: labels.category,
    sort: "category",
    size: "sm",
    isHidden: true,
    text: (row, { t }) => codeLabel(categoryLook, row.category, t),
  },
  { ...dateTimeColumn("createdDate", "ui.createdAt", "createdDate") },
  firstResponse,
  resolution,
  { ...dateTimeColumn("resolvedDate", "feedback.resolvedAt"), isHidden: true },
  { ...dateTimeColumn("updatedDate", "ui.updatedAt", "updatedDate"), isHidden: true },
]

const companyColumn = (isPlatform: boolean): Column<FeedbackItem> => ({
  key: "company",
  label: labels.tenantId,
  size: "sm",
  isHidden: !isPlatform,
  text: (row, { t }) => ownerOf(row, isPlatform, t),
})

const filters: Filter[] = [
  { kind: "choice", name: "type", label: labels.type, look: kindLook },
  { kind: "choice", name: "priority", label: labels.priority, look: priorityLook },
  { kind: "choice", name: "category", label: labels.category, look: categoryLook },
  {
    kind: "choice",
    name: "assignedTo",
    label: "feedback.assignee",
    search: searchAssignees(),
    named: personOptions,
  },
  { kind: "preset", name: "attention", texts: { mine: "attention.of.mine" } },
  { kind: "dates", from: "createdFrom", to: "createdTo", label: "feedback.createdBetween" },
]

const companyFilter: Filter = { kind: "choice", name: "tenantId", label: labels.tenantId, options: feedbackOwnerOptions }

const tabs = codeTabs(statusLook, statusLook.order)

/** The columns and filters of the list, by company for the platform's staff and where the address names one. */
const useFeedbackList = (tenantId: string) => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const isNamed = useNamedOwner()
  const overdue = useQuery(feedbackStats, tenantId).data?.overdue
  return useMemo(() => {
    const [main, ...others] = columns
    const flag: Filter = {
      kind: "flag",
      name: "overdue",
      label: "feedback.stats.overdue",
      icon: "clock",
      count: overdue,
      sortBy: "dueDate",
    }
    return {
      columns: main ? [main, companyColumn(isPlatform), ...others] : columns,
      filters: [flag, ...(isPlatform || isNamed ? [companyFilter] : []), ...filters],
    }
  }, [isPlatform, isNamed, overdue])
}

const useActions = (): RecordAction<FeedbackItem>[] => {
  const user = useCurrentUser()
  return useMemo(
    () =>
      user
        ? [
            {
              label: "feedback.assignToMe",
              icon: "user",
              appliesTo: row => row.assignedTo !== user.userId,
              reasonOf: row => (row.assignedTo === user.userId ? "feedback.assignedToYou" : undefined),
              run: row => assignFeedback(row.id, { id: user.userId, name: user.email }),
              done: "feedback.assignedMany",
              doneOne: "feedback.assigned",
            },
          ]
        : [],
    [user],
  )
}

/** Asks for a change of many records, in a chunk of its own. */
const BulkEdit = lazyScreen(
  withTexts("feedback.bulkEdit", () => import("./bulk-edit")),
  module => module.BulkEdit,
)

export const List = () => {
  const list = useList(feedback.tag, feedback.list)
  return (
    <ListPage
      resource={feedback}
      read={listFeedback}
      {...useFeedbackList(list.state.filters.tenantId ?? "")}
      tabs={tabs}
      remove={removeFeedback}
      bulkEditor={config.feedback === "api" ? BulkEdit : undefined}
      actions={useActions()}
      header={<FeedbackFigures list={list} />}
    />
  )
}

export const { Add, View, loadHistory } = lazyRecord(withTexts("feedback.record", () => import("./record")))

export const prefetch = prefetchModule(feedback, listFeedback, getFeedback, [feedbackOwnerOptions])
