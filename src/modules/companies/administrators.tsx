import { useId, useState } from "react"
import type { Company } from "../../contract/companies"
import { type Employee, statuses } from "../../contract/employees"
import { KeyedError } from "../../core/errors"
import { randomId } from "../../core/random-id"
import { email, maxLength, type Rules, required } from "../../core/rules"
import { confirmation } from "../../state/instances"
import { Button } from "../../ui/controls/button"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { dateTimeColumn } from "../../ui/lists/columns"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Menu } from "../../ui/overlays/menu"
import { notifyFailure, notifySuccess, offerUndo } from "../../ui/overlays/notifications"
import { listEmployees } from "../employees/api"
import { type InvitedAdmin, inviteAdmin, removeAdmin } from "./api"
import { personColumn, personName, statusColumn } from "./people"
import { companies } from "./resource"
import { isNotOffered } from "./section"
import { listQuery, SectionList } from "./section-list"

const columns: Column<Employee>[] = [personColumn("tenant.admin"), dateTimeColumn("createdDate", "ui.createdAt"), statusColumn]

const rules: Rules<InvitedAdmin> = {
  email: [required("auth.emailRequired"), email("auth.emailInvalid")],
  firstName: maxLength(100),
  lastName: maxLength(100),
}

/** The failure of a call that the server may lack. */
const offered = (error: unknown): never => {
  throw isNotOffered(error) ? new KeyedError("tenant.notOffered") : error
}

const InviteDialog = ({ company, onClose }: { company: Company; onClose: () => void }) => {
  const t = useT()
  const [address, setAddress] = useState("")
  return (
    <DialogForm<InvitedAdmin>
      title={t("tenant.invite")}
      text={t("tenant.inviteText", { company: company.name })}
      initial={{ email: "", firstName: "", lastName: "" }}
      labels={{ email: "employee.email", firstName: "employee.firstName", lastName: "employee.lastName" }}
      rules={rules}
      failure="tenant.inviteFailed"
      submit={t("tenant.inviteSend")}
      save={(draft, options) => {
        setAddress(draft.email.trim())
        return inviteAdmin(company.id, draft, options).catch(offered)
      }}
      onSaved={() => {
        notifySuccess(t("tenant.invited"), address)
        onClose()
      }}
      onClose={onClose}
    >
      {form => (
        <>
          <TextField {...form.bind("email")} type="email" max={254} required />
          <TextField {...form.bind("firstName")} max={100} optional />
          <TextField {...form.bind("lastName")} max={100} optional />
        </>
      )}
    </DialogForm>
  )
}

/**
 * The administrators of a company (docs/contract.md#company-calls). A server that ignores the role sends other people too: then
 * none are shown. @param mayChange whether they can be invited and removed
 */
export const Administrators = ({ company, mayChange }: { company: Company; mayChange: boolean }) => {
  const t = useT()
  const captionId = useId()
  const [isInviting, setInviting] = useState(false)
  const list = useList("companyAdmins", { pageSize: 8 })
  const entry = useQuery(listEmployees, { ...listQuery(list), tenantId: company.id, role: "tenantAdmin" })
  const hasOthers = entry.data?.rows.some(({ role }) => role !== "tenantAdmin")

  const inviteAgain = async (person: Employee) => {
    const isInactive = statuses.name(person.status) === "inactive"
    const isConfirmed =
      !isInactive ||
      (await confirmation.ask({
        title: t("tenant.inviteInactive", { name: personName(person) }),
        text: t("tenant.inviteInactiveText"),
        confirmLabel: t("tenant.inviteAgain"),
      }))
    if (!isConfirmed) return
    const { email, firstName, lastName } = person
    try {
      await inviteAdmin(company.id, { email, firstName, lastName }, { idempotencyKey: randomId() }).catch(offered)
      notifySuccess(t("tenant.invited"), email)
    } catch (error) {
      notifyFailure(error, "tenant.inviteFailed")
    }
  }

  const remove = async (person: Employee) => {
    const name = personName(person)
    const isLast = entry.data?.total === 1 && !list.state.filters.keyword
    const isConfirmed = await confirmation.ask({
      title: t("tenant.removeAdminTitle", { name }),
      text: [t("tenant.removeAdminText"), isLast && t("tenant.removeAdminLast")].filter(Boolean).join(" "),
      confirmLabel: t("tenant.removeAdmin"),
      tone: "danger",
    })
    if (!isConfirmed) return
    try {
      const { undoToken } = await removeAdmin(company.id, person.id).catch(offered)
      const about = { subject: name, href: `/user/${person.id}` }
      offerUndo(undoToken ? [undoToken] : [], [companies.tag, "employees"], t("tenant.adminRemoved"), about)
      document.getElementById(captionId)?.focus()
    } catch (error) {
      notifyFailure(error, "tenant.removeAdminFailed")
    }
  }

  return (
    <>
      <SectionList
        name="companyAdmins"
        icon="shield"
        texts={{
          listed: "tenant.adminsListed",
          search: "employee.search",
          failed: "tenant.adminsFailed",
          emptyTitle: "tenant.adminsEmptyTitle",
          emptyText: mayChange ? "tenant.adminsEmptyText" : "tenant.adminsEmptyRead",
          count: "tenant.adminCount",
        }}
        captionId={captionId}
        list={list}
        entry={hasOthers ? { ...entry, data: undefined, error: new KeyedError("tenant.notOffered") } : entry}
        columns={columns}
        rowLabel={personName}
        rowMenu={person =>
          mayChange && (
            <Menu
              label={t("ui.actionsOf", { title: personName(person) })}
              button={{ icon: "more" }}
              items={[
                { label: t("tenant.inviteAgain"), icon: "mail", run: () => inviteAgain(person) },
                { separator: true },
                { label: t("tenant.removeAdmin"), icon: "minus", tone: "danger", run: () => remove(person) },
              ]}
            />
          )
        }
        action={
          mayChange && (
            <Button icon="mail" onClick={() => setInviting(true)}>
              {t("tenant.invite")}
            </Button>
          )
        }
      />
      {isInviting && <InviteDialog company={company} onClose={() => setInviting(false)} />}
    </>
  )
}
