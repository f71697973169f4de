import {
  type ComponentType,
  type FormEvent,
  type KeyboardEventHandler,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react"
import { useSnapshot } from "valtio"
import { Link, useLocation } from "wouter"
import type { Code } from "../../../core/codes"
import { compact } from "../../../core/compact"
import type { FieldMessage, HttpError } from "../../../core/http/http"
import { isSameJson } from "../../../core/json"
import { listen } from "../../../core/listen"
import type { Rules } from "../../../core/rules"
import type { Key } from "../../../core/text/i18n"
import { connection } from "../../../state/connection"
import type { PendingCreate, Secrets } from "../../../state/drafts"
import { confirmation, unsavedChanges } from "../../../state/instances"
import { backLinkTo } from "../../../state/list-positions"
import { notify } from "../../../state/toasts"
import { Button } from "../../controls/button"
import { Alert } from "../../display/alert"
import { Banner } from "../../display/banner"
import { Card } from "../../display/card"
import { ApprovalNote } from "../../forms/approval-note"
import type { Choices } from "../../forms/choice-field"
import type { Compare } from "../../forms/compare"
import { ConflictDialog, type RecordChange } from "../../forms/conflict"
import { type NewOwner, OwnerField, useOwner } from "../../forms/owner-field"
import type { Publishing } from "../../forms/publishing"
import { type Form, type Lists, type SharedMessage, useForm } from "../../forms/use-form"
import { type Crumb, companiesOf, type Owned, offeredTo, useScreenContext } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"
import { useTitle } from "../../hooks/use-title"
import { useNeedsApproval } from "../approval/approval"
import { SlowCallBanner } from "../loading/slow-call-banner"
import { PageHeader } from "../page-header"
import type { Resource } from "../resource"
import { useResourceTexts } from "../resource-texts"
import { ActionBar } from "./action-bar"
import { DraftBanner } from "./draft-banner"
import { useDrafts } from "./use-drafts"

export type FieldsProps<D extends object> = { form: Form<D>; onBusy: (isBusy: boolean) => void }

export type AsideProps<D extends object> = { draft: D; form: Pick<Form<D>, "change" | "latest"> }
type Aside<D extends object> = ComponentType<AsideProps<D>>

/** The form of a kind of record as data; a constant of the module. */
export type FormSpec<R, D extends object> = {
  resource: Resource<R, D>
  rules: Rules<D>
  /** Lists whose entries have their own fields and messages. */
  lists?: Lists<D>
  /** A message that several rules share. */
  shared?: SharedMessage<D>
  /** Returns the draft that edits a record. */
  draftOf: (record: R) => D
  /** Companies of which one may own a new record; absent: the call takes no owner, or the fields have it. */
  owners?: Choices["options"]
  /** The fields; `onBusy(true)` disables the save, for example during an upload. */
  Fields: ComponentType<FieldsProps<D>>
  /** Members that are never stored in drafts. */
  secrets?: Secrets<D>
  /** Shown beside the form, such as a preview; follows the draft when the browser has time. */
  Aside?: Aside<D>
  /** Reads who changed a record last, and when; undefined where the server has no audit log. */
  lastChangeOf?: (id: string) => Promise<RecordChange | undefined>
  /** How members are displayed in a conflict. */
  compare: Compare<D>
  /** Present for records that are drafts until they are published. */
  publish?: Publishing<D>
}

/**
 * The result of a save: `go` leaves the form, `stay` continues editing, where another page takes its place at the element with
 * the id; if `warnings` are present, the form shows them.
 */
type SaveResult = { go: () => void; stay: (focused: string) => void; warnings?: FieldMessage[] }

type FrameProps<R, D extends object> = FormSpec<R, D> & {
  /** Id of the record, or `new`; part of the key of the stored draft. */
  record: string
  title: string
  crumb?: Crumb
  /** The stored record; absent for a new one. */
  owned?: Owned
  initial: D
  /** Whether `initial` is stored. */
  isStored: boolean
  version?: { current: string | undefined }
  /** State of an unanswered create; stored with the draft, so that a save after a reload repeats it. */
  pending?: { current: PendingCreate<D> }
  Notice?: ComponentType<{ form: Form<D> }>
  /** Shown above the fields, such as why a change came back. */
  above?: ReactNode
  /**
   * A notice of the page: on its own, or below the message of a failed save. Its link opens another tab, or keeps what was typed as
   * a draft and leaves the form.
   */
  notice?: { title: string; text: string; link: { label: string; href: string; leaves?: boolean } }
  failure: Key
  /** @param note to who decides about a change that is sent for approval */
  save: (draft: D, signal: AbortSignal, note: string | undefined) => Promise<SaveResult>
  conflict?: (error: HttpError) => void
  /** The stored version after a conflict. */
  theirs?: { draft: D; version?: string; change?: Partial<RecordChange> }
  /** Called when the conflict is resolved or its dialog closed. */
  onResolved?: () => void
}

/** Number of changed fields that the question before leaving names. */
const maxNamedFields = 4

const stayId = "save-and-stay"

/** Ctrl S or ⌘ S saves (docs/console.md#keyboard), also while a field has the focus; not under a dialog. */
const useSaveShortcut = (save: (() => void) | undefined) => {
  const saveNow = useEffectEvent(() => save?.())
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat && !document.querySelector("dialog[open]")) saveNow()
    }
    return listen(window, { keydown: onKeyDown })
  }, [])
}

