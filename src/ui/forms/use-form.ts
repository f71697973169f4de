import { useCallback, useEffect, useRef, useState } from "react"
import { errorMessage } from "../../core/http/errors"
import { type FieldMessage, HttpError } from "../../core/http/http"
import { isSameJson } from "../../core/json"
import { checkChange, isEmpty, type Message, type Messages, type Rules, validate } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import { connection } from "../../state/connection"
import { useT } from "../hooks/use-t"
import type { Labels } from "./labels"
import { messageText } from "./message-text"
import type { Publishing } from "./publishing"

/** Value, change handler and error text of a form field; `onLeave` is called when the focus leaves it. */
export type FieldOf<V> = {
  value: V
  onChange: (value: V) => void
  error: string | undefined
  /** That the stored value, which is unchanged, breaks a rule. */
  note?: string
  /** The stored value of a change; a list compares its entries with it. */
  stored?: V
  onLeave?: () => void
}

/** Props of a form control: the field with its id and label. */
export type BoundField<V> = { id: string; label: string; field: FieldOf<V> }

/** A message that several rules share: it is shown once above the form, and each field has its own text. */
export type SharedMessage<D> = { message: Key; of: { [Member in keyof D]?: Key } }

/** The entries of a list member, each of whose fields has its own message. */
type ListSpec<D> = {
  /** Returns the messages of entries by path, such as `rows.0.name`. @param stored the stored draft of a change */
  errors: (draft: D, stored: D | undefined) => Record<string, Message>
  /** Names an entry in the summary of errors; has the parameter `number`, from 1. */
  label: Key
}
export type Lists<D> = { [Member in keyof D & string]?: ListSpec<D> }

export type Form<D extends object> = {
  draft: D
  /** What `isDirty` compares the draft with: what is stored. */
  baseline: D
  /** Stays the same function over all renders. */
  change: (patch: Partial<D>) => void
  /** Returns the draft of this moment, also within a handler of an earlier render. Stays the same function over all renders. */
  latest: () => D
  /** Replaces the draft, and the baseline that `isDirty` compares it with. */
  reset: (draft: D, baseline?: D) => void
  /** Returns the same object until its value or its error changes, so that a memoized field is rendered for its own changes alone. */
  field: <K extends keyof D & string>(name: K) => FieldOf<D[K]>
  bind: <K extends keyof D & string>(name: K) => BoundField<D[K]>
  /** The messages of the fields after a submit. `id` is the element's: the field's name, or the path within a list. */
  errors: { field: keyof D & string; id: string; text: string }[]
  /** The messages of a list's entries after a submit, by path such as `rows.0.name`. */
  entryErrors: (name: keyof D & string) => Record<string, string>
  /** The shared message, if a field of a submitted form has it. */
  shared: string | undefined
  /** Messages that belong to no field: failures of the save, and server messages for unknown fields. */
  summary: string[]
  /** Whether the last save failed because the connection was lost. */
  isUnsent: boolean
  isDirty: boolean
  isBusy: boolean
  /** Saves the draft. @param patch members to change first. @returns whether it was saved */
  submit: (patch?: Partial<D>) => Promise<boolean>
  /** Shows messages of the server for a record that was saved. */
  warn: (warnings: FieldMessage[]) => void
  /** Aborts the pending save. */
  cancel: () => void
}

/** Returns whether an error is a version conflict with the current record (docs/contract.md#record-versions). */
export const isConflict = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 409 && Boolean(error.value)

/**
 * Finds the member that a server field names, ignoring case and a leading path: the list of `rows.0.name`, otherwise the last
 * segment (docs/contract.md#validation-errors).
 */
const memberOf = <D extends object>(draft: D, name: string) => {
  const segments = name
    .toLowerCase()
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
  const list = segments[segments.findIndex(segment => /^\d+$/.test(segment)) - 1]
  const last = segments.findLast(segment => !/^\d+$/.test(segment))
  const members = Object.keys(draft) as (keyof D & string)[]
  return members.find(key => key.toLowerCase() === list) ?? members.find(key => key.toLowerCase() === last)
}

/** Returns the path of a list's entry that a server field names, such as `rows.0.name` for `Body.Rows[0].Name`; the member otherwise. */
const pathOf = (member: string, name: string) => {
  const segments = name.replace(/\[(\d+)\]/g, ".$1").split(".")
  const first = segments.findIndex(segment => /^\d+$/.test(segment))
  const rest = first < 1 ? [] : segments.slice(first)
  return [member, ...rest.map(segment => segment.charAt(0).toLowerCase() + segment.slice(1))].join(".")
}

