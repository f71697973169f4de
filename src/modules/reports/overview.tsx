import { figuresOf, totalLabel } from "../../contract/report-figures"
import type { Report, ReportModule } from "../../contract/reports"
import { errorMessage } from "../../core/http/errors"
import { NotOffered } from "../../state/features"
import { Button } from "../../ui/controls/button"
import { Icon } from "../../ui/display/icons/icon"
import { Link } from "../../ui/display/link"
import { Skeleton } from "../../ui/display/skeleton"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { argsOf, type ReportAddress } from "./address"
import { getReport } from "./api"
import { ChangeText } from "./figure"
import { Missing, Reason } from "./placeholder"
import { PeriodNote } from "./report"
import { sources } from "./sources"

/** The course of a period, without axes: its figures are in the report that the card leads to. */
const Sparkline = ({ series }: Pick<Report, "series">) => {
  const top = Math.max(1, ...series.map(({ count }) => count))
  const points = series.map(({ count }, at) => `${(at / Math.max(1, series.length - 1)) * 100} ${31 - (count / top) * 30}`)
  return (
    <svg className="report-spark" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
      {points.length > 1 && <path className="chart__line" d={`M${points.join("L")}`} />}
    </svg>
  )
}

type CardProps = { module: ReportModule; address: ReportAddress; href: string }

/** The total of a module; it shows its own error where its call fails. */
const OverviewCard = ({ module, address, href }: CardProps) => {
  const t = useT()
  const format = useFormat()
  const { data, error, reload } = useQuery(getReport, argsOf(address, module))
  const name = t(totalLabel(module))
  return (
    <section className="card report-card" aria-label={name} aria-busy={!data && error === undefined}>
      <h2>
        <Icon name={sources[module].icon} size="sm" />
        <Link href={href}>{name}</Link>
      </h2>
      {data ? (
        <>
          <strong>{format.number(data.total)}</strong>
          <ChangeText figure={{ value: data.total, previous: data.previousTotal, kind: "number" }} />
          <span className="subtle small">{t("reporting.previous", { value: format.number(data.previousTotal) })}</span>
          {figuresOf(data).map(
            ({ name, label, value, isCurrent }) =>
              isCurrent &&
              value !== null && (
                <span key={name} className="subtle small">
                  {t(label)}: {format.number(value)}
                </span>
              ),
          )}
          <Sparkline series={data.series} />
        </>
      ) : error === undefined ? (
        <Skeleton width="short" />
      ) : (
        <div role="alert">
          <p>{errorMessage(error, "reporting.failed", t)}</p>
          <Button size="sm" icon="refresh" aria-label={`${t("ui.retry")}: ${name}`} onClick={reload}>
            {t("ui.retry")}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A card for each module, all of the same period. @param hrefOf the report of a module */
export const Overview = (props: {
  modules: readonly ReportModule[]
  address: ReportAddress
  today: string
  hrefOf: (module: ReportModule) => string
}) => {
  const { modules, address, today, hrefOf } = props
  const [first] = modules
  const { error } = useQuery(getReport, argsOf(address, first ?? "campaigns"), first !== undefined)
  if (!first) return <Reason name="closed" />
  if (error instanceof NotOffered) return <Missing />
  return (
    <>
      <PeriodNote to={address.to} today={today} />
      <div className="report-overview">
        {modules.map(module => (
          <OverviewCard key={module} module={module} address={address} href={hrefOf(module)} />
        ))}
      </div>
    </>
  )
}
