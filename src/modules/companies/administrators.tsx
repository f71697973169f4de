import { useState } from "react"
import type { Company } from "../../contract/companies"
import type { Employee } from "../../contract/employees"
import { activeStatuses } from "../../core/codes"
import { randomId } from "../../core/hashing/random-id"
import { email, required } from "../../core/rules"
import { confirmation } from "../../state/instances"
import { notifyFailure, notifySuccess, offerUndo } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useT } from "../../ui/hooks/use-t"
import { dateTimeColumn } from "../../ui/lists/columns"
import { focusBesideRow } from "../../ui/lists/focus-row"
import { Menu } from "../../ui/overlays/menu"
import { listEmployees } from "../employees/api"
import { listAdmins } from "./administrators-api"
import { type InvitedAdmin, inviteAdmin, removeAdmin } from "./api"
import { personColumns, personName } from "./people"
import { companies } from "./resource"
import { offered } from "./section"
import { SectionList } from "./section-list"

const columns = personColumns("tenant.admin", dateTimeColumn("createdDate", "ui.createdAt"))

const InviteDialog = ({ company, onClose }: { company: Company; onClose: () => void }) => {
  const t = useT()
  return (
    <DialogForm<InvitedAdmin>
      title={t("tenant.invite")}
      text={t("tenant.inviteText", { company: company.name })}
      initial={{ email: "", firstName: "", lastName: "" }}
      labels={{ email: "employee.email", firstName: "employee.firstName", lastName: "employee.lastName" }}
      rules={{ email: [required("employee.emailRequired"), email("auth.emailInvalid")] }}
      failure="tenant.inviteFailed"
      submit={t("tenant.inviteSend")}
      save={(draft, options) => inviteAdmin(company.id, draft, options).catch(offered)}
      done={t("tenant.invited")}
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

/** The administrators of a company (docs/contract.md#company-calls). @param mayChange whether they can be invited and removed */
export const Administrators = ({ company, mayChange }: { company: Company; mayChange: boolean }) => {
  const t = useT()
  const [isInviting, setInviting] = useState(false)

  const inviteAgain = async ({ email, firstName, lastName }: Employee) => {
    try {
      await inviteAdmin(company.id, { email, firstName, lastName }, { idempotencyKey: randomId() }).catch(offered)
      notifySuccess(t("tenant.invited"), email)
    } catch (error) {
      notifyFailure(error, "tenant.inviteFailed")
    }
  }

  const remove = async (person: Employee, isLast: boolean) => {
    const name = personName(person)
    const isConfirmed = await confirmation.ask({
      title: t("tenant.removeAdminTitle", { name }),
      text: t("tenant.removeAdminText") + (isLast ? ` ${t("tenant.removeAdminLast")}` : ""),
      confirmLabel: t("tenant.removeAdmin"),
      tone: "danger",
    })
    if (!isConfirmed) return
    try {
      const { undoToken } = await removeAdmin(company.id, person.id).catch(offered)
      const about = { subject: name, href: `/user/${person.id}` }
      offerUndo(undoToken, [companies.tag, listEmployees.tag], t("tenant.adminRemoved"), about)
      focusBesideRow(person.id)
    } catch (error) {
      notifyFailure(error, "tenant.removeAdminFailed")
    }
  }

  return (
    <>
      <SectionList
        name="companyAdmins"
        pageSize={8}
        read={listAdmins}
        queryOf={page => ({ ...page, tenantId: company.id })}
        columns={columns}
        rowLabel={personName}
        rowMenu={(person, total) =>
          mayChange && (
            <Menu
              label={t("ui.actionsOf", { title: personName(person) })}
              items={[
                {
                  label: t(activeStatuses.name(person.status) === "inactive" ? "tenant.inviteInactive" : "tenant.inviteAgain"),
                  icon: "mail",
                  run: () => inviteAgain(person),
                },
                { label: t("tenant.removeAdmin"), icon: "minus", tone: "danger", run: () => remove(person, total === 1) },
              ]}
            />
          )
        }
        icon="shield-check"
        texts={{
          listed: "tenant.adminsListed",
          search: "employee.search",
          failed: "tenant.adminsFailed",
          emptyTitle: "tenant.adminsEmptyTitle",
          emptyText: mayChange ? "tenant.adminsEmptyText" : "tenant.adminsEmptyRead",
          count: "tenant.adminCount",
        }}
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
