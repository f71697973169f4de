import { useLocation, useSearch } from "wouter"
import type { Company } from "../../contract/companies"
import { type Employee, nameOf } from "../../contract/employees"
import type { Key } from "../../core/text/i18n"
import { LinkButton } from "../../ui/controls/button"
import { Link } from "../../ui/display/link"
import { Thumb } from "../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../ui/display/pictures/person-identity"
import { untranslated } from "../../ui/display/untranslated"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { personStatusColumn } from "../../ui/lists/columns"
import type { Column } from "../../ui/lists/table"
import { listEmployees } from "../employees/api"
import { listSubsidiaries } from "./api"
import { companyColumns } from "./columns"
import { SectionList } from "./section-list"

export const personName = (person: Employee) => nameOf(person) || person.email

/** A link to a person, whose page leads back here (docs/console.md#way-back-to-a-list). */
const PersonLink = ({ person }: { person: Employee }) => {
  const [path] = useLocation()
  const search = useSearch()
  const from = { label: person.tenantName, href: search ? `${path}?${search}` : path }
  return (
    <Link href={`/user/${encodeURIComponent(person.id)}`} state={from.label ? { from } : undefined}>
      {personName(person)}
    </Link>
  )
}

/** The columns of a list of people. @param label name of the column with the person; @param others between person and status */
export const personColumns = (label: Key, ...others: Column<Employee>[]): Column<Employee>[] => [
  {
    key: "name",
    label,
    isMain: true,
    text: personName,
    cell: row => (
      <PersonIdentity
        picture={<Thumb url={row.logo} name={personName(row)} isRound />}
        note={nameOf(row) && untranslated(row.email)}
      >
        <PersonLink person={row} />
      </PersonIdentity>
    ),
  },
  ...others,
  personStatusColumn("employee.status"),
]

const employeeColumns = personColumns("employee.one", {
  key: "department",
  label: "employee.departmentId",
  text: row => row.departmentName,
})

/** The people of a company, its administrators included: as many as its figure counts. */
export const Employees = ({ company }: { company: Company }) => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (
    <SectionList
      name="companyEmployees"
      pageSize={8}
      read={listEmployees}
      queryOf={page => ({ ...page, tenantId: company.id })}
      columns={employeeColumns}
      rowLabel={personName}
      icon="users"
      texts={{
        listed: "employee.listed",
        search: "employee.search",
        failed: "employee.loadFailed",
        emptyTitle: "employee.emptyTitle",
        emptyText: isPlatform ? "employee.emptyTextPlatform" : "employee.emptyText",
        count: "employee.count",
      }}
    />
  )
}

const subsidiaryColumns = companyColumns.filter(({ key }) => ["name", "location", "status"].includes(key))

/** The subsidiaries of a company, 9 a page. */
export const Subsidiaries = ({ company }: { company: Company }) => {
  const t = useT()
  const { base, has, may } = useScreenContext()
  return (
    <SectionList
      name="companySubsidiaries"
      pageSize={9}
      read={listSubsidiaries}
      queryOf={page => ({ ...page, id: company.id })}
      columns={subsidiaryColumns}
      rowLabel={row => row.name}
      icon="tree"
      texts={{
        listed: "subsidiary.listed",
        search: "subsidiary.search",
        failed: "subsidiary.loadFailed",
        emptyTitle: "subsidiary.emptyTitle",
        emptyText: "subsidiary.emptyTextPlatform",
        count: "subsidiary.count",
      }}
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
