import { useState } from "react"
import { useLocation, useSearch } from "wouter"
import type { Employee } from "../../contract/employees"
import { dash } from "../../core/text/format"
import { joinTexts } from "../../core/text/join-texts"
import { confirmation } from "../../state/instances"
import { backLinkTo } from "../../state/list-positions"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Link } from "../../ui/display/link"
import { Thumb } from "../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../ui/display/pictures/person-identity"
import { MailLink, PhoneLink } from "../../ui/display/web-link"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useMainFocus } from "../../ui/hooks/use-main-focus"
import { useT } from "../../ui/hooks/use-t"
import { withHistory } from "../../ui/pages/history/history-tab"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { DetailsCard, RecordLayout } from "../../ui/pages/record/record-layout"
import { ViewPage } from "../../ui/pages/record/view-page"
import { eraseEmployee, getEmployee, inviteAgain, listEmployees, removeEmployee } from "./api"
import { history, PersonForm } from "./form"
import { Permissions } from "./permissions"
import { PersonScreen, usersPath } from "./person-screen"
import { ownRecord, protectedActions } from "./protection"
import { employees, roleLook, users } from "./resource"

const { labels, titleOf } = employees

const PersonPasskeys = lazyScreen(
  withTexts("person.passkeys", () => import("./passkeys")),
  module => module.PersonPasskeys,
)

/** Deletes a person with all personal data for good, by a platform administrator. */
const Erasure = ({ record }: { record: Employee }) => {
  const t = useT()
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  const title = titleOf(record)
  const erase = async () => {
    const isConfirmed = await confirmation.ask({
      title: t("employee.eraseTitle", { title }),
      text: t("employee.eraseText"),
      confirmLabel: t("employee.erase"),
      tone: "danger",
    })
    if (!isConfirmed) return
    const { href, state } = backLinkTo(base)
    navigate(href, { replace: true, state })
    try {
      await eraseEmployee(record.id)
      notifySuccess(t("employee.erased", { title }))
    } catch (error) {
      notifyFailure(error, "employee.removeFailed")
    }
  }
  return (
    <Card title={t("employee.erasure")}>
      <p className="subtle">{t("employee.erasureText")}</p>
      <div>
        <Button tone="danger" icon="trash" onClick={erase}>
          {t("employee.erase")}
        </Button>
      </div>
    </Card>
  )
}

/** The company's name as a link to its page; a company administrator has no page of the own company. */
const CompanyLink = ({ tenantId, tenantName }: Pick<Employee, "tenantId" | "tenantName">) => {
  const user = useCurrentUser()
  const { root, mayOpen } = useScreenContext()
  const base = root === "/admin" ? "/admin/company-management" : "/user/company-subsidiary"
  if (!tenantId || !tenantName || tenantId === user?.tenantId || !mayOpen(base)) return tenantName || dash
  return (
    <Link className="link" href={`${base}/${encodeURIComponent(tenantId)}`}>
      {tenantName}
    </Link>
  )
}

/** That an administrator has not signed in yet, and the invitation once more; without the button where the server lacks the call. */
const Invited = ({ person: { id, email } }: { person: Employee }) => {
  const t = useT()
  const { may } = useScreenContext()
  const isOffered = useCan("employees.invite")
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await inviteAgain(id)
      .then(() => notifySuccess(t("employee.invitedAgain"), email))
      .catch(error => notifyFailure(error, "employee.inviteFailed"))
    setSending(false)
  }
  return (
    <div className="read-only-note row row-wrap">
      <span>{t("employee.invited")}</span>
      {isOffered && may("write") && (
        <Button icon="mail" busy={isSending} onClick={send}>
          {t("employee.inviteAgain")}
        </Button>
      )}
    </div>
  )
}

const Content = ({ record }: { record: Employee }) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const format = useFormat()
  const user = useCurrentUser()
  const isOwn = record.id === user?.userId
  return (
    <RecordLayout
      aside={
        <>
          <DetailsCard
            record={{ ...record, tenantId: undefined }}
            items={[[t(labels.tenantId), <CompanyLink key="company" {...record} />]]}
          />
          {user?.role === "Administrator" && !isOwn && <Erasure record={record} />}
        </>
      }
    >
      {isOwn && <p className="read-only-note">{t("employee.own")}</p>}
      {record.directory.length > 0 && <p className="read-only-note">{t("employee.directory.hint")}</p>}
      {record.isInvited && <Invited person={record} />}
      <Card title={t("employee.contact")}>
        <PersonIdentity
          picture={<Thumb url={record.logo} name={titleOf(record)} isRound size="lg" />}
          note={record.departmentName}
        >
          <b>{titleOf(record)}</b>
        </PersonIdentity>
        <Facts
          items={[
            [t(labels.email), record.email && <MailLink address={record.email} />],
            [t(labels.phoneNumber), record.phoneNumber && <PhoneLink number={record.phoneNumber} />],
          ]}
        />
      </Card>
      <Card title={t("employee.work")}>
        <Facts
          items={[
            [t(labels.role), codeLabel(roleLook, record.role, t)],
            [t(labels.departmentId), record.departmentName],
            [t(labels.jobTitle), record.jobTitle],
            [t(labels.hiredAt), format.date(record.hiredAt)],
            [t(labels.score), record.score === null ? "" : format.number(record.score)],
          ]}
        />
      </Card>
      {record.role === "tenantAdmin" && <Permissions person={record} />}
      {record.role !== "user" && (
        <PersonPasskeys person={{ id: record.id, name: titleOf(record) }} mayReset={!isOwn && mayChange(record)} />
      )}
    </RecordLayout>
  )
}

const Tabs = withHistory(Content)

const Page = ({ record }: { record: Employee }) => <Tabs record={record} history={history} />

const Person = () => {
  const t = useT()
  const { base } = useScreenContext()
  return (
    <ViewPage
      resource={base === usersPath ? users : employees}
      read={getEmployee}
      list={listEmployees}
      text={({ role, departmentName }) => joinTexts(codeLabel(roleLook, role, t), departmentName)}
      actions={protectedActions}
      remove={removeEmployee}
      removeBlockedReason={ownRecord("employee.ownRemoval")}
      Content={Page}
    />
  )
}

/** The page of a person; `?edit` shows the form, for platform administrators, who have no route for it. */
export const View = () => {
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const isForm = new URLSearchParams(useSearch()).has("edit") && isPlatform
  useMainFocus(isForm)
  return <PersonScreen>{isForm ? <PersonForm /> : <Person />}</PersonScreen>
}
