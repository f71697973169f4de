import { useState } from "react"
import { useLocation } from "wouter"
import type { FormSession, SaveCall, Theirs } from "../../../core/form/session"
import type { UpdateOptions } from "../../../core/http/calls"
import { type Answer, HttpError } from "../../../core/http/http"
import { isConflict } from "../../../core/http/http-error"
import type { Loaded } from "../../../core/http/pages"
import { PartlySavedError } from "../../../core/http/partly-saved"
import type { Read } from "../../../core/http/query"
import { isSameJson } from "../../../core/json"
import { draftStore } from "../../../state/drafts"
import { cache } from "../../../state/instances"
import { offerUndo } from "../../../state/notifications"
import { useReadOnlyReason } from "../../display/owner-mark"
import { untranslated } from "../../display/untranslated"
import { useFormSession } from "../../forms/bound"
import { type Owned, useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { useTitle } from "../../hooks/use-title"
import { Empty } from "../../placeholders/empty"
import { type SeenProposal, useProposal } from "../approval/approval"
import { ReturnNotice } from "../approval/proposal-details"
import { RecordPlaceholder } from "../record/record-placeholder"
import { textKey, useResourceTexts } from "../resource-texts"
import { FormScreen, type Next } from "./form-screen"
import { type RecordForm, specOf } from "./record-form"

type Stored = Owned & { updatedDate: string | null; approval?: string }

export type EditProps<R, D extends object> = RecordForm<R, D> & {
  read: Read<string, Loaded<R>>
  /** Reads the current record from the answer of a conflict. */
  recordOf: (raw: object) => R
  save: (id: string, draft: D, options: UpdateOptions) => Promise<Answer>
}

/** The form of an existing record: saves against the loaded version and resolves conflicts (docs/console.md#conflicts). */
export const EditPage = <R extends Stored, D extends object>(props: EditProps<R, D>) => {
  const text = useResourceTexts(props.resource.texts)
  const t = useT()
  const { id = "" } = useScreenContext()
  const paths = useRecordPaths()
  const readOnlyReason = useReadOnlyReason()
  const entry = useQuery(props.read, id)
  // After a write, what is in the cache has an older version: it is edited only if it cannot be loaded again.
  const isOutdated = entry.loadedAt === 0 && entry.error === undefined
  // The first loaded record is edited; a reload in the background does not replace it.
  const [loaded, setLoaded] = useState(isOutdated ? undefined : entry.data)
  if (!loaded && entry.data && !isOutdated && !entry.loading) setLoaded(entry.data)
  const proposal = useProposal(props.resource.approval, { id, state: loaded?.record.approval })
  useTitle(text("edit"))

  if (!loaded) return <RecordPlaceholder texts={props.resource.texts} entry={entry} />
  if (proposal.hasOne && !proposal.data) return <RecordPlaceholder texts={props.resource.texts} entry={proposal} />
  const blockedReason = props.resource.editBlockedReason?.(loaded.record)
  const reason = readOnlyReason(loaded.record) ?? (blockedReason && { title: t(blockedReason), text: "" })
  if (reason)
    return (
      <Empty
        isPage
        icon="lock"
        title={reason.title}
        text={reason.text}
        actions={[{ label: t("ui.view"), icon: "eye", tone: "primary", href: paths.view(id) }]}
      />
    )
  const { data } = proposal
  const own = data?.isOwn ? data : undefined
  return <EditForm {...props} id={id} loaded={loaded} own={own} hasOther={data !== undefined && !data.isOwn} />
}

/** Whether a save is refused that would have to be resolved elsewhere: no record came with the conflict. */
const isRefused = (error: unknown) => error instanceof HttpError && error.status === 409 && !error.value

/**
 * @param props.own the person's own change that waits for approval or was returned, with which the form begins
 * @param props.hasOther whether somebody else's change waits, or was returned
 */
const EditForm = <R extends Stored, D extends object>(
  props: EditProps<R, D> & { id: string; loaded: Loaded<R>; own: SeenProposal | undefined; hasOther: boolean },
) => {
  const { id, loaded, own, draftOf, recordOf, resource, lastChangeOf, Fields } = props
  const { tag, texts } = resource
  const text = useResourceTexts(texts)
  const name = resource.titleOf(loaded.record)
  const paths = useRecordPaths()
  const t = useT()
  const [, navigate] = useLocation()
  const [isWaiting, setWaiting] = useState(props.hasOther && loaded.record.approval === "waiting")
  /** Somebody else's change stands in the way: it is decided on the page of the record. */
  const waiting = {
    title: t("approval.otherWaits"),
    text: t("approval.otherWaitsText"),
    link: { label: t("approval.openOther"), href: paths.view(id), leaves: true },
  }
  const stored = draftOf(loaded.record)
  const initial = own ? draftOf(recordOf({ ...loaded.received, ...own.after })) : stored

  const theirsOf = (error: unknown): Theirs<D> | undefined => {
    if (!isConflict(error)) return undefined
    const received = error.value as object
    const record = recordOf(received)
    return { draft: draftOf(record), version: error.version, received, change: { at: record.updatedDate ?? undefined } }
  }
  const save = async (draft: D, { basis, rebase, signal, note }: SaveCall<D>) => {
    try {
      const { version, received } = basis
      const answer = await props.save(id, draft, { version, received, signal, note })
      rebase({
        ...(answer.received && { received: answer.received }),
        ...(answer.etag !== undefined && { version: answer.etag }),
      })
      cache.load(props.read, id, true).catch(() => undefined)
      return { value: answer, warnings: answer.warnings }
    } catch (error) {
      const theirs = theirsOf(error)
      if (theirs && isSameJson(theirs.draft, draft)) {
        // An earlier attempt succeeded, and its answer was lost.
        const { version, received } = theirs
        rebase({ version, received })
        return { value: { value: received, status: 200 } as Answer }
      }
      if (theirs) lastChangeOf?.(id).then(form.describeConflict, () => undefined)
      if (isRefused(error) && resource.approval)
        cache.load(props.read, id, true).then(
          ({ record }) => setWaiting(record.approval === "waiting"),
          () => undefined,
        )
      if (error instanceof PartlySavedError) rebase(error.saved)
      throw error
    }
  }
  const form: FormSession<D, Answer> = useFormSession<D, Answer>(specOf(props), {
    initial,
    stored,
    isStored: true,
    basis: { version: loaded.version, received: loaded.received },
    drafts: draftStore(tag, id, initial, props.secrets),
    theirsOf,
    save,
  })
  const onSaved = ({ undoToken, message, status }: Answer, next: Next) => {
    const subject = resource.titleOf({ ...loaded.record, ...form.get() })
    offerUndo(undoToken, [tag], text("updated"), { subject, href: paths.view(id), message, status })
    if (next && next.how !== "stay") navigate(paths.view(id), { replace: true })
  }
  return (
    <FormScreen
      form={form}
      kind={resource}
      title={text("edit")}
      crumb={{ label: resource.isPerson ? untranslated(name) : name, href: paths.view(id) }}
      owned={loaded.record}
      isNew={false}
      failure={textKey(texts, "updateFailed")}
      compare={props.compare}
      Aside={props.Aside}
      nameMember={resource.copy?.title}
      above={own?.state === "returned" && <ReturnNotice proposal={own} />}
      notice={isWaiting ? waiting : undefined}
      onSaved={onSaved}
    >
      <Fields form={form} />
    </FormScreen>
  )
}
