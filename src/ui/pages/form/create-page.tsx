import { type ComponentType, useMemo, useState } from "react"
import { useLocation, useSearch } from "wouter"
import type { PendingCreate } from "../../../core/form/basis"
import type { FormSession, SaveCall } from "../../../core/form/session"
import { randomId } from "../../../core/hashing/random-id"
import type { CreateOptions } from "../../../core/http/calls"
import { KeyedError } from "../../../core/http/errors"
import { type Answer, HttpError } from "../../../core/http/http"
import { mayHaveSucceeded } from "../../../core/http/http-error"
import type { Loaded } from "../../../core/http/pages"
import { PartlySavedError } from "../../../core/http/partly-saved"
import type { Read } from "../../../core/http/query"
import { currentTab, draftStore } from "../../../state/drafts"
import { can } from "../../../state/features"
import { confirmation } from "../../../state/instances"
import { notifySuccess, offerUndo } from "../../../state/notifications"
import { useFormSession } from "../../forms/bound"
import { type NewOwner, OwnerField, ownerLabel, useOwnerOfCopy } from "../../forms/owner-field"
import { useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { Waiting } from "../../placeholders/waiting"
import { textKey, useResourceTexts } from "../resource-texts"
import { type FieldsProps, FormScreen, type Next } from "./form-screen"
import { type RecordForm, specOf } from "./record-form"

export type CreateProps<R, D extends object> = RecordForm<R, D> & {
  blank: D
  /** Reads the record that is copied. */
  read: Read<string, Loaded<R>>
  /** Shown above the form of a copy. */
  CopyNotice?: ComponentType<FieldsProps<D>>
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

const newCreate = <D,>(): PendingCreate<D> => ({ key: randomId(), unanswered: [] })

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

/** What a create has made. `isEarlier`: by an attempt before this one, whose answer was lost. */
type Created<D> = { answer: Answer; draft: D; isEarlier: boolean }

const CreateForm = <R, D extends object>(props: CreateProps<R, D> & { initial: D; Notice?: ComponentType<FieldsProps<D>> }) => {
  const { resource, initial, secrets, Notice, owners, Fields } = props
  const { tag, texts } = resource
  const t = useT()
  const text = useResourceTexts(texts)
  const { base, has } = useScreenContext()
  const paths = useRecordPaths()
  const [, navigate] = useLocation()
  const [sent, setSent] = useState<D>()
  const titleMember = resource.copy?.title
  const keyword = sent && titleMember ? `?keyword=${encodeURIComponent(String(sent[titleMember]))}` : ""

  /** Shown after a create without an answer to a server without idempotency keys (docs/console.md#forms). */
  const uncertain = {
    title: t("ui.createUncertain"),
    text: t("ui.createUncertainText"),
    link: { label: t("ui.lookInList"), href: base + keyword },
  }

  /** Without idempotency keys a repetition may create a second record: the person has to look first, and to agree. */
  const confirmRepetition = async (draft: D, { unanswered }: PendingCreate<D>) => {
    if (can("records.idempotent") || unanswered.length === 0) return
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

  const save = async (draft: D, { basis, rebase, signal, note }: SaveCall<D>): Promise<Created<D>> => {
    const { pending = newCreate<D>() } = basis
    await confirmRepetition(draft, pending)
    const { key, unanswered } = pending
    const send = (body: D) => props.save(body, { idempotencyKey: key, signal, note })
    try {
      return { answer: await send(draft), draft, isEarlier: false }
    } catch (error) {
      // What was saved in part is found again by its key and body, also after the form was left.
      if (isUnanswered(error) || (error instanceof PartlySavedError && can("records.idempotent"))) {
        rebase({ pending: { key, unanswered: [...unanswered, draft] } })
        if (!can("records.idempotent")) setSent(draft)
      }
      const bodies = unanswered.map(body => ({ ...draft, ...body }))
      const answer = isKeyUsed(error) ? await findEarlierAnswer(send, bodies) : undefined
      if (!answer) throw error
      return { answer, draft, isEarlier: true }
    }
  }
  const form = useFormSession<D, Created<D>>(specOf(props), {
    initial,
    basis: { pending: newCreate() },
    drafts: draftStore(tag, "new", initial, secrets),
    save: async (draft, call) => ({ value: await save(draft, call) }),
  })
  const onSaved = ({ answer, draft, isEarlier }: Created<D>, next: Next) => {
    const created = (answer.value as { id?: string | number } | undefined)?.id
    const id = created === undefined ? undefined : String(created)
    if (next && isEarlier && id !== undefined && has.edit) {
      draftStore(tag, id, initial, secrets).put({ id: randomId(2), tab: currentTab(), at: Date.now(), draft })
      notifySuccess(t("ui.createdEarlier"))
      return navigate(paths.edit(id), { replace: true })
    }
    const { undoToken, message, status } = answer
    const subject = titleMember && String(draft[titleMember])
    const href = id === undefined ? base : paths.view(id)
    offerUndo(undoToken, [tag], text("created"), { subject, href, message, status })
    if (!next) return
    const { how, focused } = next
    if (id === undefined) navigate(base, { replace: true })
    else if (how === "stay") navigate(paths.edit(id), { replace: true, state: { focused } })
    else navigate(href, { replace: true })
  }
  return (
    <FormScreen
      form={form}
      kind={resource}
      title={text("new")}
      isNew
      canStay={has.edit}
      failure={textKey(texts, "createFailed")}
      compare={props.compare}
      Aside={props.Aside}
      nameMember={titleMember}
      above={Notice && <Notice form={form} />}
      notice={sent && uncertain}
      onSaved={onSaved}
    >
      {owners && <OwnerField form={form as unknown as FormSession<NewOwner>} options={owners} />}
      <Fields form={form} />
    </FormScreen>
  )
}
