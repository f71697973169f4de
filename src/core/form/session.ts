import { type FieldMessage, HttpError } from "../http/http"
import { isSameJson } from "../json"
import type { Basis } from "./basis"
import { createDrafts, type DraftStore } from "./drafts"
import { createKeys } from "./entries"
import { createMessages } from "./messages"
import { createObservables } from "./observable"
import { createPart } from "./parts"
import { type FormSpec, listsOf } from "./spec"

/**
 * A form without its screen: draft, messages, stored drafts, and the save with its outcome (docs/console.md#forms). A screen follows
 * what it shows of it, so that typing renders the field that is typed in and what depends on it.
 */

/** What a press asks for: to go on editing, to leave the form, or to leave it with the record published. */
export type How = "stay" | "leave" | "publish"

/** The stored version after a conflict, and who made it when, as far as that is known. */
export type Theirs<D> = Basis<D> & { draft: D; change?: { by?: string; name?: string; at?: string } }

/** `unsent`: the connection was lost; nothing was refused, and the same save may be repeated. */
type FormState<D> = { is: "editing" | "saving" | "unsent" | "saved" } | { is: "conflict"; theirs: Theirs<D> }

export type Outcome<V> =
  | { is: "saved"; value: V; hasRemarks: boolean }
  | { is: "invalid" | "conflict" | "busy" }
  | { is: "unsent" | "stopped" | "failed"; error: unknown }

export type SaveCall<D> = {
  basis: Basis<D>
  /** Changes what the next save is based on, whatever comes of this one. */
  rebase: (basis: Basis<D>) => void
  signal: AbortSignal
  /** To who decides about a change that is sent for approval. */
  note: string | undefined
}

export type FormOptions<D extends object, V> = {
  /** What the form is compared with: the stored draft, or the blank one. */
  initial: D
  /** With what the form begins, where that is another, such as generated content. */
  begin?: D
  /** What a conflict is compared with, where `initial` is another: a change of it that waits for approval. */
  stored?: D
  /** Whether `initial` is stored: unchanged members are not refused, unless the draft is published. */
  isStored?: boolean
  basis?: Basis<D>
  /** Throws when the draft cannot be saved. `warnings` are remarks of the server about what it has saved. */
  save: (draft: D, call: SaveCall<D>) => Promise<{ value: V; warnings?: readonly FieldMessage[] }>
  /** The stored version, of an error that is a conflict. */
  theirsOf?: (error: unknown, basis: Basis<D>) => Theirs<D> | undefined
  drafts?: DraftStore<D>
  isConnectionLost?: () => boolean
}

