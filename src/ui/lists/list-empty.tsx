import { Empty } from "../display/empty"
import { ErrorPanel } from "../display/error-panel"
import { useT } from "../hooks/use-t"
import { useResourceTexts } from "../pages/resource-texts"

/** What a list shows in place of rows: each state names its next step (design, principle 5). */
export const ListEmpty = (props: {
  kind: "first" | "noMatch" | "error"
  icon: string
  words: string
  keyword?: string
  error?: unknown
  addHref?: string
  onRetry?: () => void
  onClear?: () => void
}) => {
  const t = useT()
  const word = useResourceTexts(props.words)
  if (props.kind === "error") return <ErrorPanel title={word("loadFailed")} error={props.error} onRetry={props.onRetry} />
  if (props.kind === "noMatch")
    return (
      <Empty
        tone="neutral"
        icon="search"
        title={props.keyword ? t("ui.noMatchFor", { keyword: props.keyword }) : t("ui.noMatch")}
        text={t("ui.noMatchText")}
        actions={[{ label: t("ui.clearFilters"), run: () => props.onClear?.() }]}
      />
    )
  return (
    <Empty
      tone="accent"
      icon={props.icon}
      title={word("emptyTitle")}
      text={word("emptyText")}
      actions={props.addHref ? [{ label: word("create"), icon: "plus", tone: "primary", href: props.addHref }] : []}
    />
  )
}
