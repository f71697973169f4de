import { useRef, useState } from "react"
import { useLocation } from "wouter"
import type { UpdateOptions } from "../../../core/http/calls"
import { type Answer, HttpError } from "../../../core/http/http"
import type { Loaded } from "../../../core/http/pages"
import { PartlySavedError } from "../../../core/http/partly-saved"
import type { Read } from "../../../core/http/query"
import { isSameJson } from "../../../core/json"
import { cache } from "../../../state/instances"
import { offerUndo } from "../../../state/notifications"
import { useReadOnlyReason } from "../../display/owner-mark"
import { untranslated } from "../../display/untranslated"
import type { RecordChange } from "../../forms/conflict"
import { isConflict } from "../../forms/use-form"
import { type Owned, useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { useTitle } from "../../hooks/use-title"
import { Empty } from "../../placeholders/empty"
import { type SeenProposal, useProposal } from "../approval/approval"
import { ReturnNotice } from "../approval/proposal-details"
import { RecordPlaceholder } from "../record/record-placeholder"
import { textKey, useResourceTexts } from "../resource-texts"
import { FormFrame, type FormSpec } from "./form-frame"

type Stored = Owned & { updatedDate: string | null; approval?: string }

export type EditProps<R, D extends object> = FormSpec<R, D> & {
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
  const { id, loaded, own, draftOf, recordOf, resource } = props
  const currentRecord = (error: HttpError) => recordOf(error.value as object)
  const currentDraft = (error: HttpError) => draftOf(currentRecord(error))
  const text = useResourceTexts(resource.texts)
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
  const version = useRef(loaded.version)
  const received = useRef(loaded.received)
  const [theirs, setTheirs] = useState<{ draft: D; version?: string; change?: Partial<RecordChange> }>()

  return (
    <FormFrame
      {...props}
      record={id}
      isStored
      title={text("edit")}
      crumb={{ label: resource.isPerson ? untranslated(name) : name, href: paths.view(id) }}
      owned={loaded.record}
      above={own?.state === "returned" && <ReturnNotice proposal={own} />}
      initial={draftOf(own ? recordOf({ ...loaded.received, ...own.after }) : loaded.record)}
      version={version}
      notice={isWaiting ? waiting : undefined}
      failure={textKey(resource.texts, "updateFailed")}
      conflict={(error: HttpError) => {
        received.current = error.value as object
        const at = currentRecord(error).updatedDate ?? undefined
        setTheirs({ draft: currentDraft(error), version: error.version, change: { at } })
        props
          .lastChangeOf?.(id)
          .then(change => change && setTheirs(shown => shown && { ...shown, change }))
          .catch(() => undefined)
      }}
      theirs={theirs}
      onResolved={() => setTheirs(undefined)}
      save={async (draft, signal, note) => {
        const options = { version: version.current, received: received.current, signal, note }
        const answer = await props.save(id, draft, options).catch((error: unknown) => {
          // The stored record equals the draft: an earlier attempt succeeded and its answer was lost.
          if (isConflict(error) && isSameJson(currentDraft(error), draft)) return { value: error.value, status: 200 } as Answer
          if (isRefused(error) && resource.approval)
            cache.load(props.read, id, true).then(
              ({ record }) => setWaiting(record.approval === "waiting"),
              () => undefined,
            )
          if (error instanceof PartlySavedError) {
            version.current = error.saved.version
            received.current = error.saved.received
          }
          throw error
        })
        if (answer.received) received.current = answer.received
        if (answer.etag !== undefined) version.current = answer.etag
        cache.load(props.read, id, true).catch(() => undefined)
        const { undoToken, message, status, warnings } = answer
        const about = { subject: resource.titleOf({ ...loaded.record, ...draft }), href: paths.view(id), message, status }
        const stay = () => offerUndo(undoToken, [resource.tag], text("updated"), about)
        const go = () => {
          stay()
          navigate(about.href, { replace: true })
        }
        return { warnings, go, stay }
      }}
    />
  )
}
