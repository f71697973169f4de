import type { ReactNode } from "react"
import { useSnapshot } from "valtio"
import { nameOfModule } from "../../contract/modules"
import type { Option } from "../../core/http/options"
import { joinTexts } from "../../core/text/join-texts"
import { theme } from "../../state/theme"
import { Button } from "../../ui/controls/button"
import { canCopy, copyText } from "../../ui/controls/copy-button"
import { DateRange } from "../../ui/controls/date-range"
import { Select } from "../../ui/controls/select"
import { LinkTabs } from "../../ui/display/tabs"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { optionSource, useLongOptions } from "../../ui/hooks/use-long-options"
import type { OptionSource } from "../../ui/hooks/use-options"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { FilterBar } from "../../ui/lists/filter-bar"
import { FilterChoice } from "../../ui/lists/filter-choice"
import { PageHeader } from "../../ui/pages/page-header"
import { departmentOptions } from "../departments/api"
import { feedbackCompanyOptions, feedbackOwnerOptions } from "../feedback/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { isTooLong, presets, type ReportAddress, useReportAddress } from "./address"
import { Overview } from "./overview"
import { Reason } from "./placeholder"
import { ModuleReport } from "./report"
import { useReportModules } from "./report-context"
import { sources } from "./sources"

/** The companies to choose from, those of the platform among them where the module has its records; none for a company without subsidiaries. */
const useCompanies = ({
  module,
  tenantId,
}: ReportAddress): { options: readonly Option[]; search?: OptionSource["loadOptions"] } => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const isFeedback = module === "feedback"
  const companies = useLongOptions(isFeedback ? feedbackCompanyOptions : companyOptions, [tenantId])
  const owners = useLongOptions(isFeedback ? feedbackOwnerOptions : ownerOptions, [tenantId])
  if (!isPlatform && (companies.data?.length ?? 0) < 2) return { options: [] }
  const { data: options = [], search } = module && sources[module].hasPlatform && owners.data ? owners : companies
  return { options, search }
}

type FiltersProps = ReturnType<typeof useReportAddress> & { companies: ReturnType<typeof useCompanies>; tools: ReactNode }

const Filters = ({ address, change, companies, tools }: FiltersProps) => {
  const t = useT()
  const { module, period, from, to, tenantId, departmentId } = address
  const hasDepartments = module !== undefined && sources[module].hasDepartments === true
  const departments = useLongOptions(departmentOptions, [departmentId], hasDepartments)
  return (
    <section className="card report-filters" aria-label={t("reporting.filters")}>
      <FilterBar>
        <Select
          aria-label={t("reporting.period")}
          value={period}
          onChange={value => change({ period: presets.find(name => name === value) ?? "custom" })}
          options={[
            ...presets.map(name => ({ value: name, label: t(`ui.range.${name}`) })),
            { value: "custom", label: t("reporting.custom") },
          ]}
        />
        {period === "custom" && (
          <DateRange
            label={t("reporting.periodDays")}
            from={from}
            to={to}
            onChange={(from, to) => change(from || to ? { period: "custom", from, to } : { period: "last30Days" })}
          />
        )}
        {(companies.options.length > 0 || tenantId) && (
          <FilterChoice
            id="report-company"
            label={t("ui.owner")}
            {...optionSource(companies.options, companies.search)}
            value={tenantId}
            onChange={value => change({ tenantId: value })}
          />
        )}
        {hasDepartments && (
          <FilterChoice
            id="report-department"
            label={t("reporting.department")}
            {...optionSource(departments.data, departments.search)}
            isLoading={!departments.data && departments.error === undefined}
            value={departmentId}
            onChange={value => change({ departmentId: value })}
          />
        )}
        {tools && <div className="push-end">{tools}</div>}
      </FilterBar>
    </section>
  )
}

/** Whose records a report is about, in words. */
const useSubject = ({ tenantId }: ReportAddress, companies: ReturnType<typeof useCompanies>) => {
  const t = useT()
  const { name } = useSnapshot(theme)
  const isPlatform = useCurrentUser()?.role === "Administrator"
  if (tenantId) return companies.options.find(({ value }) => value === tenantId)?.label ?? t("reporting.oneCompany")
  if (isPlatform) return t("reporting.allCompanies")
  return companies.options.length ? t("reporting.withSubsidiaries", { name: name ?? "" }) : name
}

/** Reports of all modules and of each one, by their address (docs/console.md#reports). */
export const List = () => {
  const t = useT()
  const format = useFormat(true)
  const view = useReportAddress()
  const { address, today, hrefOf, change } = view
  const { modules } = useReportModules()
  const companies = useCompanies(address)
  const departments = useLongOptions(departmentOptions, [address.departmentId], address.departmentId !== "").data
  const subject = useSubject(address, companies)
  const { module, from, to } = address
  useTitle(module ? t("reporting.title", { module: t(nameOfModule(module)) }) : t("nav.reports"))
  const department = address.departmentId && departments?.find(({ value }) => value === address.departmentId)?.label
  const source = joinTexts(format.period(from, to), subject, department)
  const filters = (tools: ReactNode) => <Filters {...view} companies={companies} tools={tools} />
  const isOpen = module === undefined || modules.includes(module)

  return (
    <>
      <PageHeader
        title={t("nav.reports")}
        text={source}
        actions={
          canCopy() && (
            <Button icon="link" onClick={() => copyText(location.href, t("reporting.linkCopied"))}>
              {t("reporting.copyLink")}
            </Button>
          )
        }
      />
      <LinkTabs
        label={t("reporting.modules")}
        tabs={[undefined, ...modules].map(name => ({
          label: name ? t(nameOfModule(name)) : t("reporting.overview"),
          href: hrefOf({ module: name }),
          current: name === module,
        }))}
      />
      {!isOpen ? (
        <Reason name="closed" />
      ) : isTooLong(address) ? (
        <>
          {filters(undefined)}
          <Reason name="tooLong" />
        </>
      ) : module ? (
        <ModuleReport
          key={module}
          module={module}
          address={address}
          today={today}
          source={source}
          filters={filters}
          onClear={() => change({ tenantId: "", departmentId: "" })}
        />
      ) : (
        <>
          {filters(undefined)}
          <Overview modules={modules} address={address} today={today} hrefOf={name => hrefOf({ module: name })} />
        </>
      )}
    </>
  )
}
