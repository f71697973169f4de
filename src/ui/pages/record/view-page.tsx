import type { ComponentType, ReactNode } from "react"
import { useLocation } from "wouter"
import type { Code } from "../../../core/codes"
import { compact } from "../../../core/compact"
import type { Answer, Query } from "../../../core/http/http"
import type { Loaded, Page } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import type { Key } from "../../../core/text/i18n"
import { backLinkTo } from "../../../state/list-positions"
import { LinkButton } from "../../controls/button"
import { CodeBadge } from "../../display/badge"
import { OwnerMark, ReadOnlyNote } from "../../display/owner-mark"
import { type Owned, useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useQuery } from "../../hooks/use-query"
import { useReloadWhenDue } from "../../hooks/use-reload-when-due"
import { useT } from "../../hooks/use-t"
import { useTitle } from "../../hooks/use-title"
import { Menu, type MenuItem } from "../../overlays/menu"
import { useApprovalRules } from "../approval/approval"
import { ApprovalPanel } from "../approval/approval-panel"
import type { HistorySpec } from "../history/history-spec"
import { PageHeader } from "../page-header"
import type { ResourceBase } from "../resource"
import { useResourceTexts } from "../resource-texts"
import { type RecordAction, removeItem, useRecordActions } from "./record-actions"
import { RecordPlaceholder } from "./record-placeholder"
import { Siblings } from "./siblings"
import { useRecentRecord } from "./use-recent-record"
import { useRemoveRecord } from "./use-remove-record"

export type ViewProps<R> = {
  resource: ResourceBase<R>
  read: Read<string, Loaded<R>>
  /** The call of the list, for the previous and the next record. */
  list?: Read<Query, Page<{ id: string }>>
  /** The status where it follows from more than its code. */
  badge?: (record: R) => ReactNode
  /** A line below the title. */
  text?: (record: R) => ReactNode
  /** Absent: records cannot be deleted. */
  remove?: (id: string) => Promise<Answer>
  /** Why a record cannot be deleted; undefined: it can. */
  removeBlockedReason?: (record: R) => Key | undefined
  actions?: RecordAction<R>[]
  /** Further items of the menu, before its actions. */
  items?: (record: R) => MenuItem[]
  /** Additional buttons of the page header, for all who may read the record. */
  HeaderActions?: ComponentType<{ record: R }>
  /** Whether the content has the primary button of the page, in place of *Edit*. */
  hasPrimary?: (record: R) => boolean
  /** How the change of a record that needs approval is displayed. */
  history?: HistorySpec
  Content: ComponentType<{ record: R }>
}

/** The page of a record: a header with status and actions, and its content. */
export const ViewPage = <R extends Owned & { id: string; status?: Code; approval?: string }>(props: ViewProps<R>) => {
  const { resource, HeaderActions, history, Content } = props
  const t = useT()
  const text = useResourceTexts(resource.texts)
  const screen = useScreenContext()
  const { base, id = "", has } = screen
  const paths = useRecordPaths()
  const [, navigate] = useLocation()
  const entry = useQuery(props.read, id)
  const removeRecord = useRemoveRecord(resource, props.remove)
  const actionsOf = useRecordActions(resource, props.actions)
  const { removeBlockedReason } = useApprovalRules(resource)
  const record = entry.data?.record
  const title = (record && resource.titleOf(record)) || text("one")
  useTitle(title)
  useReloadWhenDue(record, entry.reload)
  useRecentRecord(record && title, entry.error)

  if (!record) return <RecordPlaceholder texts={resource.texts} entry={entry} />

  const remove = () =>
    removeRecord(id, record, {
      onConfirm: () => navigate(backLinkTo(base).href, { replace: true, state: backLinkTo(base).state }),
    })
  const actions = [...(props.items?.(record) ?? []), ...actionsOf(record)]
  const items = compact<MenuItem>([
    ...actions,
    actions.length > 0 && props.remove && { separator: true },
    props.remove && removeItem(t, props.removeBlockedReason?.(record) ?? removeBlockedReason(record), remove),
  ])

  return (
    <>
      <PageHeader
        title={title}
        isPerson={resource.isPerson}
        badge={
          <>
            {props.badge ? props.badge(record) : resource.status && <CodeBadge {...resource.status} value={record.status} />}
            <OwnerMark record={record} isBadge />
          </>
        }
        text={props.text?.(record)}
        trail={screen.trail}
        siblings={props.list && <Siblings resource={resource} read={props.list} />}
        actions={
          (HeaderActions || screen.may("write")) && (
            <>
              {HeaderActions && <HeaderActions record={record} />}
              {screen.may("write") && (
                <>
                  {resource.copy && has.add && (
                    <LinkButton icon="copy" href={`${base}/add?from=${encodeURIComponent(id)}`}>
                      {t("ui.duplicate")}
                    </LinkButton>
                  )}
                  {screen.mayChange(record) && (
                    <>
                      {has.edit && !resource.editBlockedReason?.(record) && (
                        <LinkButton
                          tone={props.hasPrimary?.(record) || record.approval ? undefined : "primary"}
                          icon="edit"
                          href={paths.edit(id)}
                        >
                          {t("ui.edit")}
                        </LinkButton>
                      )}
                      {items.length > 0 && <Menu label={t("ui.actionsOf", { title })} items={items} />}
                    </>
                  )}
                </>
              )}
            </>
          )
        }
      />
      <ReadOnlyNote record={record} />
      {resource.approval && history && (
        <ApprovalPanel key={id} approval={resource.approval} history={history} record={record} title={title} />
      )}
      <Content record={record} />
    </>
  )
}
