import { nameOfModule } from "../../contract/modules"
import { Stats } from "../../ui/display/stats"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { dashboardStats, userMetrics } from "../dashboard/api"
import { useReportModules } from "./report-context"

/** Totals of the modules and departments as of now, for servers without reports; nothing that the server leaves out. */
export const Totals = () => {
  const t = useT()
  const format = useFormat()
  const { modules } = useReportModules()
  const totals = useQuery(dashboardStats, undefined).data ?? {}
  const people = useQuery(userMetrics, undefined, modules.includes("employees")).data
  const items = modules.flatMap(module => {
    const { total, active }: { total?: unknown; active?: unknown } =
      totals[module] ?? (module === "employees" ? people : undefined) ?? {}
    const note = typeof active === "number" ? t("reporting.active", { count: active }) : undefined
    return typeof total === "number"
      ? [{ label: t(nameOfModule(module)), value: format.number(total), ...(note && { note }) }]
      : []
  })
  const departments = (people?.byDepartment ?? []).flatMap(({ departmentName, total }) =>
    typeof total === "number"
      ? [{ label: departmentName ?? t("reporting.without.departmentId"), value: format.number(total) }]
      : [],
  )
  return (
    <>
      {items.length > 0 && <p className="subtle small">{t("reporting.totals")}</p>}
      {items.length > 0 && <Stats label={t("reporting.totals")} items={items} />}
      {departments.length > 0 && <Stats label={t("reporting.byDepartment")} items={departments} />}
    </>
  )
}
