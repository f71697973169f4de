import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from "react"
import { Link, useLocation } from "wouter"
import type { Code } from "../../../core/codes"
import type { FormSession, How } from "../../../core/form/session"
import { listen } from "../../../core/listen"
import type { Key } from "../../../core/text/i18n"
import { unsavedChanges } from "../../../state/instances"
import { backLinkTo } from "../../../state/list-positions"
import { notify } from "../../../state/toasts"
import { Button } from "../../controls/button"
import { Card } from "../../display/card"
import { FormNote } from "../../forms/approval-note"
import { useDerived, useObservable } from "../../forms/bound"
import type { Compare } from "../../forms/compare"
import { ConflictDialog } from "../../forms/conflict"
import { useProblemFocus } from "../../forms/form-problems"
import { useCompanies } from "../../forms/owner-field"
import { type Crumb, type Owned, useScreenContext } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"
import { useTitle } from "../../hooks/use-title"
import { type Approval, useNeedsApproval } from "../approval/approval"
import { SlowCallBanner } from "../loading/slow-call-banner"
import { PageHeader } from "../page-header"
import { useResourceTexts } from "../resource-texts"
import { ActionBar } from "./action-bar"
import { DraftBanner } from "./draft-banner"
import { type FormNotice, FormSummary } from "./form-summary"
import { useLeaveGuard } from "./use-leave-guard"

export type FieldsProps<D extends object> = { form: FormSession<D> }

export type AsideProps<D extends object> = { draft: D; form: FormSession<D> }

/**
 * How the person goes on from a save; undefined: the form was left meanwhile. `focused` is the id of the element that had the focus,
 * where another page takes this one's place.
 */
export type Next = { how: How; focused: string } | undefined

type Props<D extends object, V> = {
  form: FormSession<D, V>
  title: string
  /** The page above the form, to which "Cancel" leads; absent: the list. */
  crumb?: Crumb
  /** What the texts of the buttons are about, and what may need approval. */
  kind: { texts: string; tag: string; approval?: Approval }
  /** The stored record; absent for a new one. */
  owned?: Owned
  isNew: boolean
  /** Whether there is a form to stay in after a save: a new record without an edit screen has none. */
  canStay?: boolean
  failure: Key
  compare: Compare<D>
  /** Shown beside the form, such as a preview; follows the draft when the browser has time. */
  Aside?: ComponentType<AsideProps<D>>
  /** Member that names a draft. */
  nameMember?: keyof D & string
  /** Shown above the fields, such as why a change came back. */
  above?: ReactNode
  notice?: FormNotice
  /** Reports a save, and goes on from it. */
  onSaved: (value: V, next: Next) => void
  /** The fields. */
  children: ReactNode
}

const stayId = "save-and-stay"

/** Ctrl S or ⌘ S saves (docs/console.md#keyboard), also while a field has the focus; not under a dialog. */
const useSaveShortcut = (save: (() => void) | undefined) => {
  const saveNow = useEffectEvent(() => save?.())
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat && !document.querySelector("dialog[open]")) saveNow()
    }
    return listen(window, { keydown: onKeyDown })
  }, [])
}

/** Rendered after the form, later after the field that was changed, and for changes of the draft alone. */
const Beside = <D extends object, V>({ Aside, form }: { Aside: ComponentType<AsideProps<D>>; form: FormSession<D, V> }) => {
  const draft = useDeferredValue(useObservable(form.whole))
  const [Shown] = useState(() => memo(Aside) as unknown as typeof Aside)
  return <Shown draft={draft} form={form} />
}

const statusOf = (record: object) => (record as { status?: Code }).status ?? null

/** Whether the save is sent to a second person: the record is live, or goes live by it. */
const useIsSent = <D extends object, V>({ form, kind, owned }: Props<D, V>) => {
  const status = useDerived(form, statusOf)
  const { isDraft } = useObservable(form.frame)
  const isApproved = useNeedsApproval(kind)(useCompanies(form, owned))
  const isLive = (status: Code) => kind.approval?.isLive(status) === true
  return isApproved && (isDraft || isLive(status) || (owned !== undefined && isLive(statusOf(owned))))
}

