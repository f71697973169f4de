import type { ReactNode } from "react"
import { useLocation } from "wouter"
import type { Loaded } from "../../core/envelope"
import type { Answer } from "../../core/http"
import type { Read } from "../../core/query"
import { LinkButton } from "../controls/button"
import { ErrorPanel } from "../display/error-panel"
import { Waiting } from "../display/waiting"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { useTitle } from "../hooks/use-title"
import { Menu, type MenuItem } from "../overlays/menu"
import { type RecordAction, useRecordActions } from "./actions"
import { PageHeader } from "./page-header"
import { RecordMissing } from "./record-missing"
import { useRemoval } from "./removal"
import type { Named } from "./resource"
import { useResourceTexts } from "./resource-texts"
import { type Owned, useScreenContext } from "./screen-context"

/** One record to look at: a head with status and actions, content beside facts. */
export const ViewPage = <R extends Owned>(props: {
  resource: Named<R>
  read: Read<string, Loaded<R>>
  badge?: (record: R) => ReactNode
  text?: (record: R) => ReactNode
  /** Absent: records can't be deleted. */
  remove?: (id: string) => Promise<Answer>
  actions?: RecordAction<R>[]
  children: (record: R) => ReactNode
}) => {
  const { resource } = props
  const t = useT()
  const text = useResourceTexts(resource.texts)
  const screen = useScreenContext()
  const { base, id = "", has } = screen
  const [, navigate] = useLocation()
  const entry = useQuery(props.read, id)
  const removeRecord = useRemoval(resource, props.remove)
  const actionsOf = useRecordActions(resource, props.actions)
  const record = entry.data?.record
  const title = record ? resource.titleOf(record) : text("one")
  useTitle(title)

  if (!record) {
    if (entry.error === undefined) return <Waiting onCancel={entry.cancel} />
    if (RecordMissing.fits(entry.error))
      return <RecordMissing error={entry.error} text={text("gone")} back={text("many")} href={base} />
    return <ErrorPanel title={text("loadFailed")} error={entry.error} onRetry={entry.reload} />
  }

  const remove = () => removeRecord(id, record, { agreed: () => navigate(base, { replace: true }) })
  const actions = actionsOf(record)
  const items: MenuItem[] = [
    ...actions,
    ...(actions.length > 0 && props.remove ? [{ separator: true } as const] : []),
    ...(props.remove ? [{ label: t("ui.remove"), icon: "trash", tone: "danger", run: remove } as const] : []),
  ]

  return (
    <>
      <PageHeader
        title={title}
        badge={props.badge?.(record)}
        text={props.text?.(record)}
        trail={screen.trail}
        current={title}
        actions={
          screen.may("write") && (
            <>
              {resource.copy && has.add && (
                <LinkButton icon="copy" href={`${base}/add?from=${encodeURIComponent(id)}`}>
                  {t("ui.duplicate")}
                </LinkButton>
              )}
              {screen.mayChange(record) && (
                <>
                  {has.edit && (
                    <LinkButton tone="primary" icon="edit" href={`${base}/edit/${id}`}>
                      {t("ui.edit")}
                    </LinkButton>
                  )}
                  {items.length > 0 && <Menu label={t("ui.actionsOf", { title })} button={{ icon: "more" }} items={items} />}
                </>
              )}
            </>
          )
        }
      />
      {props.children(record)}
    </>
  )
}
