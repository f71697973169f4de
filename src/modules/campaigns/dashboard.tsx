import { useSnapshot } from "valtio"
import { statuses } from "../../contract/campaigns"
import { config } from "../../state/config"
import { flags } from "../../state/flags"
import { Stats } from "../../ui/display/stats"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { dashboardStats } from "../dashboard/api"
import { Attention } from "./attention"
import { List } from "./list"

/** Figures of the dashboard, without those that the server leaves out; hidden if the call fails (docs/contract.md#dashboard). */
const Figures = () => {
  const t = useT()
  const format = useFormat()
  const { data, error } = useQuery(dashboardStats, undefined)
  if (error !== undefined && !data) return null
  const byStatus = (name: "active" | "scheduled") => data?.campaigns?.byStatus?.[String(statuses.value(name))] ?? 0
  // While the figures load, every place is kept.
  const has = (part: "campaigns" | "gifts" | "employees") => !data || data[part] !== undefined
  const note = (total: number | undefined) =>
    total === undefined ? undefined : t("dashboard.ofTotal", { total: format.number(total) })
  return (
    <Stats
      label={t("dashboard.figures")}
      isLoading={!data}
      items={[
        has("campaigns") && {
          label: t("dashboard.activeCampaigns"),
          value: format.number(byStatus("active")),
          note: note(data?.campaigns?.total),
        },
        has("campaigns") && { label: t("dashboard.scheduledCampaigns"), value: format.number(byStatus("scheduled")) },
        has("gifts") && {
          label: t("dashboard.activeGifts"),
          value: format.number(data?.gifts?.active ?? 0),
          note: note(data?.gifts?.total),
        },
        has("employees") && {
          label: t("dashboard.activeEmployees"),
          value: format.number(data?.employees?.active ?? 0),
          note: note(data?.employees?.total),
        },
      ].filter(item => item !== false)}
    />
  )
}

/** Figures and, on a server with extensions, what needs attention. */
const Overview = () => (
  <>
    <Figures />
    {config.extensions && <Attention />}
  </>
)

/**
 * The landing page of administrators: the list of campaigns below an overview, which the module flag `dashboard` hides
 * (docs/console.md#dashboard).
 */
export const Dashboard = () => {
  const { all } = useSnapshot(flags)
  return <List header={all?.dashboard === false ? undefined : <Overview />} />
}
