import { useMemo, useState } from "react"
import { useSearch } from "wouter"
import {
  blank,
  draftOf,
  type Employee,
  type EmployeeDraft,
  employeeOf,
  fields,
  isHiredLongAgo,
  roles,
  rules,
} from "../../contract/employees"
import { type Day, isDay } from "../../core/dates/dates"
import type { Bound } from "../../core/form/parts"
import type { CreateOptions, UpdateOptions } from "../../core/http/calls"
import { KeyedError } from "../../core/http/errors"
import type { UploadOptions } from "../../core/http/upload"
import { createFormat, dash } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"
import { formatPhone } from "../../core/text/phone"
import { config } from "../../state/config"
import { currentDay } from "../../state/current-day"
import { cache, confirmation, i18n } from "../../state/instances"
import { notifySuccess } from "../../state/notifications"
import { Tiles } from "../../ui/controls/tiles"
import { activeStatusLook } from "../../ui/display/active-status"
import { codeLabel, codeText } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { useBound, useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { asOptions, compareOf } from "../../ui/forms/compare"
import { DayField } from "../../ui/forms/date-fields"
import { NumberField } from "../../ui/forms/number-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { RecordForm } from "../../ui/pages/form/record-form"
import { historyOf, lastChangeOf } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { departmentChoices, departmentChoicesOf } from "../lookups/api"
import { companyOptions } from "../owners/api"
import { addEmployee, getEmployee, takesEmployment, updateEmployee, uploadEmployeePicture } from "./api"
import { PermissionList } from "./permission-list"
import { PeopleScreen } from "./person-screen"
import { employees, roleLook } from "./resource"

type Form = FieldsProps<EmployeeDraft>["form"]

const { labels } = employees
const roleIcons = { user: "user", tenantAdmin: "shield-check" } as const

const RoleField = (bound: Bound<string>) => {
  const t = useT()
  const { id, label, field } = useBound(bound)
  if (field.value === "administrator") return <p className="hint">{t("employee.roleFixed")}</p>
  return (
    <Tiles
      legend={label}
      name={id}
      value={field.value}
      onChange={field.onChange}
      error={field.error}
      options={roles.names.map(name => ({
        value: name,
        icon: roleIcons[name],
        label: t(codeText(roleLook, name)),
        hint: t(`employee.roleHint.${name}`),
      }))}
    />
  )
}

/** The stored person of the form while the company's directory writes members of it. */
const useDirectoryPerson = () => {
  const { id } = useScreenContext()
  const person = useQuery(getEmployee, id ?? "", id !== undefined).data?.record
  return person?.directory.length ? person : undefined
}

/** Role and status; those of the signed-in person are shown and cannot be changed (docs/contract.md#employee-protection). */
const AccessFields = ({ form, isOwn }: { form: Form; isOwn: boolean }) => {
  const t = useT()
  const person = useDirectoryPerson()
  const { role, status } = form.get()
  if (isOwn)
    return (
      <>
        <Facts
          items={[
            [t(labels.role), codeLabel(roleLook, role, t)],
            [t(labels.status), codeLabel(activeStatusLook, status, t)],
          ]}
        />
        <p className="hint">{t("employee.ownAccess")}</p>
      </>
    )
  return (
    <>
      <RoleField {...form.bind("role")} />
      {person ? (
        <Facts items={[[t(labels.status), codeLabel(activeStatusLook, person.status, t)]]} />
      ) : (
        <ActiveSwitch {...form.bind("status")} hint={t("employee.isActiveHint")} />
      )}
    </>
  )
}

/** The company, for those who have several, the department in it, and the title, which is an extension. */
const PlaceFields = ({ form, isOwn, hasTitle }: { form: Form; isOwn: boolean; hasTitle: boolean }) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const companies = useQuery(companyOptions, undefined).data
  const tenantId = useObservable(form.value("tenantId"))
  const role = useObservable(form.value("role"))
  const departments = useMemo(() => (tenantId ? departmentChoicesOf(tenantId) : departmentChoices), [tenantId])
  const person = useDirectoryPerson()
  const mayChoose = !isOwn && !person && role !== "administrator" && (isPlatform || (companies?.length ?? 0) > 1)
  return (
    <div className="grid-2">
      {mayChoose && (
        <ChoiceField
          {...form.bind("tenantId")}
          hint={isPlatform ? undefined : t("employee.companyHint")}
          placeholder={t("employee.companySearch")}
          options={companyOptions}
        />
      )}
      {person?.directory.includes("departmentId") ? (
        <Facts items={[[t(labels.departmentId), person.departmentName]]} />
      ) : (
        <ChoiceField {...form.bind("departmentId")} placeholder={t("employee.departmentSearch")} {...departments} optional />
      )}
      {hasTitle &&
        (person?.directory.includes("jobTitle") ? (
          <Facts items={[[t(labels.jobTitle), person.jobTitle]]} />
        ) : (
          <TextField {...form.bind("jobTitle")} optional />
        ))}
    </div>
  )
}

const PhoneField = (bound: Bound<string>) => {
  const t = useT()
  const { value } = useObservable(bound.field)
  const shown = formatPhone(value)
  const hint = shown === value ? t("employee.phoneHint") : t("employee.phoneShown", { phone: shown })
  return <TextField {...bound} type="tel" hint={hint} />
}

