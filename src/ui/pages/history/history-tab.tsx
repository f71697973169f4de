import type { ComponentType } from "react"
import type { Key } from "../../../core/text/i18n"
import { type Owned, useScreenContext } from "../../hooks/screen-context"
import { useCan } from "../../hooks/use-can"
import { useT } from "../../hooks/use-t"
import { type RecordTab, RecordTabs } from "../record/record-tabs"
import type { HistorySpec } from "./history-spec"
import { RecordHistory } from "./record-history"

type Recorded = Owned & { id: string }

/**
 * Returns the history tab of a record: none where the server keeps no history, and for a record of others, whose changes the
 * server does not return (docs/contract.md#audit-and-undo).
 * @param blockedReason why no version can be restored
 */
export const useHistoryTab = (spec: HistorySpec, record: Recorded, blockedReason?: Key): readonly RecordTab[] => {
  const t = useT()
  const { isInReach } = useScreenContext()
  const isOffered = useCan("audit")
  if (!isOffered || !isInReach(record)) return []
  return [
    {
      name: "history",
      label: t("history.history"),
      content: () => <RecordHistory spec={spec} record={record} blockedReason={blockedReason} />,
    },
  ]
}

/** Returns a record's page content with a second tab, the history. */
export const withHistory = <R extends Recorded>(Overview: ComponentType<{ record: R }>) => {
  return function WithHistory({ record, history }: { record: R; history: HistorySpec }) {
    const t = useT()
    const tabs = useHistoryTab(history, record)
    if (!tabs.length) return <Overview record={record} />
    const overview = { name: "overview", label: t("history.overview"), content: () => <Overview record={record} /> }
    return <RecordTabs label={t("history.parts")} tabs={[overview, ...tabs]} />
  }
}
