import { useState } from "react"
import { smallestGroup } from "../../contract/surveys/report"
import { type Named, type Survey, statuses } from "../../contract/surveys/surveys"
import { HttpError } from "../../core/http/http"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Progress } from "../../ui/display/progress"
import { Skeleton } from "../../ui/display/skeleton"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { getInvitations, patchSurvey, sendTestMail } from "./api"
import { InviteDialog } from "./invite-dialog"
import { Outlook } from "./outlook"
import { Reminders } from "./reminders"

/** Whether people can be invited to a survey: it is published, and not over. */
const takesInvitations = ({ status }: Pick<Survey, "status">) => ["active", "scheduled"].includes(statuses.name(status) ?? "")

const InviteButton = ({ survey }: { survey: Named<Survey> }) => {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (!takesInvitations(survey))
    return (
      <p className="subtle small">
        {t(statuses.name(survey.status) === "closed" ? "survey.invite.closed" : "survey.invite.draft")}
      </p>
    )
  return (
    <>
      <Button icon="send" onClick={() => setOpen(true)}>
        {t("survey.invite")}
      </Button>
      {isOpen && <InviteDialog survey={survey} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Sends mail and page of the survey, as they are now, to the person who is signed in. */
const TestMail = ({ id }: { id: string }) => {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const send = () => {
    setBusy(true)
    sendTestMail(id)
      .then(
        () => notifySuccess(t("survey.test.sent")),
        error => notifyFailure(error, "survey.test.failed"),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Button icon="mail" busy={isBusy} onClick={send}>
      {t("survey.test.send")}
    </Button>
  )
}

/** What the report of a draft will show; who may change it sets its start. */
const DraftOutlook = ({ survey }: { survey: Named<Survey> }) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const { id, tenantIds, departmentIds, startDate } = survey
  const start = (startDate: string) =>
    patchSurvey(id, { startDate }).then(
      () => notifySuccess(t("survey.outlook.started")),
      error => notifyFailure(error, "survey.outlook.failed"),
    )
  return (
    <Outlook audience={{ id, tenantIds, departmentIds }} startDate={startDate} {...(mayChange(survey) && { onStart: start })} />
  )
}

/** How many people are asked, invited, and have answered, and the invitation of more (docs/contract.md#survey-answers). */
export const Participation = ({ survey }: { survey: Named<Survey> }) => {
  const t = useT()
  const format = useFormat()
  const { mayChange, isInReach } = useScreenContext()
  const { entry, isOffered } = useOfferedQuery("surveys.invitations", getInvitations, survey.id, isInReach(survey))
  const { data, error, reload } = entry
  const answers = [t("survey.responses"), survey.responseCount === null ? "" : format.number(survey.responseCount)] as const
  // Others who may read the survey do not see how many took part.
  const isRefused = error instanceof HttpError && error.status === 403
  if (!isInReach(survey) || isRefused) return null
  if (!isOffered)
    return (
      <Card title={t("survey.participation")}>
        <Facts items={[answers]} />
        <p className="subtle small">{t("survey.invitationsNotOffered")}</p>
      </Card>
    )
  const rate = data?.invited ? Math.min(1, data.answered / data.invited) : undefined
  return (
    <Card title={t("survey.participation")} note={rate !== undefined && t("survey.rate", { percent: Math.round(100 * rate) })}>
      {data ? (
        <>
          {rate !== undefined && <Progress value={rate} label={t("survey.rateLabel")} />}
          <Facts
            items={[
              [t("survey.people"), format.number(data.people)],
              [t("survey.invited"), format.number(data.invited)],
              [t("survey.answered"), format.number(data.answered)],
            ]}
          />
          {data.inGroups && <p className="subtle small">{t("survey.participation.inGroups", { count: smallestGroup })}</p>}
          {data.unreached?.length ? (
            <Alert
              tone="warning"
              title={t("survey.unreached", { count: data.unreached.length })}
              text={t("survey.unreachedText")}
            >
              <p translate="no">{data.unreached.map(({ name, email }) => `${name} (${email})`).join(", ")}</p>
            </Alert>
          ) : null}
        </>
      ) : error !== undefined ? (
        <p className="row small" role="alert">
          {t("survey.invitationsFailed")}
          <Button size="sm" tone="ghost" icon="refresh" onClick={reload}>
            {t("ui.retry")}
          </Button>
        </p>
      ) : (
        <Skeleton width="short" />
      )}
      {statuses.name(survey.status) === "draft" && <DraftOutlook survey={survey} />}
      {data?.reminders && <Reminders id={survey.id} sent={data.reminders} mayRemind={mayChange(survey)} />}
      {mayChange(survey) && <InviteButton survey={survey} />}
      {mayChange(survey) && data?.inGroups !== undefined && survey.questions.length > 0 && <TestMail id={survey.id} />}
    </Card>
  )
}
