import { useMemo } from "react"
import { allRoles, type Employee, nameOf } from "../../contract/employees"
import { read } from "../../core/http/query"
import { spacedPhone } from "../../core/text/phone"
import { i18n } from "../../state/instances"
import { LinkButton } from "../../ui/controls/button"
import { codeLabel, codeText } from "../../ui/display/badge"
import { Link } from "../../ui/display/link"
import { OwnerMark } from "../../ui/display/owner-mark"
import { Thumb } from "../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../ui/display/pictures/person-identity"
import { untranslated } from "../../ui/display/untranslated"
import { PhoneLink } from "../../ui/display/web-link"
import { useRecordPaths, useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { dateTimeColumn, personStatusColumn, storedColumns } from "../../ui/lists/columns"
import { dateValues, numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useNamedOwner } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { recordSource } from "../../ui/pages/record/record-source"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getEmployee, listEmployees, listUsers, removeEmployee } from "./api"
import { PeopleScreen } from "./person-screen"
import { ownRecord, protectedActions, tabs } from "./protection"
import { companyUsers, employees, roleLook, users } from "./resource"

const { labels, titleOf } = employees

const NameCell = ({ row }: { row: Employee }) => {
  const t = useT()
  const paths = useRecordPaths()
  const name = titleOf(row)
  return (
    <PersonIdentity
      picture={<Thumb url={row.logo} name={name} isRound />}
      note={
        <>
          <OwnerMark record={row} />
          <wbr />
          {untranslated(row.email)}
          {row.directory.length > 0 && <> · {t("employee.directory.mark")}</>}
        </>
      }
    >
      <Link href={paths.view(row.id)} title={name}>
        {name}
      </Link>
    </PersonIdentity>
  )
}

const companyColumn: Column<Employee> = {
  key: "company",
  label: labels.tenantId,
  size: "sm",
  text: row => row.tenantName,
}

const columns: Column<Employee>[] = [
  {
    key: "name",
    label: "employee.one",
    sort: "name",
    isMain: true,
    text: nameOf,
    values: [
      textValue(labels.firstName, row => row.firstName),
      textValue(labels.lastName, row => row.lastName),
      textValue(labels.email, row => row.email),
    ],
    cell: row => <NameCell row={row} />,
  },
  {
    key: "phone",
    label: labels.phoneNumber,
    className: "nowrap",
    text: row => row.phoneNumber,
    values: [textValue(labels.phoneNumber, row => spacedPhone(row.phoneNumber))],
    cell: row => row.phoneNumber && <PhoneLink number={row.phoneNumber} />,
  },
  { key: "department", label: labels.departmentId, sort: "departmentName", text: row => row.departmentName },
  { key: "jobTitle", label: labels.jobTitle, isHidden: true, text: row => row.jobTitle },
  { key: "role", label: labels.role, sort: "role", size: "sm", text: (row, { t }) => codeLabel(roleLook, row.role, t) },
  {
    ...dateTimeColumn("hiredAt", labels.hiredAt, "hiredAt"),
    text: (row, { format }) => format.date(row.hiredAt),
    values: dateValues(labels.hiredAt, row => row.hiredAt, false),
  },
  {
    key: "score",
    label: labels.score,
    sort: "score",
    align: "end",
    isHidden: true,
    text: (row, { format }) => (row.score === null ? "" : format.number(row.score)),
    values: [numberValue(labels.score, row => row.score)],
  },
  personStatusColumn(labels.status),
  ...storedColumns,
]

const [nameColumn, ...otherColumns] = columns as [Column<Employee>, ...Column<Employee>[]]
const withCompany = [nameColumn, companyColumn, ...otherColumns]
const withHiddenCompany = [nameColumn, { ...companyColumn, isHidden: true }, ...otherColumns]

const roleOptions = (names: readonly (typeof allRoles.names)[number][]) =>
  read(`${employees.tag}.roles.${names.length}`, async (_: undefined) =>
    names.map(name => ({ value: name, label: i18n.t(codeText(roleLook, name)) })),
  )

const companyFilter: Filter = { kind: "choice", name: "tenantId", label: labels.tenantId, options: companyOptions }
const departmentFilter: Filter = { kind: "choice", name: "departmentId", label: labels.departmentId, options: departmentOptions }
const roleFilter = (names: readonly (typeof allRoles.names)[number][]): Filter => ({
  kind: "choice",
  name: "role",
  label: labels.role,
  options: roleOptions(names),
})
const hiredFilter: Filter = { kind: "dates", from: "hiredFrom", to: "hiredTo", label: labels.hiredAt }
const platformRoleFilter = roleFilter(allRoles.names)
const companyRoleFilter = roleFilter(["user", "tenantAdmin"])

/**
 * The company is a column and a filter, for companies a filter only of a group, or where the address names one; filters by company,
 * role and day of employment are extensions.
 */
const usePeopleList = () => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const isNamed = useNamedOwner()
  const hasOwners = useCan("lists.byOwner")
  const hasRoles = useCan("employees.byRole")
  const hasPeriod = useCan("employees.period")
  const { data: companies } = useQuery(companyOptions, undefined, !isPlatform && hasOwners)
  const hasCompanies = isPlatform || isNamed || (companies?.length ?? 0) > 1
  return useMemo(
    () => ({
      columns: isPlatform ? withCompany : withHiddenCompany,
      filters: [
        ...(hasCompanies && hasOwners ? [companyFilter] : []),
        departmentFilter,
        ...(hasRoles ? [isPlatform ? platformRoleFilter : companyRoleFilter] : []),
        ...(hasPeriod ? [hiredFilter] : []),
      ],
    }),
    [isPlatform, hasCompanies, hasOwners, hasRoles, hasPeriod],
  )
}

const BulkUploadLink = () => {
  const t = useT()
  const { base, may } = useScreenContext()
  if (!may("write")) return null
  return (
    <LinkButton icon="upload" href={`${base}/bulk-upload`}>
      {t("bulk.link")}
    </LinkButton>
  )
}

const Employees = () => (
  <ListPage
    resource={employees}
    headerActions={<BulkUploadLink />}
    read={listEmployees}
    {...usePeopleList()}
    tabs={tabs}
    actions={protectedActions}
    remove={removeEmployee}
    removeBlockedReason={ownRecord("employee.ownRemoval")}
  />
)

const People = () => <ListPage resource={users} read={listUsers} {...usePeopleList()} tabs={tabs} />

const Administrators = () => {
  const t = useT()
  const { mayOpen } = useScreenContext()
  const { filters, ...list } = usePeopleList()
  const path = "/user/employees/add"
  return (
    <ListPage
      resource={companyUsers}
      headerActions={
        mayOpen(path) && (
          <LinkButton tone="primary" icon="plus" href={`${path}?role=tenantAdmin`}>
            {t("user.create")}
          </LinkButton>
        )
      }
      read={listUsers}
      {...list}
      filters={filters.filter(filter => filter !== companyRoleFilter)}
      tabs={tabs}
    />
  )
}

export const List = () => (
  <PeopleScreen>
    <Employees />
  </PeopleScreen>
)

/** All people in reach for the platform, and for a company its administrators where the server has a filter by role. */
export const Users = () => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const hasRoles = useCan("employees.byRole")
  return <PeopleScreen>{isPlatform || !hasRoles ? <People /> : <Administrators />}</PeopleScreen>
}

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("employees.record", () => import("./record")))

export const prefetch = {
  ...prefetchModule(employees, listEmployees, getEmployee, [companyOptions, departmentOptions]),
  source: recordSource(employees, listEmployees),
  users: prefetchModule(users, listUsers, getEmployee, []).list,
}
