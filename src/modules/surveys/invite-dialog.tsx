import { useId, useMemo, useRef, useState } from "react"
import type { InvitationsBody } from "../../contract/surveys/answers"
import type { Named, Survey } from "../../contract/surveys/surveys"
import { randomId } from "../../core/hashing/random-id"
import { mayHaveSucceeded } from "../../core/http/http-error"
import { Button } from "../../ui/controls/button"
import { Combobox } from "../../ui/controls/combobox"
import { Field } from "../../ui/controls/field"
import { MultiSelect } from "../../ui/controls/multi-select"
import { Tiles } from "../../ui/controls/tiles"
import { Progress } from "../../ui/display/progress"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { optionSource, useLongOptions } from "../../ui/hooks/use-long-options"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { departmentOptions, takesDepartments } from "../departments/api"
import { searchPeople } from "../records/search-people"
import { addInvitations, getInvitations } from "./api"
import { InvitationLinks, type Invited, MailsSent } from "./invite-results"

const nobody: Invited = { tokens: [], invited: 0, mailed: 0 }

type Phase = "choice" | "running" | "done"

/** Invites people batch by batch, until nobody is left or the person stops: a batch that was begun is waited for, because its links are answered once. */
const useLots = (survey: Named<Survey>) => {
  const [phase, setPhase] = useState<Phase>("choice")
  const [result, setResult] = useState(nobody)
  const [isStopping, setStopping] = useState(false)
  const mustStop = useRef(false)
  /** Of the batch that is not answered yet: a repetition gets the same links. */
  const key = useRef("")
  const run = async (body: InvitationsBody) => {
    mustStop.current = false
    setStopping(false)
    setPhase("running")
    let sum: Invited = { ...result, failure: undefined }
    let after: string | undefined
    try {
      do {
        key.current ||= randomId()
        const batch = await addInvitations(survey.id, { ...body, ...(after && { after }) }, { idempotencyKey: key.current })
        key.current = ""
        after = batch.next
        sum = {
          ...sum,
          tokens: [...sum.tokens, ...batch.tokens],
          invited: sum.invited + batch.invited,
          mailed: sum.mailed + batch.mailed,
          remaining: batch.remaining,
          mayHaveLost: false,
        }
        setResult(sum)
        if (batch.invited === 0) break
      } while (sum.remaining && !mustStop.current)
    } catch (failure) {
      sum = {
        ...sum,
        failure,
        mayHaveLost: sum.mayHaveLost || (!body.mail && mayHaveSucceeded(failure)),
      }
      setResult(sum)
    }
    setPhase("done")
  }
  const stop = () => {
    mustStop.current = true
    setStopping(true)
  }
  return { phase, result, run, stop, isStopping }
}

const Running = ({ result, isStopping, onStop }: { result: Invited; isStopping: boolean; onStop: () => void }) => {
  const t = useT()
  const { invited, remaining } = result
  return (
    <Dialog title={t("survey.inviting")} onClose={onStop}>
      <div className="dialog__body">
        <p aria-live="polite">{t(isStopping ? "survey.invite.stopping" : "survey.invitedSoFar", { count: invited })}</p>
        <Progress value={remaining === undefined ? 0 : invited / (invited + remaining)} label={t("survey.inviting")} />
      </div>
      <div className="dialog__foot">
        <Button data-focus disabled={isStopping} onClick={onStop}>
          {t("ui.stop")}
        </Button>
      </div>
    </Dialog>
  )
}

/** Chooses the departments and how the links reach people, and makes invitations. */
export const InviteDialog = ({ survey, onClose }: { survey: Named<Survey>; onClose: () => void }) => {
  const t = useT()
  const name = useId()
  const [departmentIds, setDepartmentIds] = useState<string[]>([])
  const [way, setWay] = useState("mail")
  const asked = survey.departmentIds
  const { data: departments = [], search } = useLongOptions(
    departmentOptions,
    [...asked, ...departmentIds],
    takesDepartments(survey),
  )
  const { data: counts } = useQuery(getInvitations, survey.id)
  const { mayOpen, root } = useScreenContext()
  const [userId, setUserId] = useState("")
  const loadPeople = useMemo(() => searchPeople(""), [])
  const { phase, result, run, stop, isStopping } = useLots(survey)
  const isPerson = way === "person"
  const isMail = isPerson || way === "mail"
  const start = () =>
    run(isPerson ? { userId, mail: true } : { ...(departmentIds.length > 0 && { departmentIds }), ...(isMail && { mail: true }) })

  if (phase === "running") return <Running result={result} isStopping={isStopping} onStop={stop} />
  if (phase === "done" && isMail) return <MailsSent result={result} onContinue={start} onClose={onClose} />
  if (phase === "done") return <InvitationLinks survey={survey} result={result} onContinue={start} onClose={onClose} />
  const offered = asked.length
    ? { options: departments.filter(({ value }) => asked.includes(value)) }
    : optionSource(departments, search)
  // A server that does not know of single people would invite everybody.
  const mayInviteOne = counts?.inGroups !== undefined && mayOpen(root === "/admin" ? "/admin/users" : "/user/employees")
  const left = counts && departmentIds.length === 0 && !isPerson ? Math.max(0, counts.people - counts.invited) : undefined
  return (
    <Dialog title={t("survey.invite.title")} text={t("survey.invite.text")} onClose={onClose}>
      <div className="dialog__body">
        {takesDepartments(survey) && !isPerson && (
          <Field id="invite-departments" label={t("survey.departmentIds")} hint={t("survey.invite.asked")} optional>
            {aria => (
              <MultiSelect
                {...aria}
                value={departmentIds}
                onChange={setDepartmentIds}
                {...offered}
                placeholder={t("survey.departmentAdd")}
              />
            )}
          </Field>
        )}
        <Tiles
          legend={t("survey.way")}
          name={name}
          value={way}
          onChange={setWay}
          options={[
            { value: "mail", icon: "mail", label: t("survey.way.mail"), hint: t("survey.wayHint.mail") },
            { value: "links", icon: "link", label: t("survey.way.links"), hint: t("survey.wayHint.links") },
            ...(mayInviteOne
              ? [{ value: "person", icon: "user" as const, label: t("survey.way.person"), hint: t("survey.wayHint.person") }]
              : []),
          ]}
        />
        {isPerson && (
          <Field id="invite-person" label={t("survey.invite.person")} hint={t("survey.invite.personHint")}>
            {aria => (
              <Combobox
                {...aria}
                value={userId}
                onChange={setUserId}
                loadOptions={loadPeople}
                placeholder={t("survey.invite.personSearch")}
              />
            )}
          </Field>
        )}
        {left !== undefined && (
          <p aria-live="polite">{t(left ? "survey.invite.left" : "survey.invite.nobody", { count: left })}</p>
        )}
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        <Button tone="primary" icon={isMail ? "send" : "link"} disabled={left === 0 || (isPerson && !userId)} onClick={start}>
          {t(isMail ? "survey.invite.send" : "survey.invite.make")}
        </Button>
      </div>
    </Dialog>
  )
}
