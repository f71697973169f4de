import { type ComponentType, useMemo, useRef } from "react"
import { useLocation, useSearch } from "wouter"
import type { CreateOptions } from "../../core/calls"
import type { Loaded } from "../../core/envelope"
import { type Answer, HttpError } from "../../core/http"
import type { Read } from "../../core/query"
import { randomId } from "../../core/random-id"
import { type PendingCreate, saveDraft } from "../../state/drafts"
import { Waiting } from "../display/waiting"
import type { Form } from "../forms/use-form"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { notifySuccess } from "../overlays/notifications"
import { FormFrame, type FormSpec } from "./form-frame"
import { textKey, useResourceTexts } from "./resource-texts"
import { useScreenContext } from "./screen-context"

type Props<R, D extends object> = FormSpec<R, D> & {
  blank: D
  /** Reads the record that is copied. */
  read: Read<string, Loaded<R>>
  /** Above the form of a copy. */
  CopyNotice?: ComponentType<{ form: Form<D> }>
  /** Every retry carries the same key. */
  save: (draft: D, options: CreateOptions) => Promise<Answer>
}

/** A form for a new record: blank, or a copy of the record that `?from=` names. */
export const CreatePage = <R, D extends object>(props: Props<R, D>) => {
  const from = new URLSearchParams(useSearch()).get("from")
  return from && props.resource.copy ? <CopyForm {...props} id={from} /> : <CreateForm {...props} initial={props.blank} />
}

/** A record that can't be read leaves a blank form. */
const CopyForm = <R, D extends object>(props: Props<R, D> & { id: string }) => {
  const { resource, draftOf, read, CopyNotice, blank, id } = props
  const { data, error, cancel } = useQuery(read, id)
  const t = useT()
  const initial = useMemo(() => {
    const { copy, titleOf } = resource
    if (!data || !copy) return undefined
    const title = t("ui.copyOf", { title: titleOf(data.record) }).slice(0, copy.max)
    return { ...draftOf(data.record), ...copy.reset, [copy.title]: title } as D
  }, [data, resource, draftOf, t])
  if (initial) return <CreateForm {...props} initial={initial} Notice={CopyNotice} />
  return error === undefined ? <Waiting onCancel={cancel} /> : <CreateForm {...props} initial={blank} />
}

/** No answer came, or none that can be read: the server may have created the record. */
const isUnanswered = (error: unknown) =>
  error instanceof HttpError && (error.status === 0 || error.kind === "format" || error.status >= 500)

/** The key was used with another body (decisions §2). */
const isKeyUsed = (error: unknown) => error instanceof HttpError && error.status === 409 && !error.value

/** Asks again with the bodies of earlier tries: the one that was carried out answers with its record. */
const earlierAnswer = async <D,>(send: (draft: D) => Promise<Answer>, earlier: readonly D[]): Promise<Answer | undefined> => {
  for (const draft of earlier) {
    const answer = await send(draft).catch((error: unknown) => {
      if (!isKeyUsed(error)) throw error
    })
    if (answer) return answer
  }
  return undefined
}

const CreateForm = <R, D extends object>(props: Props<R, D> & { initial: D; Notice?: ComponentType<{ form: Form<D> }> }) => {
  const { tag, texts } = props.resource
  const t = useT()
  const text = useResourceTexts(texts)
  const pending = useRef<PendingCreate<D>>({ key: randomId(), unanswered: [] })
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  return (
    <FormFrame
      {...props}
      record="new"
      pending={pending}
      title={text("new")}
      failure={textKey(texts, "createFailed")}
      save={async (draft, signal) => {
        const { key, unanswered } = pending.current
        const send = (given: D) => props.save(given, { idempotencyKey: key, signal })
        let isEarlier = false
        const answer = await send(draft).catch(async (error: unknown) => {
          if (isUnanswered(error)) pending.current = { key, unanswered: [...unanswered, draft] }
          const made = isKeyUsed(error) ? await earlierAnswer(send, unanswered) : undefined
          if (!made) throw error
          isEarlier = true
          return made
        })
        const id = (answer.value as { id?: string | number } | undefined)?.id
        return {
          go: () => {
            if (isEarlier && id !== undefined) {
              saveDraft(tag, String(id), { at: Date.now(), draft })
              notifySuccess(t("ui.createdEarlier"))
              return navigate(`${base}/edit/${id}`, { replace: true })
            }
            notifySuccess(text("created"))
            navigate(id === undefined ? base : `${base}/${id}`, { replace: true })
          },
        }
      }}
    />
  )
}
