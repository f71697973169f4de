import type { Campaign } from "../../../contract/campaigns"
import { needsAmount, type UseDay, type UseFigures } from "../../../contract/campaigns/uses"
import { compact } from "../../../core/compact"
import { ChartCard } from "../../../ui/charts/chart-card"
import { periodsOf } from "../../../ui/charts/scale"
import { TimeChart } from "../../../ui/charts/time-chart"
import { Stats } from "../../../ui/display/stats"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { listUseDays } from "../../campaign-uses/api"

/** The figures of the whole campaign, and what is left of its limits. */
export const Figures = ({ campaign, figures }: { campaign: Campaign; figures: UseFigures | undefined }) => {
  const t = useT()
  const format = useFormat()
  const { participantLimit, budget, currency, usesPerPerson } = campaign
  const { participantCount = 0, useCount = 0, amountUsed = 0 } = figures ?? {}
  const placesLeft = participantLimit !== null && format.number(Math.max(0, participantLimit - participantCount))
  const budgetLeft = budget !== null && format.money(Math.max(0, budget - amountUsed), currency)
  return (
    <Stats
      label={t("campaign.uses.figures")}
      isLoading={!figures}
      items={compact([
        {
          label: t("campaign.participantCount"),
          value: format.number(participantCount),
          note:
            participantLimit === null
              ? t("campaign.noLimit")
              : t("campaign.ofPlaces", { number: format.number(participantLimit) }),
        },
        placesLeft !== false && { label: t("campaign.placesLeft"), value: placesLeft },
        {
          label: t("campaign.useCount"),
          value: format.number(useCount),
          note: usesPerPerson === null ? undefined : t("campaign.perPerson", { number: format.number(usesPerPerson) }),
        },
        (needsAmount(campaign) || amountUsed > 0) && {
          label: t("campaign.amountUsed"),
          value: format.money(amountUsed, currency),
          note: budget === null ? undefined : t("campaign.ofBudget", { amount: format.money(budget, currency) }),
        },
        budgetLeft !== false && { label: t("campaign.budgetLeft"), value: budgetLeft },
      ])}
    />
  )
}

const largestOf = (days: readonly UseDay[]) => days.reduce((best, day) => (day.uses > best.uses ? day : best))

/** Valid uses by day, of the filtered period. Absent without any. */
export const DaysCard = ({ campaign, period }: { campaign: Campaign; period: { from?: string; to?: string } }) => {
  const t = useT()
  const format = useFormat()
  const { may } = useScreenContext()
  const { data = [] } = useQuery(listUseDays, { id: campaign.id, ...period })
  if (!data.length) return null
  const hasAmounts = data.some(({ amount }) => amount > 0)
  const { day, uses } = largestOf(data)
  return (
    <ChartCard
      title={t("campaign.uses.byDay")}
      note={t("campaign.uses.byDayNote")}
      table={{
        columns: compact([t("campaign.use.day"), t("campaign.usage"), hasAmounts && t("campaign.use.amountLabel")]),
        rows: data.map(({ day, uses, amount }) => ({
          key: day,
          cells: compact([format.date(day), format.number(uses), hasAmounts && format.money(amount, campaign.currency)]),
        })),
      }}
      source={campaign.title}
      maySave={may("export")}
    >
      <TimeChart
        finding={t("campaign.uses.finding", { date: format.date(day), count: uses, number: format.number(uses) })}
        periods={periodsOf(data.map(({ day, uses }) => ({ date: day, count: uses })))}
        textOf={(name, { count }) => t("campaign.uses.on", { date: name, count, number: format.number(count) })}
      />
    </ChartCard>
  )
}
