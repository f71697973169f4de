import type { Company } from "../../contract/companies"
import { type Employee, nameOf } from "../../contract/employees"
import type { Key } from "../../core/i18n"
import { LinkButton } from "../../ui/controls/button"
import { activeStatusLook } from "../../ui/display/active-status"
import { Thumb } from "../../ui/display/avatar"
import { CodeBadge, codeLabel } from "../../ui/display/badge"
import { Identity } from "../../ui/display/identity"
import { Link } from "../../ui/display/link"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { useScreenContext } from "../../ui/pages/screen-context"
import { listEmployees } from "../employees/api"
import { listSubsidiaries } from "./api"
import { companyColumns } from "./columns"
import { listQuery, SectionList } from "./section-list"

export const personName = (person: Employee) => nameOf(person) || person.email

export const personColumn = (label: Key): Column<Employee> => ({
  key: "name",
  label,
  isMain: true,
  text: personName,
  cell: row => (
    <Identity picture={<Thumb url={row.logo} name={personName(row)} />} note={nameOf(row) && row.email}>
      <Link href={`/user/${encodeURIComponent(row.id)}`}>{personName(row)}</Link>
    </Identity>
  ),
})

export const statusColumn: Column<{ status: Employee["status"] }> = {
  key: "status",
  label: "employee.status",
  size: "sm",
  rank: 0,
  text: (row, { t }) => codeLabel(activeStatusLook, row.status, t),
  cell: row => <CodeBadge {...activeStatusLook} value={row.status} />,
}

const employeeColumns: Column<Employee>[] = [
  personColumn("employee.one"),
  { key: "department", label: "employee.department", text: row => row.departmentName },
  statusColumn,
]

/** The employees of a company, without its administrators. */
export const Employees = ({ company }: { company: Company }) => {
  const t = useT()
  const list = useList("companyEmployees", { pageSize: 8 })
  const entry = useQuery(listEmployees, { ...listQuery(list), tenantId: company.id, role: "user" })
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (
    <SectionList
      name="companyEmployees"
      icon="users"
      texts={{
        listed: "employee.listed",
        search: "employee.search",
        failed: "employee.loadFailed",
        emptyTitle: "employee.emptyTitle",
        emptyText: isPlatform ? "employee.emptyTextPlatform" : "employee.emptyText",
        count: "employee.count",
      }}
      list={list}
      entry={entry}
      columns={employeeColumns}
      rowLabel={personName}
      action={
        !isPlatform && (
          <LinkButton icon="users" href={`/user/employees?tenantId=${encodeURIComponent(company.id)}`}>
            {t("tenant.allEmployees")}
          </LinkButton>
        )
      }
    />
  )
}

const subsidiaryColumns = companyColumns.filter(({ key }) => ["name", "location", "status"].includes(key))

/** The subsidiaries of a company, 9 a page. */
export const Subsidiaries = ({ company }: { company: Company }) => {
  const t = useT()
  const list = useList("companySubsidiaries", { pageSize: 9 })
  const entry = useQuery(listSubsidiaries, { ...listQuery(list), id: company.id })
  const { base, has, may } = useScreenContext()
  return (
    <SectionList
      name="companySubsidiaries"
      icon="tree"
      texts={{
        listed: "subsidiary.listed",
        search: "subsidiary.search",
        failed: "subsidiary.loadFailed",
        emptyTitle: "subsidiary.emptyTitle",
        emptyText: "subsidiary.emptyTextPlatform",
        count: "subsidiary.count",
      }}
      list={list}
      entry={entry}
      columns={subsidiaryColumns}
      rowLabel={row => row.name}
      action={
        has.edit &&
        may("write") && (
          <LinkButton icon="plus" href={`${base}/edit/${company.id}`}>
            {t("subsidiary.create")}
          </LinkButton>
        )
      }
    />
  )
}
