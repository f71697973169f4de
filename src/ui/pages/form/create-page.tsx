import { type ComponentType, useMemo, useRef, useState } from "react"
import { useLocation, useSearch } from "wouter"
import { randomId } from "../../../core/hashing/random-id"
import type { CreateOptions } from "../../../core/http/calls"
import { KeyedError } from "../../../core/http/errors"
import { type Answer, HttpError } from "../../../core/http/http"
import { mayHaveSucceeded } from "../../../core/http/http-error"
import type { Loaded } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import { currentTab, type PendingCreate, saveDraft } from "../../../state/drafts"
import { can } from "../../../state/features"
import { confirmation } from "../../../state/instances"
import { notifySuccess, offerUndo } from "../../../state/notifications"
import { ownerLabel, useOwnerOfCopy } from "../../forms/owner-field"
import type { Form } from "../../forms/use-form"
import { useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { Waiting } from "../../placeholders/waiting"
import { textKey, useResourceTexts } from "../resource-texts"
import { FormFrame, type FormSpec } from "./form-frame"

export type CreateProps<R, D extends object> = FormSpec<R, D> & {
  blank: D
  /** Reads the record that is copied. */
  read: Read<string, Loaded<R>>
  /** Shown above the form of a copy. */
  CopyNotice?: ComponentType<{ form: Form<D> }>
  save: (draft: D, options: CreateOptions) => Promise<Answer>
}

/** The form of a new record: blank, or a copy of the record with the id in `?from=`. */
export const CreatePage = <R extends object, D extends object>({ resource, ...rest }: CreateProps<R, D>) => {
  const from = new URLSearchParams(useSearch()).get("from")
  const labels = rest.owners ? { ...ownerLabel, ...resource.labels } : resource.labels
  const props = { ...rest, resource: { ...resource, labels } }
  return from && props.resource.copy ? <CopyForm {...props} id={from} /> : <CreateForm {...props} initial={props.blank} />
}

/**
 * The form of a copy, whose owner is that of the original if the person may act for it; blank if the record cannot be read.
 */
const CopyForm = <R extends object, D extends object>(props: CreateProps<R, D> & { id: string }) => {
  const { resource, owners, draftOf, read, CopyNotice, blank, id } = props
  const ownerOfCopy = useOwnerOfCopy()
  const { data, error, cancel } = useQuery(read, id)
  const t = useT()
  const initial = useMemo(() => {
    const { copy, titleOf } = resource
    if (!data || !copy) return undefined
    const title = t("ui.copyOf", { title: titleOf(data.record) }).slice(0, copy.max)
    const draft = { ...draftOf(data.record), ...copy.reset, [copy.title]: title } as D
    return owners ? { ...draft, ...ownerOfCopy(data.record, draft) } : draft
  }, [data, resource, owners, ownerOfCopy, draftOf, t])
  if (initial) return <CreateForm {...props} initial={initial} Notice={CopyNotice} />
  return error === undefined ? <Waiting onCancel={cancel} /> : <CreateForm {...props} initial={blank} />
}

/** Returns whether the server may have created the record although no readable answer arrived. */
const isUnanswered = (error: unknown) => error instanceof HttpError && mayHaveSucceeded(error)

/** Returns whether the key was used before with another body (docs/contract.md#idempotency). */
const isKeyUsed = (error: unknown) => error instanceof HttpError && error.status === 409 && !error.value

/**
 * Repeats the calls of earlier attempts: the one that succeeded answers with its record again
 * (docs/contract.md#idempotency).
 */
const findEarlierAnswer = async <D,>(send: (draft: D) => Promise<Answer>, drafts: readonly D[]): Promise<Answer | undefined> => {
  for (const draft of drafts) {
    const answer = await send(draft).catch((error: unknown) => {
      if (!isKeyUsed(error)) throw error
    })
    if (answer) return answer
  }
  return undefined
}

const CreateForm = <R, D extends object>(
  props: CreateProps<R, D> & { initial: D; Notice?: ComponentType<{ form: Form<D> }> },
) => {
  const { tag, texts } = props.resource
  const t = useT()
  const text = useResourceTexts(texts)
  const pending = useRef<PendingCreate<D>>({ key: randomId(), unanswered: [] })
  const { base, has } = useScreenContext()
  const paths = useRecordPaths()
  const [, navigate] = useLocation()
  const [sent, setSent] = useState<D>()
  const titleMember = props.resource.copy?.title
  const keyword = sent && titleMember ? `?keyword=${encodeURIComponent(String(sent[titleMember]))}` : ""

  /** Shown after a create without an answer to a server without idempotency keys (docs/console.md#forms). */
  const uncertain = {
    title: t("ui.createUncertain"),
    text: t("ui.createUncertainText"),
    link: { label: t("ui.lookInList"), href: base + keyword },
  }

  /** Without idempotency keys a repetition may create a second record: the person has to look first, and to agree. */
  const confirmRepetition = async (draft: D) => {
    if (can("records.idempotent") || pending.current.unanswered.length === 0) return
    const isAgreed =
      sent !== undefined &&
      (await confirmation.ask({
        title: t("ui.createUncertain"),
        text: t("ui.sendAgainText"),
        confirmLabel: t("ui.sendAgain"),
        tone: "danger",
      }))
    setSent(draft)
    if (!isAgreed) throw new KeyedError("ui.notSentAgain")
  }

  return (
    <FormFrame
      {...props}
      notice={sent && uncertain}
      record="new"
      isStored={false}
      pending={pending}
      title={text("new")}
      failure={textKey(texts, "createFailed")}
      save={async (draft, signal, note) => {
        await confirmRepetition(draft)
        const { key, unanswered } = pending.current
        const send = (body: D) => props.save(body, { idempotencyKey: key, signal, note })
        let isEarlier = false
        const answer = await send(draft).catch(async (error: unknown) => {
          if (isUnanswered(error)) {
            pending.current = { key, unanswered: [...unanswered, draft] }
            if (!can("records.idempotent")) setSent(draft)
          }
          const earlier = isKeyUsed(error)
            ? await findEarlierAnswer(
                send,
                unanswered.map(body => ({ ...draft, ...body })),
              )
            : undefined
          if (!earlier) throw error
          isEarlier = true
          return earlier
        })
        const created = (answer.value as { id?: string | number } | undefined)?.id
        const id = created === undefined ? undefined : String(created)
        const leave = (pathOf: (id: string) => string, state?: { focused: string }) => {
          if (isEarlier && id !== undefined && has.edit) {
            saveDraft(tag, id, { id: randomId(2), tab: currentTab(), at: Date.now(), draft }, props.secrets)
            notifySuccess(t("ui.createdEarlier"))
            return navigate(paths.edit(id), { replace: true })
          }
          const { undoToken, message, status } = answer
          const subject = titleMember && String(draft[titleMember])
          const href = id === undefined ? base : paths.view(id)
          offerUndo(undoToken, [tag], text("created"), { subject, href, message, status })
          navigate(id === undefined ? base : pathOf(id), { replace: true, state })
        }
        return { go: () => leave(paths.view), stay: focused => leave(paths.edit, { focused }) }
      }}
    />
  )
}
