import { type SummaryRhythm, summaryRhythms } from "../../../contract/summary"
import { notifyFailure } from "../../../state/notifications"
import { Card } from "../../../ui/display/card"
import { useOfferedQuery } from "../../../ui/hooks/use-can"
import { useT } from "../../../ui/hooks/use-t"
import { FailedCall } from "../../../ui/placeholders/failed-call"
import { getSummary, setSummary } from "../account"
import { Choice } from "./profile-settings"

/** Whether and when a mail sums up what needs the person (docs/contract.md#summary). */
export const SummaryCard = () => {
  const t = useT()
  const { entry, isOffered } = useOfferedQuery("summary", getSummary, undefined)
  const { data, error, reload } = entry
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
