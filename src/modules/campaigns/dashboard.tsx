import { useSnapshot } from "valtio"
import { statuses } from "../../contract/campaigns"
import { activeStatuses } from "../../core/codes"
import { flags } from "../../state/flags"
import { Stats } from "../../ui/display/stats"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { dashboardStats } from "../dashboard/api"
import { Attention } from "./attention"

/** Figures of the dashboard, without those that the server leaves out; hidden if the call fails (docs/contract.md#dashboard). */
const Figures = () => {
  const t = useT()
  const format = useFormat()
  const { base, mayOpen } = useScreenContext()
  const { data, error } = useQuery(dashboardStats, undefined)
  const hasUsable = useCan("gifts.period")
  if (error !== undefined && !data) return null
  const byStatus = (name: "active" | "scheduled") => data?.campaigns?.byStatus?.[String(statuses.value(name))] ?? 0
  const root = base.replace(/\/[^/]+$/, "")
  /** The list of what a figure counts, where the person may open it. */
  const linkToList = (status: number, path: string, filter = `status=${status}`) => mayOpen(path) && { href: `${path}?${filter}` }
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
          ...linkToList(statuses.value("active"), `${root}/campaigns`),
        },
        has("campaigns") && {
          label: t("dashboard.scheduledCampaigns"),
          value: format.number(byStatus("scheduled")),
          ...linkToList(statuses.value("scheduled"), `${root}/campaigns`),
        },
        has("gifts") && {
          label: t("dashboard.activeGifts"),
          value: format.number(data?.gifts?.active ?? 0),
          note: note(data?.gifts?.total),
          ...linkToList(activeStatuses.value("active"), `${root}/gift-management`, hasUsable ? "usable=true" : undefined),
        },
        has("employees") && {
          label: t("dashboard.activeEmployees"),
          value: format.number(data?.employees?.active ?? 0),
          note: note(data?.employees?.total),
          ...linkToList(activeStatuses.value("active"), "/user/employees"),
        },
      ].filter(item => item !== false)}
    />
  )
}

/** In a chunk of its own: the list does not wait for it. */
const Setup = lazyScreen(
  withTexts("campaigns.setup", () => import("./setup")),
  module => module.Setup,
)

/**
 * What the landing page of administrators shows above the list: figures and, on a server with extensions, what needs attention and
 * what a company has yet to set up.
 * The module flag `dashboard` hides it (docs/console.md#dashboard).
 */
export const Overview = () => {
  const isCompany = useScreenContext().root === "/user"
  const { all } = useSnapshot(flags)
  const hasAttention = useCan("attention")
  if (all?.dashboard === false) return null
  return (
    <>
      <Figures />
      {hasAttention && <Attention />}
      {isCompany && <Setup />}
    </>
  )
}
