import type { ReportContext } from "../../contract/report-figures"
import { periodFilters, type Report, type ReportPart } from "../../contract/reports"
import type { Key } from "../../core/text/i18n"
import { codeLabel } from "../../ui/display/badge"
import { platformOwner } from "../../ui/lists/use-owner-column"
import type { ReportArgs } from "./api"
import { sources } from "./sources"

/** The parts of a report, with the lists that they lead to. */

type Part = { key: string; name: string; count: number; href?: string }

/** A distribution of the total. `notes`: what a reader has to know. */
export type Section = { name: string; title: Key; parts: Part[]; notes: string[] }

/** Returns the path of the list that has the rows of a report; of any time without days. @param root of the role; @param filters beside the report's own */
export const listHref = (
  root: keyof (typeof sources)["campaigns"]["paths"],
  args: ReportArgs,
  filters: Record<string, string> = {},
) => {
  const { module, from, to, ...own } = args
  const names = periodFilters[module]
  const query = new URLSearchParams({ ...(from && { [names.from]: from, [names.to]: to }), ...own, ...filters })
  return sources[module].paths[root] + (query.size ? `?${query}` : "")
}

type Root = Parameters<typeof listHref>[0]

/** Returns the distributions of a report; those of one part that the filters name are left out. */
export const sectionsOf = (report: Report, args: ReportArgs, root: Root, { t }: ReportContext): Section[] => {
  const source = sources[report.module]
  const sectionOf = (
    name: string,
    title: Key,
    filter: string,
    parts: readonly ReportPart[] | null | undefined,
    nameOf: (part: ReportPart) => string,
    notes: string[] = [],
  ): Section[] => {
    if (!parts?.length) return []
    const isUnlinked = parts.some(({ value }) => value === null)
    return [
      {
        name,
        title,
        parts: parts.map(part => ({
          key: part.value ?? "",
          name: nameOf(part),
          count: part.count,
          ...(part.value !== null && { href: listHref(root, args, { [filter]: part.value }) }),
        })),
        notes: [...notes, ...(isUnlinked ? [t("reporting.unlinked", { name: t(`reporting.without.${filter}` as Key) })] : [])],
      },
    ]
  }
  const recordName =
    (filter: string) =>
    ({ value, name }: ReportPart) => {
      if (value === null) return t(`reporting.without.${filter}` as Key)
      return value === platformOwner ? t("ui.platform") : (name ?? t("ui.unknown"))
    }
  const { categories } = report
  const look = source.category
  const hasSeveral = categories !== null && categories.parts.reduce((sum, { count }) => sum + count, 0) > report.total
  return [
    ...sectionOf("statuses", "reporting.byStatus", "status", report.statuses, ({ value }) => codeLabel(source.status, value, t)),
    ...(args.tenantId ? [] : sectionOf("companies", "reporting.byCompany", "tenantId", report.companies, recordName("tenantId"))),
    ...sectionOf(
      "categories",
      categories?.filter === "type" ? "reporting.byType" : "reporting.byCategory",
      categories?.filter ?? "",
      categories?.parts,
      look ? ({ value }) => codeLabel(look, value, t) : recordName("categoryId"),
      hasSeveral ? [t("reporting.severalCategories")] : [],
    ),
    ...(args.departmentId
      ? []
      : sectionOf("departments", "reporting.byDepartment", "departmentId", report.departments, recordName("departmentId"))),
  ]
}
