import { useState } from "react"
import type { Feedback } from "../../../contract/feedback"
import type { Code } from "../../../core/codes"
import { errorMessage } from "../../../core/http/errors"
import { type Answer, HttpError } from "../../../core/http/http"
import type { Loaded } from "../../../core/http/pages"
import { joinTexts } from "../../../core/text/join-texts"
import { cache } from "../../../state/instances"
import { offerUndo } from "../../../state/notifications"
import { Combobox } from "../../../ui/controls/combobox"
import { Field } from "../../../ui/controls/field"
import { CodeBadge, type CodeLook, codeLabel } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { CodeSelect } from "../../../ui/forms/code-field"
import { asCode } from "../../../ui/forms/compare"
import { ConflictDialog, type RecordChange } from "../../../ui/forms/conflict"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { lastChangeOf } from "../../audit/api"
import { assignFeedback, getFeedback, searchAssignees, updateFeedback } from "../api"
import { categoryLook, kindLook, priorityLook, feedback as resource, statusLook } from "../resource"
import { replyTimeText } from "./reply-times"
import { StatusButton } from "./status-button"
import { useSerial } from "./use-serial"
import { ClashError, sendMembers } from "./versioned-changes"

/** The members that are changed at once, each by a call of its own. */
type Tracked = { priority: Code; category: Code; type: Code; assignee: string }
type Member = keyof Tracked

const labels = {
  priority: resource.labels.priority,
  category: resource.labels.category,
  type: resource.labels.type,
  assignee: "feedback.assignee",
} as const

const looks = { priority: priorityLook, category: categoryLook, type: kindLook } as const

const trackedOf = ({ priority, category, type, assignedTo }: Feedback): Tracked => ({
  priority,
  category,
  type,
  assignee: assignedTo,
})

/** A person whose name the comparison does not know is shown by the id's record. */
type Person = { id: string; name: string }

type Clash = {
  member: Member
  mine: Partial<Tracked>
  error: ClashError<Partial<Tracked>>
  change?: RecordChange
  person?: Person
}

/**
 * Saves single members against the version that is shown, one after the other, with an undo; what somebody else changed
 * meanwhile is compared.
 */
const useTracked = (loaded: Loaded<Feedback>) => {
  const t = useT()
  const paths = useRecordPaths()
  const [pending, setPending] = useState<Partial<Tracked>>({})
  const [failure, setFailure] = useState<{ member: Member; text: string }>()
  const [clash, setClash] = useState<Clash>()
  const runInTurn = useSerial()
  const { record } = loaded

  const saveNow = async (member: Member, value: Code, person?: Person, stored?: Loaded<Feedback>) => {
    // The changes before this one have made newer versions.
    const seen = stored ?? cache.entry(getFeedback, record.id).data ?? loaded
    const mine = { [member]: value } as Partial<Tracked>
    const send = (draft: Partial<Tracked>, { version }: Loaded<Feedback>): Promise<Answer> =>
      member === "assignee"
        ? assignFeedback(record.id, person ?? null, { version })
        : updateFeedback(record.id, draft as object, { version })
    setFailure(undefined)
    try {
      const membersOf = (current: Feedback) => ({ [member]: trackedOf(current)[member] }) as Partial<Tracked>
      const { undoToken } = await sendMembers({ seen, membersOf, mine, send })
      const text = t(member === "assignee" ? "feedback.assigned" : "feedback.updated")
      offerUndo(undoToken, [resource.tag], text, { subject: record.subject, href: paths.view(record.id) })
      await cache.load(getFeedback, record.id).catch(() => undefined)
    } catch (error) {
      if (error instanceof ClashError) {
        setClash({ member, mine, error, person })
        lastChangeOf("feedback")(record.id)
          .then(change => change && setClash(shown => shown && { ...shown, change }))
          .catch(() => undefined)
      } else {
        const own = error instanceof HttpError ? error.fields[0]?.message : undefined
        setFailure({ member, text: own ?? errorMessage(error, "feedback.updateFailed", t) })
      }
    } finally {
      setPending(({ [member]: shown, ...others }) => (shown === value ? others : { [member]: shown, ...others }))
    }
  }
  const save = (...change: Parameters<typeof saveNow>) => {
    const [member, value] = change
    setPending(others => ({ ...others, [member]: value }))
    runInTurn(() => saveNow(...change))
  }
  return { shown: { ...trackedOf(record), ...pending }, save, failure, clash, closeClash: () => setClash(undefined) }
}