/**
 * What is shown beside a form: rendered after the form, later after the field that was changed, and for changes of the draft
 * alone. The initial value is null: for undefined, React renders the draft at once.
 */
const Beside = <D extends object>({ Aside, form }: { Aside: Aside<D>; form: Form<D> }) => {
  const draft = useDeferredValue<D | null>(form.draft, null)
  const { change, latest } = form
  return useMemo(() => draft && <Aside draft={draft} form={{ change, latest }} />, [Aside, draft, change, latest])
}

/**
 * The form of a record: header, error summary, fields, action bar, stored draft (docs/console.md#drafts), the question before
 * unsaved changes are lost, and the conflict dialog. The page provides the save.
 */
export const FormFrame = <R, D extends object>(props: FrameProps<R, D>) => {
  const { resource, record, title, theirs, publish, Fields, Aside, Notice } = props
  const { tag, labels } = resource
  const t = useT()
  const text = useResourceTexts(resource.texts)
  const format = useFormat()
  const screen = useScreenContext()
  const [, navigate] = useLocation()
  const [isUploading, setUploading] = useState(false)
  const { isLost } = useSnapshot(connection)
  const saved = useRef<SaveResult>(undefined)
  const [note, setNote] = useState("")
  useTitle(title)

  const form = useForm<D>({
    initial: props.initial,
    isStored: props.isStored,
    publish,
    labels,
    rules: props.rules,
    lists: props.lists,
    shared: props.shared,
    failure: props.failure,
    save: async (draft, signal) => {
      saved.current = await props.save(draft, signal, note || undefined)
    },
    conflict: props.conflict,
  })
  const { draft, baseline, isDirty } = form
  const isUnpublished = publish?.isDraft(draft) === true
  const companies = [useOwner(props.owned, draft), ...offeredTo(draft as Owned), ...(props.owned ? companiesOf(props.owned) : [])]
  const isApproved = useNeedsApproval(resource)(companies)
  const isLive = (given: object) => resource.approval?.isLive((given as { status?: Code }).status ?? null) === true
  const isSent = isApproved && (isUnpublished || isLive(draft) || (props.owned !== undefined && isLive(props.owned)))
  const saveLabel = isSent ? t("approval.send") : isUnpublished ? text("publish") : t("ui.save")
  const { initial, version, pending } = props
  const drafts = useDrafts({ form, tag, record, initial, version, pending, secrets: props.secrets })

  /** What was changed, by the names of the fields, and what leaving does to it. */
  const describeChanges = useEffectEvent(() => {
    const changed = (Object.keys(draft) as (keyof D & string)[]).filter(member => !isSameJson(draft[member], baseline[member]))
    const more = changed.length - maxNamedFields
    const names = [...new Set(changed.slice(0, maxNamedFields).map(member => t(labels[member])))].join(", ")
    return compact([
      t("ui.leaveChanges", { fields: more > 0 ? `${names} ${t("ui.andMore", { count: more })}` : names }),
      t(record === "new" ? "ui.leaveNew" : "ui.leaveStored"),
      t("ui.leaveKept"),
      drafts.offers.length > 0 && t("ui.leaveDrafts", { count: drafts.offers.length }),
    ]).join(" ")
  })
  useEffect(() => {
    const { focused } = (history.state ?? {}) as { focused?: string }
    if (focused) (document.getElementById(focused) ?? document.getElementById(stayId))?.focus()
  }, [])
  const removeDraft = useEffectEvent(drafts.remove)
  const storeDraft = useEffectEvent(drafts.store)

  // Leaving the page with unsaved changes asks for confirmation.
  useEffect(() => {
    if (!isDirty) return
    return unsavedChanges.register({
      ask: async () => {
        let isDiscarded = false
        const other = {
          label: t("ui.leaveDiscarding"),
          run: () => {
            isDiscarded = true
            removeDraft()
          },
        }
        const isLeaving = await confirmation.ask({
          title: t("ui.leaveTitle"),
          text: describeChanges(),
          confirmLabel: t("ui.leaveKeeping"),
          cancelLabel: t("ui.stay"),
          other,
        })
        if (isLeaving && !isDiscarded) storeDraft()
        return isLeaving
      },
      saveDraft: () => storeDraft(),
    })
  }, [isDirty, t])

  const submit = async (patch?: Partial<D>, isStaying = false) => {
    const focused = document.activeElement?.id || stayId
    if (!(await form.submit(patch))) return
    drafts.remove()
    unsavedChanges.clear()
    setNote("")
    const { warnings, go, stay } = saved.current ?? {}
    if (warnings) form.warn(warnings)
    else if (isStaying) stay?.(focused)
    else go?.()
  }
  const isBlocked = form.isBusy || isUploading
  // A new record without an edit screen has no form to stay in.
  const canStay = record !== "new" || screen.has.edit
  const saveAndStay = () => submit(isUnpublished ? publish?.draft : undefined, true)
  const save = () => submit(isUnpublished ? publish?.published : undefined)
  useSaveShortcut(isBlocked ? undefined : canStay ? saveAndStay : save)

  const resolve = (merged: D) => {
    if (props.version) props.version.current = theirs?.version
    form.reset(merged, theirs?.draft)
    notify({ tone: "info", title: t("ui.choiceTaken"), alwaysShown: true })
    props.onResolved?.()
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  /** Publishing takes a press on its button: the browser would submit the form. */
  const onKeyDown: KeyboardEventHandler = event => {
    if (event.key === "Enter" && isUnpublished && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  const nameMember = resource.copy?.title
  const nameOf = (draft: D) => (nameMember ? String(draft[nameMember]) : "")
  // A message that several fields share is listed with the name of each.
  const errors = form.errors.map(({ field, id, text }) => {
    const isShared = form.errors.some(other => other.text === text && other.field !== field)
    return { id, text: isShared ? `${t(labels[field])}: ${text}` : text }
  })

  const { notice } = props
  const keepAndLeave = () => {
    if (isDirty) drafts.store()
    unsavedChanges.clear()
  }
  const noticeLink =
    notice &&
    (notice.link.leaves ? (
      <Link className="link" href={notice.link.href} onClick={keepAndLeave}>
        {notice.link.label}
      </Link>
    ) : (
      <a className="link" href={notice.link.href} target="_blank" rel="noreferrer">
        {notice.link.label}
      </a>
    ))
  /** The save failed for want of a connection, which is back. */
  const isBack = form.isUnsent && !isLost

  return (
    <>
      <PageHeader title={title} trail={[...screen.trail, ...(props.crumb ? [props.crumb] : [])]} />
      <DraftBanner drafts={drafts} nameOf={nameOf} labels={labels} />
      {Notice && <Notice form={form} />}
      {props.above}
      <form className="form-frame" onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate data-form>
        {form.summary.length + errors.length > 0 ? (
          // Outside the banner, which renders its content later than it is mounted: the summary takes the focus at once.
          <div tabIndex={-1} data-summary>
            <Banner rank="result">
              <Alert
                tone={isBack ? "info" : "danger"}
                title={isBack ? t("ui.reconnected") : (form.summary[0] ?? t("ui.toFix", { count: form.errors.length }))}
                text={isBack ? form.summary[0] : form.shared}
              >
                <ul>
                  {form.summary.slice(1).map(text => (
                    <li key={text}>{text}</li>
                  ))}
                  {errors.map(({ id, text }) => (
                    <li key={id}>
                      <a
                        className="link"
                        href={`#${id}`}
                        onClick={event => {
                          event.preventDefault()
                          document.getElementById(id)?.focus()
                        }}
                      >
                        {text}
                      </a>
                    </li>
                  ))}
                </ul>
                {notice && (
                  <p>
                    {/* The message of a save that another change stands in the way of is the notice itself. */}
                    {!notice.link.leaves && (
                      <>
                        <b>{notice.title}.</b> {notice.text}{" "}
                      </>
                    )}
                    {noticeLink}
                  </p>
                )}
              </Alert>
            </Banner>
          </div>
        ) : (
          notice && (
            <Banner rank={notice.link.leaves ? "proposal" : "result"}>
              <Alert tone="warning" title={notice.title} text={notice.text} actions={noticeLink} />
            </Banner>
          )
        )}
        <div className="cols">
          <div className="stack">
            {props.owners && record === "new" && <OwnerField form={form as unknown as Form<NewOwner>} options={props.owners} />}
            <Fields form={form} onBusy={setUploading} />
          </div>
          {Aside && (
            <aside className="stack sticky">
              <Beside Aside={Aside} form={form} />
            </aside>
          )}
        </div>
        {isSent && (
          <Card label={t("approval.note")}>
            <div className="card__body">
              <ApprovalNote value={note} onChange={setNote} />
            </div>
          </Card>
        )}
        <SlowCallBanner isPending={form.isBusy} onCancel={form.cancel} />
        <ActionBar
          note={
            isDirty && drafts.storedAt
              ? t("ui.keptAt", { time: format.time(new Date(drafts.storedAt).toISOString()) })
              : undefined
          }
          onCancel={() => {
            const { href, state } = backLinkTo(props.crumb?.href ?? screen.base)
            navigate(href, { state })
          }}
        >
          {canStay && (
            <Button id={stayId} disabled={isBlocked} aria-keyshortcuts="Control+S Meta+S" onClick={saveAndStay}>
              {t("ui.saveAndStay")}
            </Button>
          )}
          {isUnpublished && (
            <Button disabled={form.isBusy} onClick={() => submit(publish.draft)}>
              {text("saveDraft")}
            </Button>
          )}
          <Button type="submit" tone="primary" busy={form.isBusy} disabled={isUploading}>
            {form.isBusy ? t("ui.saving") : isUploading ? t("ui.uploading") : saveLabel}
          </Button>
        </ActionBar>
      </form>
      {theirs && (
        <ConflictDialog
          base={baseline}
          mine={draft}
          theirs={theirs.draft}
          change={theirs.change}
          labels={labels}
          compare={props.compare}
          onResolve={resolve}
          onClose={() => props.onResolved?.()}
        />
      )}
    </>
  )
}