const Fields = ({ form }: FieldsProps<EmployeeDraft>) => {
  const t = useT()
  const user = useCurrentUser()
  const isOwn = useScreenContext().id === user?.userId
  const person = useDirectoryPerson()
  const [hasEmployment] = useState(() => takesEmployment(form.get()))
  const upload = async (file: File, orderNo: number, options: UploadOptions) => {
    const url = await uploadEmployeePicture(file, orderNo, options)
    notifySuccess(t("employee.uploaded"))
    return url
  }
  return (
    <>
      <Card title={t("employee.identity")}>
        {person && (
          <>
            <Facts
              items={[
                [t(labels.firstName), person.firstName],
                [t(labels.lastName), person.lastName],
                [t(labels.email), person.email],
                person.directory.includes("phoneNumber") && [t(labels.phoneNumber), formatPhone(person.phoneNumber)],
              ]}
            />
            <p className="hint">{t("employee.directory.hint")}</p>
          </>
        )}
        <div className="grid-2">
          {!person && (
            <>
              <TextField {...form.bind("firstName")} />
              <TextField {...form.bind("lastName")} />
              <TextField {...form.bind("email")} type="email" />
            </>
          )}
          {!person?.directory.includes("phoneNumber") && <PhoneField {...form.bind("phoneNumber")} />}
        </div>
      </Card>
      <Card title={t("employee.access")}>
        <AccessFields form={form} isOwn={isOwn} />
      </Card>
      <Card title={t("employee.work")}>
        <PlaceFields form={form} isOwn={isOwn} hasTitle={hasEmployment} />
        {hasEmployment && (
          <div className="grid-2">
            <DayField
              {...form.bind("hiredAt")}
              noteOf={day => (isDay(day) ? unlikelyNote(day, t) : undefined)}
              hint={t("employee.hiredAtHint")}
              latestYear={Number(currentDay().slice(0, 4)) + 1}
              optional
            />
            <NumberField {...form.bind("score")} hint={t("employee.scoreHint")} optional />
          </div>
        )}
      </Card>
      <Card title={t(labels.logo)}>
        <PictureField {...form.bind("logo")} upload={upload} />
      </Card>
    </>
  )
}

const AllowedModules = ({ value }: { value: readonly string[] | null }) => {
  const t = useT()
  return value?.length ? <PermissionList list={value} /> : t("permissions.preset.everything")
}

const form: RecordForm<Employee, EmployeeDraft> = {
  resource: employees,
  fields,
  rules,
  dependents: { tenantId: { departmentId: "" } },
  draftOf,
  Fields,
  lastChangeOf: lastChangeOf("user"),
  compare: {
    ...compareOf(fields, { role: roleLook }),
    phoneNumber: ({ value }) => formatPhone(value) || dash,
    departmentId: asOptions(departmentOptions),
    tenantId: asOptions(companyOptions),
  },
}

export const history = historyOf("user", form, employeeOf, {
  labels: { permissions: "employee.permissions" },
  compare: { permissions: AllowedModules },
})

/** What is said about a hire date that may be a slip of the year. */
const unlikelyNote = (day: Day, t: Translate) => {
  if (day > currentDay()) return t("employee.hiredLater")
  return isHiredLongAgo(day, currentDay()) ? t("employee.hiredLongAgo") : undefined
}

/** Asks about a hire date in the future, which may be a slip of the year. @throws KeyedError when it is to be corrected */
const confirmHireDate = async ({ hiredAt }: EmployeeDraft, before?: string) => {
  if (hiredAt === before || hiredAt <= currentDay()) return
  const date = createFormat(i18n.language(), config.timeZone).date(hiredAt)
  const isConfirmed = await confirmation.ask({
    title: i18n.t("employee.hiredLaterTitle", { date }),
    text: i18n.t("employee.hiredLaterText"),
    confirmLabel: i18n.t("employee.hiredLaterConfirm"),
  })
  if (!isConfirmed) throw new KeyedError("employee.hiredLaterCheck")
}

const add = async (draft: EmployeeDraft, options: CreateOptions) => {
  await confirmHireDate(draft)
  return addEmployee(draft, options)
}

const update = async (id: string, draft: EmployeeDraft, options: UpdateOptions) => {
  await confirmHireDate(draft, cache.entry(getEmployee, id).data?.record.hiredAt)
  return updateEmployee(id, draft, options)
}

const blankAdministrator: EmployeeDraft = { ...blank, role: "tenantAdmin" }

/** The form of a new person: of an administrator with `?role=tenantAdmin`. */
export const Add = () => {
  const isAdministrator = new URLSearchParams(useSearch()).get("role") === blankAdministrator.role
  return (
    <PeopleScreen>
      <CreatePage {...form} blank={isAdministrator ? blankAdministrator : blank} read={getEmployee} save={add} />
    </PeopleScreen>
  )
}

/** The form of a stored person, on a screen that has the paths of people. */
export const PersonForm = () => <EditPage {...form} read={getEmployee} recordOf={employeeOf} save={update} />

export const Edit = () => (
  <PeopleScreen>
    <PersonForm />
  </PeopleScreen>
)
