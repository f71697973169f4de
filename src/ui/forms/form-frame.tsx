import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import type { FieldMessage, HttpError } from "../../core/http"
import type { Key } from "../../core/i18n"
import type { Rules } from "../../core/rules"
import { type Draft, dropDraft, keepDraft, keptDraft, type Pending } from "../../state/drafts"
import { holdUnsavedChanges, releaseUnsavedChanges } from "../../state/unsaved-changes"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { StillWorking } from "../display/still-working"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { useTitle } from "../hooks/use-title"
import { confirm } from "../overlays/confirm"
import { PageHeader } from "../pages/page-header"
import { useScreenContext } from "../pages/screen-context"
import { Conflict, type Shown } from "./conflict"
import { type Form, useForm } from "./use-form"

/** What every form page is told by its module. */
export type FormGiven<D extends object> = {
  /** The query tag, and the name under which unsaved work is kept. */
  name: string
  words: string
  rules: Rules<D>
  fields: (form: Form<D>, busy: (isBusy: boolean) => void) => ReactNode
  /** Stands beside the form and follows it: preview, readiness. */
  aside?: (form: Form<D>) => ReactNode
  /** The fields that a conflict compares, in words and values. */
  shown: Shown<D>
  /** Buttons of the action bar before the main one; each may save with a patch. */
  actions?: (form: Form<D>) => ReactNode
  submitLabel?: (draft: D) => string
  submitPatch?: (draft: D) => Partial<D>
}

/** Where a saved form goes; `warnings` keep it open, with the server's words on its fields. */
export type Saved = { go: () => void; warnings?: FieldMessage[] }

type Frame<D extends object> = FormGiven<D> & {
  record: string
  title: string
  crumb?: { label: string; href: string }
  initial: D
  version?: { current: string | undefined }
  /** Kept with the draft, so that a save after a reload is still the same one. */
  pending?: { current: Pending<D> }
  notice?: (form: Form<D>) => ReactNode
  failure: Key
  /** Saves, and answers what to do once the page is let go. */
  save: (draft: D, signal: AbortSignal) => Promise<Saved>
  conflict?: (error: HttpError) => void
  theirs?: { draft: D; version?: string }
  onSettled?: () => void
}

/** Typing is kept on this browser after a pause of this length, ms. */
const keepAfter = 400

/** A form with its summary, action bar, kept draft and guard; how it is saved is the page’s. */
export const FormFrame = <D extends object>(props: Frame<D>) => {
  const { name, record, title, theirs } = props
  const t = useT()
  const format = useFormat()
  const place = useScreenContext()
  const [, navigate] = useLocation()
  const [isUploading, setUploading] = useState(false)
  const saved = useRef<Saved>(undefined)
  const baseline = useRef(props.initial)
  const [kept, setKept] = useState<Draft<D> | undefined>(() => keptDraft(name, record, props.initial, Date.now()))
  const [keptAt, setKeptAt] = useState<number>()
  useTitle(title)

  const form = useForm<D>({
    initial: props.initial,
    rules: props.rules,
    failure: props.failure,
    save: async (draft, signal) => {
      saved.current = await props.save(draft, signal)
    },
    conflict: props.conflict,
  })
  const { draft, isDirty } = form
  const version = props.version?.current
  const keep = useRef(() => {})
  const pending = props.pending?.current
  keep.current = () => keepDraft(name, record, { at: Date.now(), draft, version, pending })

  // Leaving is silent when nothing changed, and asks on every way out when something did.
  useEffect(() => {
    if (!isDirty) return
    return holdUnsavedChanges({
      ask: () =>
        confirm({
          title: t("ui.leaveTitle"),
          text: t("ui.leaveText"),
          confirmLabel: t("ui.leave"),
          cancelLabel: t("ui.stay"),
          tone: "danger",
        }).then(agreed => {
          if (agreed) dropDraft(name, record)
          return agreed
        }),
      keep: () => keep.current(),
    })
  }, [isDirty, t, name, record])

  // What is typed outlives a crash.
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => {
      const at = Date.now()
      keepDraft(name, record, { at, draft, version, pending })
      setKeptAt(at)
    }, keepAfter)
    return () => clearTimeout(timer)
  }, [isDirty, draft, name, record, version, pending])

  const submit = async (patch?: Partial<D>) => {
    if (!(await form.submit(patch))) return
    dropDraft(name, record)
    releaseUnsavedChanges()
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
    dropDraft(name, record)
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
    submit(props.submitPatch?.(draft))
  }
  const bar: Form<D> = { ...form, submit: patch => submit(patch).then(() => true) }
  // What several fields say alike is said once above, and leads to the first of them.
  const errors = form.errors.filter(({ text }, at) => form.errors.findIndex(other => other.text === text) === at)

  return (
    <>
      <PageHeader title={title} trail={[...place.trail, ...(props.crumb ? [props.crumb] : [])]} current={title} />
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
      {props.notice?.(form)}
      <form className="form" onSubmit={onSubmit} noValidate data-form>
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
          <div className="stack">{props.fields(form, setUploading)}</div>
          {props.aside && <aside className="stack sticky">{props.aside(form)}</aside>}
        </div>
        <StillWorking isGoing={form.isBusy} onCancel={form.cancel} />
        <div className="action-bar">
          <p className="only-d">
            {isDirty && keptAt ? t("ui.keptAt", { time: format.time(new Date(keptAt).toISOString()) }) : ""}
          </p>
          <Button tone="ghost" onClick={() => navigate(props.crumb?.href ?? place.base)}>
            {t("ui.cancel")}
          </Button>
          {props.actions?.(bar)}
          <Button type="submit" tone="primary" busy={form.isBusy} disabled={isUploading}>
            {form.isBusy ? t("ui.saving") : isUploading ? t("ui.uploading") : (props.submitLabel?.(draft) ?? t("ui.save"))}
          </Button>
        </div>
      </form>
      {theirs && (
        <Conflict
          base={baseline.current}
          mine={draft}
          theirs={theirs.draft}
          shown={props.shown}
          onSettle={settle}
          onClose={() => props.onSettled?.()}
        />
      )}
    </>
  )
}
