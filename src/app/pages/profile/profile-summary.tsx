import { type SummaryRhythm, summaryRhythms } from "../../../contract/summary"
import { notifyFailure } from "../../../state/notifications"
import { Card } from "../../../ui/display/card"
import { useCan } from "../../../ui/hooks/use-can"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { FailedCall } from "../../../ui/placeholders/failed-call"
import { getSummary, setSummary } from "../account"
import { Choice } from "./profile-settings"

/** Whether and when a mail sums up what needs the person (docs/contract.md#summary). */
export const SummaryCard = () => {
  const t = useT()
  const isOffered = useCan("summary")
  const { data, error, reload } = useQuery(getSummary, undefined, isOffered)
  const choose = (rhythm: SummaryRhythm) =>
    setSummary(rhythm).then(reload, (failure: unknown) => notifyFailure(failure, "profile.summaryFailed"))
  return (
    <Card title={t("profile.summary")}>
      {data ? (
        <ul className="profile-list">
          <Choice
            label={t("profile.summaryRhythm")}
            text={t("profile.summaryText")}
            value={data.rhythm}
            options={summaryRhythms.map(value => ({ value, label: t(`profile.summary.${value}`) }))}
            onChange={choose}
          />
        </ul>
      ) : !isOffered ? (
        <p className="subtle">{t("profile.summaryNotOffered")}</p>
      ) : (
        error !== undefined && <FailedCall title={t("profile.summaryNotLoaded")} error={error} onRetry={reload} />
      )}
    </Card>
  )
}