const Clashed = ({ clash, onSave, onClose }: { clash: Clash; onSave: () => void; onClose: () => void }) => {
  const { member, mine, error, person, change } = clash
  const nameOf = (id: string) => (id === person?.id ? person.name : id ? error.stored.record.assignedToName : "")
  const Assignee = ({ value }: { value: string | undefined }) => {
    const t = useT()
    return nameOf(value ?? "") || t("feedback.unassigned")
  }
  const base = { [member]: undefined } as Partial<Tracked>
  return (
    <ConflictDialog<Partial<Tracked>>
      base={base}
      mine={mine}
      theirs={error.theirs}
      labels={labels}
      compare={{
        assignee: Assignee,
        priority: asCode(priorityLook),
        category: asCode(categoryLook),
        type: asCode(kindLook),
      }}
      change={change}
      onResolve={merged => {
        onClose()
        if (merged[member] !== error.theirs[member]) onSave()
      }}
      onClose={onClose}
    />
  )
}

/** Status, assignee, priority, category, type and the time until an answer; each is changed in place. */
export const Tracking = ({ loaded, mayChange }: { loaded: Loaded<Feedback>; mayChange: boolean }) => {
  const t = useT()
  const user = useCurrentUser()
  const now = useNow(30_000)
  const { record } = loaded
  const { shown, save, failure, clash, closeClash } = useTracked(loaded)
  const time = replyTimeText(record, now, t)
  const errorOf = (member: Member) => (failure?.member === member ? failure.text : undefined)

  /** What is announced once it differs from what the page was opened with. */
  const state = joinTexts(
    `${t("feedback.statusLabel")}: ${codeLabel(statusLook, record.status, t)}`,
    `${t(labels.assignee)}: ${record.assignedToName || t("feedback.unassigned")}`,
  )
  const [opened] = useState(state)

  const self = user && { value: user.userId, label: t("feedback.assignToMe"), hint: user.email }
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const loadPeople = async (text: string, signal: AbortSignal) => {
    const people = await searchAssignees(record.tenantId)(text, signal)
    setNames(known => new Map([...known, ...people.map(({ value, label }) => [value, label] as const)]))
    return self && !text ? [self, ...people.filter(({ value }) => value !== self.value)] : people
  }
  const assign = (id: string) => {
    const name = names.get(id) ?? (id === user?.userId ? user.email : id)
    if (id !== shown.assignee) save("assignee", id, id ? { id, name } : undefined)
  }
  const known = [
    ...(record.assignedTo ? [{ value: record.assignedTo, label: record.assignedToName || t("ui.unknown") }] : []),
    ...[...names].map(([value, label]) => ({ value, label })),
  ]

  const codeField = <M extends keyof typeof looks>(member: M) => (
    <CodeSelect
      key={member}
      id={member}
      label={t(labels[member])}
      look={looks[member] as CodeLook<string>}
      value={shown[member]}
      onChange={value => save(member, value)}
      error={errorOf(member)}
    />
  )
  const codeFact = (member: keyof typeof looks) =>
    [t(labels[member]), codeLabel(looks[member] as CodeLook<string>, record[member], t)] as const

  return (
    <Card
      title={t("feedback.tracking")}
      note={
        time && (
          <span className="badge" data-tone={time.isLate ? "danger" : "neutral"}>
            {time.text}
          </span>
        )
      }
    >
      <p className="sr-only" role="status">
        {state !== opened && state}
      </p>
      <div className="row row-between">
        <span className="row">
          <span className="sr-only">{t("feedback.statusLabel")}: </span>
          <CodeBadge {...statusLook} value={record.status} />
        </span>
        {mayChange && <StatusButton loaded={loaded} />}
      </div>
      {mayChange ? (
        <>
          <Field id="assignee" label={t(labels.assignee)} error={errorOf("assignee")}>
            {aria => (
              <Combobox
                {...aria}
                value={shown.assignee}
                onChange={assign}
                loadOptions={loadPeople}
                known={known}
                placeholder={t("feedback.unassigned")}
              />
            )}
          </Field>
          {codeField("priority")}
          {codeField("category")}
          {codeField("type")}
        </>
      ) : (
        <Facts
          items={[
            [t(labels.assignee), record.assignedToName || t("feedback.unassigned")],
            codeFact("priority"),
            codeFact("category"),
            codeFact("type"),
          ]}
        />
      )}
      {record.resolutionStep && (
        <div className="stack-sm">
          <h3 className="label">{t("feedback.resolutionStep")}</h3>
          <p className="prose">{record.resolutionStep}</p>
        </div>
      )}
      {record.internalNotes && (
        <div className="internal-notes" data-tone="warning">
          <h3 className="label">{t("feedback.internalNotes")}</h3>
          <p className="prose">{record.internalNotes}</p>
        </div>
      )}
      {clash && (
        <Clashed
          clash={clash}
          onSave={() => save(clash.member, clash.mine[clash.member] as Code, clash.person, clash.error.stored)}
          onClose={closeClash}
        />
      )}
    </Card>
  )
}
