import { type ReactNode, useState } from "react"
import { Redirect } from "wouter"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { QueryPlaceholder } from "../../../ui/pages/loading/query-placeholder"
import { Empty } from "../../../ui/placeholders/empty"
import { RunningGenerations, useAnalysis, useAnalysisPaths } from "./analysis-screen"
import { useSurvey } from "./survey-context"

export type Back = { label: string; href: string }

type Props<T> = {
  entries: readonly T[] | undefined
  back: Back
  /** @param stored the entry of the address; undefined for a new one */
  children: (stored: T | undefined) => ReactNode
}

/**
 * The screen of a form, for those who may change the survey, once both lists are loaded; or a notice that the entry of the address is
 * deleted. The form stays while it is open, whether its entry is still in the list or not.
 */
export const EntryScreen = <T extends { id: string }>({ entries, back, children }: Props<T>) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const { page } = useAnalysisPaths()
  const { recommendations, plans } = useAnalysis()
  if (!mayChange(useSurvey())) return <Redirect to={page} replace />
  if (!recommendations.entries || !plans.entries)
    return <QueryPlaceholder entry={recommendations.entries ? plans : recommendations} failed={t("analysis.loadFailed")} isPage />
  return (
    <>
      <RunningGenerations />
      <StoredEntry entries={entries ?? []} back={back}>
        {children}
      </StoredEntry>
    </>
  )
}

const StoredEntry = <T extends { id: string }>({ entries, back, children }: Props<T> & { entries: readonly T[] }) => {
  const t = useT()
  const { entry } = useScreenContext()
  const [stored] = useState(() => entries.find(({ id }) => id === entry))
  if (entry === undefined || stored) return children(stored)
  return (
    <Empty
      isPage
      icon="file"
      title={t("analysis.gone")}
      text={t("analysis.goneText")}
      actions={[{ label: t("ui.backTo", { place: back.label }), icon: "arrow-left", href: back.href }]}
    />
  )
}
