import type { ReactNode } from "react"
import { type SurveyReport, smallestGroup } from "../../../../contract/surveys/report"
import { compareTexts } from "../../../../core/text/compare-texts"
import { Button } from "../../../../ui/controls/button"
import { DateRange } from "../../../../ui/controls/date-range"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { FilterBar } from "../../../../ui/lists/filter-bar"
import { FilterChoice } from "../../../../ui/lists/filter-choice"
import type { useReportFilters } from "./use-report-filters"

type Props = ReturnType<typeof useReportFilters> & { report: SurveyReport | undefined; tools?: ReactNode }

/** Filters by department and day, where the server has them, and the rule that small groups are not shown. */
export const ReportFilterBar = ({ filters, isFiltered, change, report, tools }: Props) => {
  const t = useT()
  const format = useFormat()
  const departments = [...(report?.departments ?? [])].sort((a, b) => compareTexts(a.name, b.name))
  const options = departments.map(({ id, name, count }) => ({
    value: id,
    label: name,
    hint: t("analysis.report.answerCount", { count }),
  }))
  // A link may name a department that has no report of its own.
  if (filters.department && !departments.some(({ id }) => id === filters.department))
    options.push({ value: filters.department, label: t("analysis.report.otherDepartment"), hint: "" })
  const hasDays = isFiltered || (report?.series.length ?? 0) > 0
  const hasControls = options.length > 0 || hasDays || Boolean(tools)
  return (
    <section className="card" aria-label={t("analysis.report.filters")}>
      {hasControls && (
        <FilterBar>
          {options.length > 0 && (
            <FilterChoice
              id="report-department"
              label={t("analysis.report.department")}
              options={options}
              value={filters.department}
              onChange={department => change({ department })}
            />
          )}
          {hasDays && (
            <DateRange
              label={t("analysis.report.days")}
              from={filters.from}
              to={filters.to}
              onChange={(from, to) => change({ from, to })}
            />
          )}
          <Button
            className="filter-bar__clear"
            tone="ghost"
            icon="x"
            aria-label={t("ui.clearFilters")}
            disabled={!isFiltered}
            onClick={() => change({ department: "", from: "", to: "" })}
          >
            {t("ui.clear")}
          </Button>
          {tools && <div className="push-end">{tools}</div>}
        </FilterBar>
      )}
      <p className="report__rule subtle small">{t("analysis.report.rule", { count: format.number(smallestGroup) })}</p>
    </section>
  )
}
