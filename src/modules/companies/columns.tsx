import type { Company } from "../../contract/companies"
import { codeLabel } from "../../ui/display/badge"
import { untranslated } from "../../ui/display/untranslated"
import { WebLink } from "../../ui/display/web-link"
import { mainColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { companySizeTexts, industryTexts } from "./looks"
import { companies } from "./resource"

/** Columns and filters of the lists of companies and of subsidiaries. */

const { labels } = companies

const textColumn = (key: "phone" | "domain" | "website" | "description"): Column<Company> => ({
  key,
  label: labels[key],
  isHidden: true,
  text: row => row[key],
})

const listColumn = (key: "emails" | "contactPersons"): Column<Company> => ({
  key,
  label: labels[key],
  text: row => row[key].join(", "),
  cell: row => untranslated(row[key][0] ?? ""),
})

/** Sortable are those that the call sorts by. */
export const companyColumns: Column<Company>[] = [
  mainColumn("name", labels.name, ({ logo, domain }) => ({ image: logo, note: [domain] }), [
    textValue(labels.domain, row => row.domain),
  ]),
  {
    key: "industry",
    label: labels.industry,
    sort: "industry",
    size: "sm",
    text: (row, { t }) => codeLabel(industryTexts, row.industry, t),
  },
  {
    key: "companySize",
    label: labels.companySize,
    sort: "companySize",
    size: "sm",
    text: (row, { t }) => codeLabel(companySizeTexts, row.companySize, t),
  },
  { key: "location", label: labels.location, sort: "location", rank: 1, text: row => row.location },
  listColumn("emails"),
  { ...listColumn("contactPersons"), isHidden: true },
  textColumn("phone"),
  { ...textColumn("website"), cell: ({ website }) => website && <WebLink url={website} /> },
  textColumn("description"),
  { ...statusColumn(companies), sort: "activeStatus" },
  ...storedColumns.map(column => (column.key === "createdDate" ? { ...column, sort: "createdDate" } : column)),
]

export const companyFilters: Filter[] = [
  { kind: "choice", name: "industry", label: labels.industry, look: industryTexts },
  { kind: "choice", name: "companySize", label: labels.companySize, look: companySizeTexts },
]
