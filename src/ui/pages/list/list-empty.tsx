import { useT } from "../../hooks/use-t"
import { Empty } from "../../placeholders/empty"
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
  const t = useT()
  const text = useResourceTexts(props.resource.texts)
  if (props.isFiltered)
    return (
      <Empty
        tone="neutral"
        icon="search"
        title={props.keyword ? t("ui.noMatchFor", { keyword: props.keyword }) : t("ui.noMatch")}
        text={t("ui.noMatchText")}
        actions={[{ label: t("ui.clearFilters"), run: props.onClear }]}
      />
    )
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
