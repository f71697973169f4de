import { Empty } from "../../placeholders/empty"
import { NoMatch } from "../../placeholders/no-match"
import type { ResourceBase } from "../resource"
import { useResourceTexts } from "../resource-texts"

/** Shown in place of rows: no record matches the filters, or there is none yet (docs/console.md#list-states). */
export const ListEmpty = (props: {
  resource: Pick<ResourceBase<never>, "icon" | "texts">
  isFiltered: boolean
  keyword?: string
  addHref?: string
  onClear: () => void
}) => {
  const text = useResourceTexts(props.resource.texts)
  if (props.isFiltered) return <NoMatch keyword={props.keyword} onClear={props.onClear} />
  return (
    <Empty
      tone="accent"
      icon={props.resource.icon}
      title={text("emptyTitle")}
      text={text("emptyText")}
      actions={props.addHref ? [{ label: text("create"), icon: "plus", tone: "primary", href: props.addHref }] : []}
    />
  )
}
