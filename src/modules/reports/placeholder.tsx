import { HttpError } from "../../core/http/http"
import { NotOffered } from "../../state/features"
import { useT } from "../../ui/hooks/use-t"
import { QueryPlaceholder, type QueryState } from "../../ui/pages/loading/query-placeholder"
import { Empty } from "../../ui/placeholders/empty"
import { Totals } from "./totals"

const statusOf = (error: unknown) => (error instanceof HttpError ? error.status : 0)

/** Shown in place of a report for a reason that is worded. */
export const Reason = ({ name }: { name: "missing" | "closed" | "tooLong" }) => {
  const t = useT()
  return (
    <section className="card" aria-label={t("nav.reports")}>
      <Empty
        icon={name === "closed" ? "lock" : "chart"}
        title={t(`reporting.reason.${name}`)}
        text={t(`reporting.reasonText.${name}`)}
      />
    </section>
  )
}

/** Shown where the server has no reports. */
export const Missing = () => (
  <>
    <Totals />
    <Reason name="missing" />
  </>
)

/** Shown in place of a report that is loading, or that could not be loaded. */
export const Placeholder = ({ entry }: { entry: QueryState }) => {
  const t = useT()
  if (entry.error instanceof NotOffered) return <Missing />
  if (statusOf(entry.error) === 403) return <Reason name="closed" />
  return <QueryPlaceholder entry={entry} failed={t("reporting.failed")} />
}
