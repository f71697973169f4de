import type { ReactNode } from "react"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { QueryPlaceholder } from "../../../ui/pages/loading/query-placeholder"
import { apply } from "./plans/plan-actions"
import { useSurvey } from "./survey-context"
import { adding, type Entries } from "./use-entries"

/** What the browser kept while the server did not have the call; moved only when the person asks for it. */
const Leftover = <T extends { id: string }>({ list }: { list: Entries<T> }) => {
  const t = useT()
  if (!list.leftover.length) return null
  const move = async () => {
    if (await apply(list, adding(list.leftover), "analysis.saveFailed")) list.forgetLeftover()
  }
  return (
    <Alert
      tone="info"
      title={t("analysis.leftover", { count: list.leftover.length })}
      text={t("analysis.leftoverText")}
      actions={
        <Button size="sm" icon="upload" onClick={move}>
          {t("analysis.leftoverMove")}
        </Button>
      }
    />
  )
}

/** A list that is loaded, or what is shown in its place. */
export const LoadedEntries = <T extends { id: string }>({
  list,
  children,
}: {
  list: Entries<T>
  children: (entries: readonly T[]) => ReactNode
}) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const isChangeable = mayChange(useSurvey())
  if (!list.entries) return <QueryPlaceholder entry={list} failed={t("analysis.loadFailed")} />
  return (
    <>
      {list.isLocal && isChangeable && <Alert tone="warning" title={t("analysis.local")} text={t("analysis.localText")} />}
      {isChangeable && <Leftover list={list} />}
      {children(list.entries)}
    </>
  )
}
