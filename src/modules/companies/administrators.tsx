import { useState } from "react"
import type { Company } from "../../contract/companies"
import type { Employee } from "../../contract/employees"
import { activeStatuses } from "../../core/codes"
import { randomId } from "../../core/hashing/random-id"
import type { CreateOptions } from "../../core/http/calls"
import type { Answer, Query } from "../../core/http/http"
import { email, required } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import { confirmation } from "../../state/instances"
import { notifyFailure, notifySuccess, offerUndo } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { dateTimeColumn } from "../../ui/lists/columns"
import { focusBesideRow } from "../../ui/lists/focus-row"
import { Menu, type MenuItem } from "../../ui/overlays/menu"
import { listEmployees } from "../employees/api"
import { listAdmins, listPlatformAdmins } from "./administrators-api"
import { type InvitedAdmin, inviteAdmin, invitePlatformAdmin, removeAdmin, removePlatformAdmin } from "./api"
import { personColumns, personName } from "./people"
import { companies } from "./resource"
import { SectionList } from "./section-list"

const columns = personColumns("tenant.admin", dateTimeColumn("createdDate", "ui.createdAt"))

/** Whose administrators a list shows, and the calls that change them. */
type Spec = {
  /** Key of the stored page size. */
  name: string
  read: typeof listAdmins
  /** Parameters of the list's call, beside page and keyword. */
  query?: Query
  inviteText: string
  invite: (person: InvitedAdmin, options: CreateOptions) => Promise<Answer>
  remove: (userId: string) => Promise<Answer>
  /** What follows from the removal of a person. */
  removeText: (isLast: boolean) => string
  /** Why a person cannot be removed; undefined: they can. */
  blockedReason?: (person: Employee) => Key | undefined
  emptyText: Key
  mayChange: boolean
}

const InviteDialog = ({ inviteText, invite, onClose }: Pick<Spec, "inviteText" | "invite"> & { onClose: () => void }) => {
  const t = useT()
  return (
    <DialogForm<InvitedAdmin>
      title={t("tenant.invite")}
      text={inviteText}
      initial={{ email: "", firstName: "", lastName: "" }}
      labels={{ email: "employee.email", firstName: "employee.firstName", lastName: "employee.lastName" }}
      rules={{ email: [required("employee.emailRequired"), email] }}
      failure="tenant.inviteFailed"
      submit={t("tenant.inviteSend")}
      save={(draft, options) => invite(draft, options)}
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

/** Lists administrators, and invites, re-invites and removes them. */
const AdministratorList = (spec: Spec) => {
  const t = useT()
  const [isInviting, setInviting] = useState(false)
  const { mayChange } = spec

  const inviteAgain = async ({ email, firstName, lastName }: Employee) => {
    try {
      await spec.invite({ email, firstName, lastName }, { idempotencyKey: randomId() })
      notifySuccess(t("tenant.invited"), email)
    } catch (error) {
      notifyFailure(error, "tenant.inviteFailed")
    }
  }

  const remove = async (person: Employee, isLast: boolean) => {
    const name = personName(person)
    const isConfirmed = await confirmation.ask({
      title: t("tenant.removeAdminTitle", { name }),
      text: spec.removeText(isLast),
      confirmLabel: t("tenant.removeAdmin"),
      tone: "danger",
    })
    if (!isConfirmed) return
    try {
      const { undoToken } = await spec.remove(person.id)
      const about = { subject: name, href: `/user/${person.id}` }
      offerUndo(undoToken, [companies.tag, listEmployees.tag], t("tenant.adminRemoved"), about)
      focusBesideRow(person.id)
    } catch (error) {
      notifyFailure(error, "tenant.removeAdminFailed")
    }
  }

  const itemsOf = (person: Employee, total: number): MenuItem[] => {
    const reason = spec.blockedReason?.(person)
    const isInactive = activeStatuses.name(person.status) === "inactive"
    return [
      { label: t(isInactive ? "tenant.inviteInactive" : "tenant.inviteAgain"), icon: "mail", run: () => inviteAgain(person) },
      reason
        ? { label: t("tenant.removeAdmin"), icon: "lock", reason: t(reason) }
        : { label: t("tenant.removeAdmin"), icon: "minus", tone: "danger", run: () => remove(person, total === 1) },
    ]
  }

  return (
    <>
      <SectionList
        name={spec.name}
        pageSize={8}
        read={spec.read}
        queryOf={page => ({ ...page, ...spec.query })}
        columns={columns}
        rowLabel={personName}
        rowMenu={(person, total) =>
          mayChange && <Menu label={t("ui.actionsOf", { title: personName(person) })} items={itemsOf(person, total)} />
        }
        icon="shield-check"
        texts={{
          listed: "tenant.adminsListed",
          search: "employee.search",
          failed: "tenant.adminsFailed",
          emptyTitle: "tenant.adminsEmptyTitle",
          emptyText: spec.emptyText,
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
      {isInviting && <InviteDialog inviteText={spec.inviteText} invite={spec.invite} onClose={() => setInviting(false)} />}
    </>
  )
}

/** The administrators of a company (docs/contract.md#company-calls). @param mayChange whether they can be invited and removed */
export const Administrators = ({ company, mayChange }: { company: Company; mayChange: boolean }) => {
  const t = useT()
  return (
    <AdministratorList
      name="companyAdmins"
      read={listAdmins}
      query={{ tenantId: company.id }}
      inviteText={t("tenant.inviteText", { company: company.name })}
      invite={(person, options) => inviteAdmin(company.id, person, options)}
      remove={userId => removeAdmin(company.id, userId)}
      removeText={isLast => t("tenant.removeAdminText") + (isLast ? ` ${t("tenant.removeAdminLast")}` : "")}
      emptyText={mayChange ? "tenant.adminsEmptyText" : "tenant.adminsEmptyRead"}
      mayChange={mayChange}
    />
  )
}

/** The administrators of the platform, who invite each other (docs/contract.md#employee-calls). */
export const PlatformAdministrators = () => {
  const t = useT()
  const userId = useCurrentUser()?.userId
  return (
    <section className="stack-sm" aria-labelledby="platform-admins">
      <h2 id="platform-admins">{t("tenant.platformAdmins")}</h2>
      <AdministratorList
        name="platformAdmins"
        read={listPlatformAdmins}
        inviteText={t("tenant.platformInviteText")}
        invite={invitePlatformAdmin}
        remove={removePlatformAdmin}
        removeText={() => t("tenant.platformRemoveText")}
        blockedReason={({ id }) => (id === userId ? "tenant.platformOwn" : undefined)}
        emptyText="tenant.platformAdminsText"
        mayChange
      />
    </section>
  )
}