/** The note to who approves, and the buttons. */
const Foot = <D extends object, V>(props: Props<D, V> & { onPress: (how: How) => void }) => {
  const { form, kind, onPress } = props
  const t = useT()
  const text = useResourceTexts(kind.texts)
  const format = useFormat()
  const screen = useScreenContext()
  const [, navigate] = useLocation()
  const { is, isDirty, isDraft, isHeld } = useObservable(form.frame)
  const { storedAt } = useObservable(form.drafts.shown)
  const isSent = useIsSent(props)
  const isBusy = is === "saving"
  const isBlocked = isBusy || isHeld
  const main: How = isDraft ? "publish" : "leave"
  const { canStay = true } = props
  const saveLabel = isSent ? t("approval.send") : isDraft ? text("publish") : t("ui.save")
  useSaveShortcut(isBlocked ? undefined : () => onPress(canStay ? "stay" : main))
  useLeaveGuard(form, props.isNew)
  return (
    <>
      {isSent && (
        <Card label={t("approval.note")}>
          <div className="card__body">
            <FormNote form={form} />
          </div>
        </Card>
      )}
      <SlowCallBanner isPending={isBusy} onCancel={form.cancel} />
      <ActionBar
        note={isDirty && storedAt ? t("ui.keptAt", { time: format.time(new Date(storedAt).toISOString()) }) : undefined}
        onCancel={() => {
          const { href, state } = backLinkTo(props.crumb?.href ?? screen.base)
          navigate(href, { state })
        }}
      >
        {canStay && (
          <Button id={stayId} disabled={isBlocked} aria-keyshortcuts="Control+S Meta+S" onClick={() => onPress("stay")}>
            {t("ui.saveAndStay")}
          </Button>
        )}
        {isDraft && (
          <Button disabled={isBusy} onClick={() => onPress("leave")}>
            {text("saveDraft")}
          </Button>
        )}
        <Button type="submit" tone="primary" busy={isBusy} disabled={isHeld}>
          {isBusy ? t("ui.saving") : isHeld ? t("ui.uploading") : saveLabel}
        </Button>
      </ActionBar>
    </>
  )
}

const Conflict = <D extends object, V>({ form, compare }: Pick<Props<D, V>, "form" | "compare">) => {
  const t = useT()
  const conflict = useObservable(form.conflict)
  if (!conflict) return null
  const { base, mine, theirs } = conflict
  return (
    <ConflictDialog
      base={base}
      mine={mine}
      theirs={theirs.draft}
      change={theirs.change}
      labels={form.spec.labels}
      compare={compare}
      onResolve={merged => {
        form.resolve(merged)
        notify({ tone: "info", title: t("ui.choiceTaken"), alwaysShown: true })
      }}
      onClose={form.dismiss}
    />
  )
}

/**
 * A form on its own page: header, error summary, fields, action bar, stored drafts (docs/console.md#drafts), the question before
 * unsaved changes are lost, and the conflict dialog. Each part follows what it shows of the form; typing renders none.
 */
export const FormScreen = <D extends object, V>(props: Props<D, V>) => {
  const { form, title, Aside, notice, nameMember } = props
  const screen = useScreenContext()
  const scope = useProblemFocus(form)
  useTitle(title)
  useEffect(() => {
    const { focused } = (history.state ?? {}) as { focused?: string }
    if (focused) (document.getElementById(focused) ?? document.getElementById(stayId))?.focus()
  }, [])

  const press = async (how: How) => {
    const focused = document.activeElement?.id || stayId
    const outcome = await form.save(how)
    if (outcome.is !== "saved") return
    if (!form.drafts.isOpen()) return props.onSaved(outcome.value, undefined)
    // What was typed during the save is asked about.
    if (!form.frame.get().isDirty) unsavedChanges.clear()
    if (!outcome.hasRemarks) props.onSaved(outcome.value, { how, focused })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    press(form.frame.get().isDraft ? "publish" : "leave")
  }
  /** Publishing takes a press on its button: the browser would submit the form. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && form.frame.get().isDraft && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  const keepAndLeave = () => {
    form.drafts.keep()
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

  return (
    <>
      <PageHeader title={title} trail={[...screen.trail, ...(props.crumb ? [props.crumb] : [])]} />
      <DraftBanner form={form} nameMember={nameMember} />
      {props.above}
      <form ref={scope} className="form-screen" onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate data-form>
        <FormSummary form={form} failure={props.failure} notice={notice} noticeLink={noticeLink} />
        <div className="cols">
          <div className="stack">{props.children}</div>
          {Aside && (
            <aside className="stack sticky">
              <Beside Aside={Aside} form={form} />
            </aside>
          )}
        </div>
        <Foot {...props} onPress={press} />
      </form>
      <Conflict form={form} compare={props.compare} />
    </>
  )
}