const valueAt = (draft: unknown, path: string) =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], draft)

/**
 * State of a form: draft, errors and the save (docs/console.md#forms). Rules are checked from the first submit on, and before
 * it for fields that were left with a value; a message of the server stays at its field until the field changes.
 * @param options.isStored whether the draft changes a stored one: unchanged members are not refused, unless the draft is published
 * @param options.save throws when the draft cannot be saved
 * @param options.failure message of an error that has none
 * @param options.conflict receives version conflicts
 */
export const useForm = <D extends object>(options: {
  initial: D
  isStored?: boolean
  publish?: Publishing<D>
  labels: Labels<D>
  rules: Rules<D>
  lists?: Lists<D>
  shared?: SharedMessage<D>
  save: (draft: D, signal: AbortSignal) => Promise<unknown>
  failure: Key
  conflict?: (error: HttpError) => void
}): Form<D> => {
  const t = useT()
  const [draft, setDraft] = useState(options.initial)
  const [baseline, setBaseline] = useState(options.initial)
  const [isSubmitted, setSubmitted] = useState(false)
  /** What the last submit would have changed: rules that depend on it are checked as for that submit. */
  const [submittedPatch, setSubmittedPatch] = useState<Partial<D>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<(FieldMessage & { path: string })[]>([])
  const [summary, setSummary] = useState<string[]>([])
  const [isUnsent, setUnsent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [focusRequests, setFocusRequests] = useState(0)
  const control = useRef<AbortController>(undefined)
  /** The draft with changes that are not rendered yet. */
  const latest = useRef(draft)

  const storedFor = (next: D): D | undefined => {
    const { isStored, publish } = options
    return !isStored || (publish?.isDraft(baseline) && !publish.isDraft(next)) ? undefined : baseline
  }
  const checked = { ...draft, ...submittedPatch }
  const stored = storedFor(checked)
  const { errors: ruleErrors, notes } =
    isSubmitted || left.size || stored
      ? checkChange<D>(options.rules, checked, stored && [stored])
      : { errors: {} as Messages<D>, notes: {} as Messages<D> }
  const errorOf = (name: keyof D & string) => {
    const isChecked = isSubmitted || (left.has(name) && !isEmpty(draft[name]))
    const found = isChecked ? ruleErrors[name] : undefined
    const message = found === options.shared?.message ? options.shared?.of[name] : found
    return message ? messageText(message, t) : serverErrors.find(entry => entry.path === name)?.message
  }
  const entryErrors = (name: keyof D & string) => {
    const ofRules = isSubmitted ? Object.entries(options.lists?.[name]?.errors(draft, stored) ?? {}) : []
    const ofServer = serverErrors.filter(({ field, path }) => field === name && path !== name)
    return Object.fromEntries([
      ...ofServer.map(({ path, message }) => [path, message]),
      ...ofRules.map(([path, message]) => [path, messageText(message, t)]),
    ]) as Record<string, string>
  }
  const requestFocus = () => setFocusRequests(count => count + 1)

  const change = useCallback((patch: Partial<D>) => {
    const earlier = latest.current
    const next = { ...earlier, ...patch }
    latest.current = next
    setDraft(next)
    setSubmittedPatch(submitted => (Object.keys(submitted).some(name => name in patch) ? {} : submitted))
    setServerErrors(entries =>
      entries.filter(
        ({ field, path }) => !(field in patch) || (path !== field && isSameJson(valueAt(earlier, path), valueAt(next, path))),
      ),
    )
  }, [])

  /** Assigns server messages to fields. The summary has those that match no field, after `lead`; without any, `lead` alone if it is always shown. */
  const showMessages = (messages: FieldMessage[], draft: D, lead: string[], isLeadShown: boolean) => {
    const assigned = messages.map(entry => ({ ...entry, member: memberOf(draft, entry.field) }))
    setServerErrors(
      assigned.flatMap(({ member, field, message }) =>
        member ? [{ field: member, path: options.lists?.[member] ? pathOf(member, field) : member, message }] : [],
      ),
    )
    const others = assigned.flatMap(({ member, message }) => (member ? [] : [message]))
    setSummary(isLeadShown || others.length ? [...lead, ...others] : [])
  }

  const showFailure = (error: unknown, draft: D) => {
    setUnsent(error instanceof HttpError && error.kind === "network" && connection.isLost)
    if (isConflict(error) && options.conflict) {
      change(draft)
      return options.conflict(error)
    }
    if (error instanceof HttpError && error.fields.length) {
      showMessages(error.fields, draft, error.status === 400 ? [t(error.invalidFormatKey ?? "error.invalidFormat")] : [], false)
    } else if (error instanceof HttpError && error.kind === "aborted") setSummary([t("ui.saveStopped")])
    else setSummary([errorMessage(error, options.failure, t)])
    requestFocus()
  }

  const submit = async (patch: Partial<D> = {}) => {
    if (isBusy) return false
    const submitted = { ...latest.current, ...patch }
    setSubmitted(true)
    setSubmittedPatch(patch)
    setSummary([])
    setServerErrors([])
    const isWrong = Object.values<ListSpec<D> | undefined>(options.lists ?? {}).some(
      list => list && Object.keys(list.errors(submitted, storedFor(submitted))).length > 0,
    )
    const submittedFrom = storedFor(submitted)
    if (isWrong || Object.values(validate(options.rules, submitted, submittedFrom && [submittedFrom])).some(Boolean)) {
      requestFocus()
      return false
    }
    setBusy(true)
    try {
      control.current = new AbortController()
      await options.save(submitted, control.current.signal)
      change(patch)
      setBaseline(submitted)
      return true
    } catch (error) {
      showFailure(error, submitted)
      return false
    } finally {
      setBusy(false)
    }
  }

  // After a failed submit the first invalid field takes the focus, or the summary if no field is invalid.
  useEffect(() => {
    if (!focusRequests) return
    const scope = document.querySelector<HTMLElement>("[data-form]")
    const first = scope?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')
    const target = first?.matches("input,select,textarea,button,[tabindex]")
      ? first
      : first?.querySelector<HTMLElement>("input,button")
    ;(target ?? scope?.querySelector<HTMLElement>("[data-summary]"))?.focus()
  }, [focusRequests])

  const latestDraft = useCallback(() => latest.current, [])
  const [fields] = useState<{ [K in keyof D]?: FieldOf<D[K]> }>({})
  const field = <K extends keyof D & string>(name: K): FieldOf<D[K]> => {
    const known = fields[name]
    const [value, error] = [draft[name], errorOf(name)]
    const note = notes[name] && t("ui.storedInvalid")
    const before = stored?.[name]
    if (known && known.value === value && known.error === error && known.note === note && known.stored === before) return known
    const next: FieldOf<D[K]> = {
      value,
      onChange: value => change({ [name]: value } as unknown as Partial<D>),
      error,
      note,
      stored: before,
      onLeave: () => setLeft(left => (left.has(name) ? left : new Set(left).add(name))),
    }
    fields[name] = next
    return next
  }

  return {
    draft,
    baseline,
    change,
    latest: latestDraft,
    reset: (next, base = next) => {
      latest.current = next
      setDraft(next)
      setBaseline(base)
      setSubmitted(false)
      setSubmittedPatch({})
      setLeft(new Set())
      setServerErrors([])
      setSummary([])
    },
    field,
    bind: name => ({ id: name, label: t(options.labels[name]), field: field(name) }),
    errors: (isSubmitted ? (Object.keys(draft) as (keyof D & string)[]) : []).flatMap(field => {
      const text = errorOf(field)
      const label = options.lists?.[field]?.label
      const ofEntries = Object.entries(label ? entryErrors(field) : {}).map(([id, message]) => {
        const number = Number(id.split(".")[1]) + 1
        return { field, id, text: label ? `${t(label, { number })}: ${message}` : message }
      })
      return [...(text ? [{ field, id: field, text }] : []), ...ofEntries]
    }),
    entryErrors,
    shared:
      isSubmitted && options.shared && Object.values(ruleErrors).includes(options.shared.message)
        ? t(options.shared.message)
        : undefined,
    summary,
    isUnsent,
    isDirty: !isSameJson(draft, baseline),
    isBusy,
    submit,
    warn: warnings => {
      showMessages(warnings, latest.current, [t("ui.savedWithWarnings")], true)
      requestFocus()
    },
    cancel: () => control.current?.abort(),
  }
}