export const createFormSession = <D extends object, V = unknown>(spec: FormSpec<D>, options: FormOptions<D, V>) => {
  type Name = keyof D & string
  const { observe, notify } = createObservables()
  const keys = createKeys()
  let draft = options.begin ?? options.initial
  let baseline = options.initial
  let common = options.stored ?? options.initial
  let basis = options.basis ?? {}
  let state: FormState<D> = { is: "editing" }
  let note = ""
  let remarks: readonly string[] = []
  let hasWarnings = false
  let failure: unknown
  let failures = 0
  let held: ReadonlySet<string> = new Set()
  let control: AbortController | undefined

  const isDraft = (of = draft) => spec.publish?.isDraft(of) === true
  const storedOf = (next: D) => (!options.isStored || (isDraft(baseline) && !isDraft(next)) ? undefined : baseline)
  const messages = createMessages(spec, keys, () => draft, storedOf)
  let compared: { draft: D; baseline: D; isDirty: boolean } | undefined
  /** Computed once for a draft. */
  const isDirty = () => {
    if (compared?.draft !== draft || compared.baseline !== baseline)
      compared = { draft, baseline, isDirty: !isSameJson(draft, baseline) }
    return compared.isDirty
  }
  const settle = (next: FormState<D>) => {
    state = next
    notify()
  }
  const forget = () => {
    remarks = []
    hasWarnings = false
    failure = undefined
  }

  const change = (patch: Partial<D>) => {
    for (const name of Object.keys(listsOf(spec)) as Name[])
      if (name in patch) keys.adopt(patch[name] as readonly object[], draft[name] as readonly object[])
    const changed = (Object.keys(patch) as Name[]).filter(name => patch[name] !== draft[name])
    const next = Object.assign({}, draft, ...changed.map(name => spec.dependents?.[name]), patch) as D
    messages.outdate(next)
    draft = next
    if (state.is === "saved") state = { is: "editing" }
    drafts.touch()
    notify()
  }
  /** Replaces everything: by a stored draft, or what a conflict was resolved to. */
  const reset = (next: D, base = baseline) => {
    for (const name of Object.keys(listsOf(spec)) as Name[])
      keys.adopt(next[name] as readonly object[], draft[name] as readonly object[])
    draft = next
    if (base !== baseline) common = base
    baseline = base
    messages.clear()
    forget()
    if (state.is !== "saving") state = { is: "editing" }
    drafts.touch()
    notify()
  }
  const rebase = (next: Basis<D>) => {
    basis = { ...basis, ...next }
  }
  const drafts = createDrafts<D>(options.drafts, {
    observe,
    notify,
    isDirty,
    draft: () => draft,
    stored: () => baseline,
    basis: () => basis,
    show: ({ draft, version, pending }) => {
      rebase({ ...(version !== undefined && { version }), ...(pending && { pending }) })
      reset(draft)
    },
  })
  const leave = (id: string) => {
    messages.leave(id)
    notify()
  }
  const hold = (id: string, isHeld: boolean) => {
    held = new Set([...held].filter(other => other !== id).concat(isHeld ? id : []))
    notify()
  }

  const succeed = (submitted: D, patch: Partial<D>, value: V, warnings?: readonly FieldMessage[]): Outcome<V> => {
    // What was typed during the save stays, and is not saved yet.
    draft = { ...draft, ...patch }
    baseline = submitted
    common = submitted
    note = ""
    drafts.discardOwn()
    drafts.touch()
    hasWarnings = warnings !== undefined
    messages.clear()
    if (warnings) {
      remarks = messages.show(warnings)
      failures++
    }
    settle({ is: "saved" })
    return { is: "saved", value, hasRemarks: hasWarnings }
  }
  const fail = (patch: Partial<D>, error: unknown): Outcome<V> => {
    const theirs = options.theirsOf?.(error, basis)
    if (theirs) {
      change(patch)
      settle({ is: "conflict", theirs })
      return { is: "conflict" }
    }
    const { kind, fields = [] } = error instanceof HttpError ? error : {}
    remarks = messages.show(fields)
    failure = error
    failures++
    const isUnsent = kind === "network" && options.isConnectionLost?.() === true
    drafts.touch()
    settle({ is: isUnsent ? "unsent" : "editing" })
    return { is: isUnsent ? "unsent" : kind === "aborted" ? "stopped" : "failed", error }
  }

  const root = createPart<D>(
    spec,
    { observe, keys, errorAt: messages.errorAt, hasNote: messages.hasNote, leave, hold },
    { prefix: "", get: () => draft, stored: () => storedOf(draft), change },
  )
  let invalid = messages.all()
  return {
    ...root,
    spec,
    reset,
    /** Changes what the next save is based on. */
    rebase,
    drafts,
    /** The whole draft, such as for a preview. */
    whole: observe(() => draft),
    /** What follows from the draft; it is another when its JSON is. */
    derived: <S>(read: (draft: D) => S) => {
      let last = read(draft)
      return observe(() => {
        const next = read(draft)
        if (!isSameJson(next, last)) last = next
        return last
      })
    },
    /** What the frame around the fields shows; typing changes it at the first change and at the last one taken back. */
    frame: observe(() => ({
      is: state.is,
      isDirty: isDirty(),
      isDraft: isDraft(),
      isHeld: held.size > 0,
    })),
    note: {
      ...observe(() => note),
      set: (text: string) => {
        note = text
        notify()
      },
    },
    /** What was wrong with the last save. `failures` counts the saves that asked for the focus. */
    problems: observe(() => {
      const next = messages.all()
      if (!isSameJson(next, invalid)) invalid = next
      return { invalid, remarks, hasWarnings, failure, failures, shared: messages.shared() }
    }),
    conflict: observe(() => (state.is === "conflict" ? { base: common, mine: draft, theirs: state.theirs } : undefined)),
    /** The changed members, which leaving would lose. */
    losses: (): Name[] => (Object.keys(draft) as Name[]).filter(name => !isSameJson(draft[name], baseline[name])),

    /** Saves what keeps the rules. Never throws: what came of it is the outcome. */
    save: async (how: How): Promise<Outcome<V>> => {
      if (state.is === "saving") return { is: "busy" }
      const patch = (isDraft() ? (how === "publish" ? spec.publish?.published : spec.publish?.draft) : undefined) ?? {}
      const submitted = { ...draft, ...patch }
      forget()
      if (!messages.attempt(patch)) {
        failures++
        settle({ is: "editing" })
        return { is: "invalid" }
      }
      control = new AbortController()
      settle({ is: "saving" })
      try {
        const call = { basis, rebase, signal: control.signal, note: note || undefined }
        const { value, warnings } = await options.save(submitted, call)
        return succeed(submitted, patch, value, warnings)
      } catch (error) {
        return fail(patch, error)
      }
    },
    cancel: () => control?.abort(),
    /** Ends a conflict; the next save writes over the other version. */
    resolve: (next: D) => {
      if (state.is !== "conflict") return
      const { draft: theirs, change: _, ...base } = state.theirs
      rebase(base)
      reset(next, theirs)
    },
    /** Says who made the other version of a conflict. */
    describeConflict: (change: Theirs<D>["change"]) => {
      if (change && state.is === "conflict") settle({ ...state, theirs: { ...state.theirs, change } })
    },
    /** Goes on editing without ending a conflict: the next save meets it again. */
    dismiss: () => settle({ is: "editing" }),
  }
}

export type FormSession<D extends object, V = unknown> = ReturnType<typeof createFormSession<D, V>>
