import { type Summary, summaryRhythms } from "../../../contract/summary"
import { notifyFailure } from "../../../state/notifications"
import { Card } from "../../../ui/display/card"
import { useOfferedQuery } from "../../../ui/hooks/use-can"
import { useT } from "../../../ui/hooks/use-t"
import { FailedCall } from "../../../ui/placeholders/failed-call"
import { getSummary, setSummary } from "../account"
import { Choice } from "./profile-settings"

/** Which mails the person gets: a summary of what needs them, the report of a month, and those about approvals (docs/contract.md#summary). */
export const SummaryCard = () => {
  const t = useT()
  const { entry, isOffered } = useOfferedQuery("summary", getSummary, undefined)
  const { data, error, reload } = entry
  const onOff = (["on", "off"] as const).map(value => ({ value, label: t(`profile.mails.${value}`) }))
  const choose = (change: Partial<Summary>) =>
    setSummary(change).then(reload, (failure: unknown) => notifyFailure(failure, "profile.summaryFailed"))
  return (
    <Card title={t("profile.summary")}>
      {data ? (
        <ul className="profile-list">
          <Choice
            label={t("profile.summaryRhythm")}
            text={t("profile.summaryText")}
            value={data.rhythm}
            options={summaryRhythms.map(value => ({ value, label: t(`profile.summary.${value}`) }))}
            onChange={rhythm => choose({ rhythm })}
          />
          {data.monthlyReport !== undefined && (
            <Choice
              label={t("profile.monthlyReport")}
              text={t("profile.monthlyReportText")}
              value={data.monthlyReport ? "on" : "off"}
              options={onOff}
              onChange={value => choose({ monthlyReport: value === "on" })}
            />
          )}
          {data.approvals !== undefined && (
            <Choice
              label={t("profile.approvalMails")}
              text={t("profile.approvalMailsText")}
              value={data.approvals ? "on" : "off"}
              options={onOff}
              onChange={value => choose({ approvals: value === "on" })}
            />
          )}
        </ul>
      ) : !isOffered ? (
        <p className="subtle">{t("profile.summaryNotOffered")}</p>
      ) : (
        error !== undefined && <FailedCall title={t("profile.summaryNotLoaded")} error={error} onRetry={reload} />
      )}
    </Card>
  )
}
