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
import { PageHeader } from "./page-header"
import { RecordMissing } from "./record-missing"
import { useRemoval } from "./removal"
import { useResourceTexts } from "./resource-texts"
import { type Owned, useScreenContext } from "./screen-context"

/** One record to look at: header with status and actions, content beside facts. */
export const ViewPage = <R extends Owned>(props: {
  name: string
  words: string
  read: Read<string, Loaded<R>>
  titleOf: (record: R) => string
  badge?: (record: R) => ReactNode
  text?: (record: R) => ReactNode
  remove: (id: string) => Promise<Answer>
  items?: (record: R) => MenuItem[]
  children: (record: R) => ReactNode
}) => {
  const t = useT()
  const word = useResourceTexts(props.words)
  const place = useScreenContext()
  const { base, id = "" } = place
  const [, navigate] = useLocation()
  const entry = useQuery(props.read, id)
  const removal = useRemoval(props.name, props.words, props.remove)
  const record = entry.data?.record
  const title = record ? props.titleOf(record) : word("one")
  useTitle(title)

  if (!record) {
    if (entry.error === undefined) return <Waiting onCancel={entry.cancel} />
    if (RecordMissing.fits(entry.error))
      return <RecordMissing error={entry.error} text={word("gone")} back={word("many")} href={base} />
    return <ErrorPanel title={word("loadFailed")} error={entry.error} onRetry={entry.reload} />
  }

  const remove = () => removal(id, title, { agreed: () => navigate(base, { replace: true }) })

  return (
    <>
      <PageHeader
        title={title}
        badge={props.badge?.(record)}
        text={props.text?.(record)}
        trail={place.trail}
        current={title}
        actions={
          place.may("write") && (
            <>
              <LinkButton icon="copy" href={`${base}/add?from=${encodeURIComponent(id)}`}>
                {t("ui.duplicate")}
              </LinkButton>
              {place.mayChange(record) && (
                <>
                  <LinkButton tone="primary" icon="edit" href={`${base}/edit/${id}`}>
                    {t("ui.edit")}
                  </LinkButton>
                  <Menu
                    label={t("ui.actionsOf", { title })}
                    button={{ icon: "more" }}
                    items={[
                      ...(props.items?.(record) ?? []),
                      ...(props.items ? [{ separator: true } as const] : []),
                      { label: t("ui.remove"), icon: "trash", tone: "danger", run: remove },
                    ]}
                  />
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
