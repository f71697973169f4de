import { type ComponentType, type FormEvent, useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import type { FieldMessage, HttpError } from "../../core/http"
import type { Key } from "../../core/i18n"
import type { Rules } from "../../core/rules"
import { loadDraft, type PendingCreate, removeDraft, type SavedDraft, saveDraft } from "../../state/drafts"
import { confirmation, unsavedChanges } from "../../state/instances"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { SlowCallNotice } from "../display/slow-call-notice"
import type { Compare } from "../forms/compare"
import { Conflict } from "../forms/conflict"
import type { Publishing } from "../forms/publishing"
import { type Form, useForm } from "../forms/use-form"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { useTitle } from "../hooks/use-title"
import { PageHeader } from "./page-header"
import type { Resource } from "./resource"
import { useResourceTexts } from "./resource-texts"
import { useScreenContext } from "./screen-context"

export type FieldsProps<D extends object> = { form: Form<D>; onBusy: (isBusy: boolean) => void }

/** A module's form as data: a constant, without hooks of its own. */
export type FormSpec<R, D extends object> = {
  resource: Resource<R, D>
  rules: Rules<D>
  /** The draft that edits a record. */
  draftOf: (record: R) => D
  /** The fields; `onBusy` holds the save while an upload runs. */
  Fields: ComponentType<FieldsProps<D>>
  /** Beside the form: preview, readiness. */
  Aside?: ComponentType<{ draft: D }>
  /** How the members are shown when two versions are compared. */
  compare: Compare<D>
  /** For records that are drafts until they are published. */
  publish?: Publishing<D>
}

/** Where a saved form goes; `warnings` keep it open, with the server's words on its fields. */
export type Saved = { go: () => void; warnings?: FieldMessage[] }

type FrameProps<R, D extends object> = FormSpec<R, D> & {
  record: string
  title: string
  crumb?: { label: string; href: string }
  initial: D
  version?: { current: string | undefined }
  /** Kept with the draft, so that a save after a reload is still the same one. */
  pending?: { current: PendingCreate<D> }
  Notice?: ComponentType<{ form: Form<D> }>
  failure: Key
  /** Saves, and answers what to do once the page is let go. */
  save: (draft: D, signal: AbortSignal) => Promise<Saved>
  conflict?: (error: HttpError) => void
  theirs?: { draft: D; version?: string }
  onSettled?: () => void
}

/** Typing is kept on this browser after a pause of this length, ms. */
const keepDelayMs = 400

/** A form with its summary, action bar, kept draft and guard; how it is saved is the page’s. */
export const FormFrame = <R, D extends object>(props: FrameProps<R, D>) => {
  const { resource, record, title, theirs, publish, Fields, Aside, Notice } = props
  const { tag, labels } = resource
  const t = useT()
  const text = useResourceTexts(resource.texts)
  const format = useFormat()
  const screen = useScreenContext()
  const [, navigate] = useLocation()
  const [isUploading, setUploading] = useState(false)
  const saved = useRef<Saved>(undefined)
  const baseline = useRef(props.initial)
  const [kept, setKept] = useState<SavedDraft<D> | undefined>(() => loadDraft(tag, record, props.initial, Date.now()))
  const [keptAt, setKeptAt] = useState<number>()
  useTitle(title)

  const form = useForm<D>({
    initial: props.initial,
    labels,
    rules: props.rules,
    failure: props.failure,
    save: async (draft, signal) => {
      saved.current = await props.save(draft, signal)
    },
    conflict: props.conflict,
  })
  const { draft, isDirty } = form
  const isUnpublished = publish?.isDraft(draft) === true
  const saveLabel = isUnpublished ? text("publish") : t("ui.save")
  const version = props.version?.current
  const keep = useRef(() => {})
  const pending = props.pending?.current
  keep.current = () => saveDraft(tag, record, { at: Date.now(), draft, version, pending })

  // Leaving is silent when nothing changed, and asks on every way out when something did.
  useEffect(() => {
    if (!isDirty) return
    return unsavedChanges.register({
      ask: () =>
        confirmation
          .ask({
            title: t("ui.leaveTitle"),
            text: t("ui.leaveText"),
            confirmLabel: t("ui.leave"),
            cancelLabel: t("ui.stay"),
            tone: "danger",
          })
          .then(agreed => {
            if (agreed) removeDraft(tag, record)
            return agreed
          }),
      saveDraft: () => keep.current(),
    })
  }, [isDirty, t, tag, record])

  // What is typed outlives a crash.
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => {
      const at = Date.now()
      saveDraft(tag, record, { at, draft, version, pending })
      setKeptAt(at)
    }, keepDelayMs)
    return () => clearTimeout(timer)
  }, [isDirty, draft, tag, record, version, pending])

  const submit = async (patch?: Partial<D>) => {
    if (!(await form.submit(patch))) return
    removeDraft(tag, record)
    unsavedChanges.clear()
    const { warnings, go } = saved.current ?? {}
    if (warnings) form.warn(warnings)
    else go?.()
  }

  const restore = () => {
    if (!kept) return
    form.reset(kept.draft, baseline.current)
    if (props.version && kept.version) props.version.current = kept.version
    if (props.pending && kept.pending) props.pending.current = kept.pending
    setKept(undefined)
  }
  const discard = () => {
    removeDraft(tag, record)
    setKept(undefined)
  }

  const settle = (merged: D) => {
    if (props.version) props.version.current = theirs?.version
    if (theirs) baseline.current = theirs.draft
    form.reset(merged, theirs?.draft)
    props.onSettled?.()
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(isUnpublished ? publish?.published : undefined)
  }
  // What several fields say alike is said once above, and leads to the first of them.
  const errors = form.errors.filter(({ text }, at) => form.errors.findIndex(other => other.text === text) === at)

  return (
    <>
      <PageHeader title={title} trail={[...screen.trail, ...(props.crumb ? [props.crumb] : [])]} current={title} />
      {kept && (
        <Alert
          tone="info"
          title={t("ui.draftFound", { time: format.dateTime(new Date(kept.at).toISOString()) })}
          actions={
            <>
              <Button size="sm" onClick={restore}>
                {t("ui.draftRestore")}
              </Button>
              <Button size="sm" tone="ghost" onClick={discard}>
                {t("ui.draftDiscard")}
              </Button>
            </>
          }
        />
      )}
      {Notice && <Notice form={form} />}
      <form className="form-frame" onSubmit={onSubmit} noValidate data-form>
        {form.summary.length + errors.length > 0 && (
          <div tabIndex={-1} data-summary>
            <Alert tone="danger" title={form.summary[0] ?? t("ui.toFix", { count: form.errors.length })}>
              <ul>
                {form.summary.slice(1).map(text => (
                  <li key={text}>{text}</li>
                ))}
                {errors.map(({ field, text }) => (
                  <li key={field}>
                    <a
                      className="link"
                      href={`#${field}`}
                      onClick={event => {
                        event.preventDefault()
                        document.getElementById(field)?.focus()
                      }}
                    >
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            </Alert>
          </div>
        )}
        <div className="cols">
          <div className="stack">
            <Fields form={form} onBusy={setUploading} />
          </div>
          {Aside && (
            <aside className="stack sticky">
              <Aside draft={draft} />
            </aside>
          )}
        </div>
        <SlowCallNotice isPending={form.isBusy} onCancel={form.cancel} />
        <div className="action-bar">
          <p className="wide-only">
            {isDirty && keptAt ? t("ui.keptAt", { time: format.time(new Date(keptAt).toISOString()) }) : ""}
          </p>
          <Button tone="ghost" onClick={() => navigate(props.crumb?.href ?? screen.base)}>
            {t("ui.cancel")}
          </Button>
          {isUnpublished && (
            <Button disabled={form.isBusy} onClick={() => submit(publish.draft)}>
              {text("saveDraft")}
            </Button>
          )}
          <Button type="submit" tone="primary" busy={form.isBusy} disabled={isUploading}>
            {form.isBusy ? t("ui.saving") : isUploading ? t("ui.uploading") : saveLabel}
          </Button>
        </div>
      </form>
      {theirs && (
        <Conflict
          base={baseline.current}
          mine={draft}
          theirs={theirs.draft}
          labels={labels}
          compare={props.compare}
          onSettle={settle}
          onClose={() => props.onSettled?.()}
        />
      )}
    </>
  )
}
