import { useEffect, useRef, useState } from "react"
import { errorMessage } from "../../core/errors"
import { type FieldMessage, HttpError } from "../../core/http"
import type { Key } from "../../core/i18n"
import { isSameJson } from "../../core/json"
import { type Message, type Messages, type Rules, validate } from "../../core/rules"
import { useT } from "../hooks/use-t"
import type { Labels } from "./labels"

/** What a control of a form is given. `error` is text in the person's language. */
export type FieldOf<V> = { value: V; onChange: (value: V) => void; error: string | undefined }

/** A field with its name and label, to be spread into a form control. */
export type BoundField<V> = { id: string; label: string; field: FieldOf<V> }

export type Form<D extends object> = {
  draft: D
  change: (patch: Partial<D>) => void
  /** Replaces draft and baseline: after a load, a save, or a conflict that was settled. */
  reset: (draft: D, baseline?: D) => void
  field: <K extends keyof D & string>(name: K) => FieldOf<D[K]>
  bind: <K extends keyof D & string>(name: K) => BoundField<D[K]>
  errors: { field: keyof D & string; text: string }[]
  /** Server words that belong to no field of this form, and failures of the save as a whole. */
  summary: string[]
  isDirty: boolean
  isBusy: boolean
  submit: (patch?: Partial<D>) => Promise<boolean>
  /** The record was saved, and the server has something to say of its fields. */
  warn: (warnings: FieldMessage[]) => void
  /** Stops waiting for the save that is under way. */
  cancel: () => void
}

/** A 409 that brings the current record (decisions §2). */
export const isConflict = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 409 && Boolean(error.value)

/** Server field names are matched without regard to case and to a leading path (decisions §2). */
const fieldOf = <D extends object>(draft: D, name: string) => {
  const last = name
    .split(".")
    .at(-1)
    ?.replace(/\[\d+\]$/, "")
    .toLowerCase()
  return (Object.keys(draft) as (keyof D & string)[]).find(key => key.toLowerCase() === last)
}

/**
 * draft → rules(draft) → save(draft). Rules speak as soon as a field was submitted once; the server's field messages
 * stand until that field changes. `save` throws; a 409 with a record is handed to `conflict`.
 */
export const useForm = <D extends object>(options: {
  initial: D
  labels: Labels<D>
  rules: Rules<D>
  save: (draft: D, signal: AbortSignal) => Promise<unknown>
  failure: Key
  conflict?: (error: HttpError) => void
}): Form<D> => {
  const t = useT()
  const [draft, setDraft] = useState(options.initial)
  const [baseline, setBaseline] = useState(options.initial)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldMessage[]>([])
  const [summary, setSummary] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [focusRound, setFocusRound] = useState(0)
  const control = useRef<AbortController>(undefined)
  const latest = useRef(draft)
  latest.current = draft

  const broken: Messages<D> = tried ? validate(options.rules, draft) : {}
  const say = (message: Message) => (typeof message === "string" ? t(message) : t(message.key, message.params))
  const textOf = (name: keyof D & string) => {
    const message = broken[name]
    return message ? say(message) : refused.find(entry => entry.field === name)?.message
  }

  const change = (patch: Partial<D>) => {
    latest.current = { ...latest.current, ...patch }
    setDraft(latest.current)
    setRefused(entries => entries.filter(entry => !(entry.field in patch)))
  }

  /** Words of the server on their fields; what belongs to none stands in the summary. */
  const place = (messages: FieldMessage[], given: D, first: string[] = []) => {
    const placed = messages.map(entry => ({ ...entry, at: fieldOf(given, entry.field) }))
    setRefused(placed.flatMap(({ at, message }) => (at ? [{ field: at, message }] : [])))
    setSummary([...first, ...placed.flatMap(({ at, message }) => (at ? [] : [message]))])
  }

  const takeFailure = (error: unknown, given: D) => {
    if (isConflict(error) && options.conflict) {
      change(given)
      return options.conflict(error)
    }
    if (error instanceof HttpError && error.fields.length) {
      place(error.fields, given, error.status === 400 ? [t("error.invalidFormat")] : [])
    } else if (error instanceof HttpError && error.kind === "aborted") setSummary([t("ui.saveStopped")])
    else {
      setSummary([errorMessage(error, options.failure, t)])
    }
    setFocusRound(round => round + 1)
  }

  const submit = async (patch: Partial<D> = {}) => {
    if (isBusy) return false
    const given = { ...latest.current, ...patch }
    setTried(true)
    setSummary([])
    setRefused([])
    if (Object.values(validate(options.rules, given)).some(Boolean)) {
      setFocusRound(round => round + 1)
      return false
    }
    setBusy(true)
    try {
      control.current = new AbortController()
      await options.save(given, control.current.signal)
      change(patch)
      setBaseline(given)
      return true
    } catch (error) {
      takeFailure(error, given)
      return false
    } finally {
      setBusy(false)
    }
  }

  // The first broken field takes the focus after each refused submit; with none, the summary does.
  useEffect(() => {
    if (!focusRound) return
    const scope = document.querySelector<HTMLElement>("[data-form]")
    const first = scope?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')
    const target = first?.matches("input,select,textarea,button,[tabindex]")
      ? first
      : first?.querySelector<HTMLElement>("input,button")
    ;(target ?? scope?.querySelector<HTMLElement>("[data-summary]"))?.focus()
  }, [focusRound])

  const field = <K extends keyof D & string>(name: K): FieldOf<D[K]> => ({
    value: draft[name],
    onChange: value => change({ [name]: value } as unknown as Partial<D>),
    error: textOf(name),
  })

  return {
    draft,
    change,
    reset: (next, base = next) => {
      latest.current = next
      setDraft(next)
      setBaseline(base)
      setTried(false)
      setRefused([])
      setSummary([])
    },
    field,
    bind: name => ({ id: name, label: t(options.labels[name]), field: field(name) }),
    errors: (Object.keys(draft) as (keyof D & string)[]).flatMap(field => {
      const text = textOf(field)
      return text ? [{ field, text }] : []
    }),
    summary,
    isDirty: !isSameJson(draft, baseline),
    isBusy,
    submit,
    warn: warnings => {
      place(warnings, latest.current, [t("ui.savedWithWarnings")])
      setFocusRound(round => round + 1)
    },
    cancel: () => control.current?.abort(),
  }
}
