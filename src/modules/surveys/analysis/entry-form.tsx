import type { ReactNode } from "react"
import { useLocation } from "wouter"
import type { Basis } from "../../../core/form/basis"
import type { FormSession, SaveCall, Theirs } from "../../../core/form/session"
import type { FormSpec } from "../../../core/form/spec"
import { KeyedError } from "../../../core/http/errors"
import { isConflict } from "../../../core/http/http-error"
import { isSameJson } from "../../../core/json"
import type { Key } from "../../../core/text/i18n"
import { draftStore } from "../../../state/drafts"
import { notifySuccess } from "../../../state/notifications"
import { useFormSession } from "../../../ui/forms/bound"
import type { Compare } from "../../../ui/forms/compare"
import { useT } from "../../../ui/hooks/use-t"
import { FormScreen } from "../../../ui/pages/form/form-screen"
import { surveys } from "../resource"
import { type Change, changing, type Entries, storedEntries } from "./use-entries"

/** The form of a kind of entry as data. */
export type EntryFormSpec<D extends object> = FormSpec<D> & {
  /** Key of the stored drafts. */
  tag: string
  compare: Compare<D>
  nameMember?: keyof D & string
}

type Props<D extends object> = {
  spec: EntryFormSpec<D>
  record: string
  title: string
  back: { label: string; href: string }
  /** Shown above the fields. */
  above?: ReactNode
  done: Key
  failure: Key
  children: (form: FormSession<D>) => ReactNode
}

type AnalysisProps<D extends object> = Props<D> & {
  /** The draft that is saved, with which the form is compared. */
  initial: D
  /** Content that is not saved yet, with which the form begins. */
  generated?: D
  /** The stored entry. */
  stored?: object
  save: (draft: D, call: SaveCall<D>) => Promise<unknown>
  theirsOf?: (error: unknown, basis: Basis<D>) => Theirs<D> | undefined
}

/** A form on the screen of recommendations. */
export const AnalysisForm = <D extends object>(props: AnalysisProps<D>) => {
  const { spec, initial, back, stored } = props
  const t = useT()
  const [, navigate] = useLocation()
  const form = useFormSession<D>(spec, {
    initial,
    begin: props.generated,
    isStored: stored !== undefined,
    basis: { received: stored },
    drafts: draftStore(spec.tag, props.record, initial),
    theirsOf: props.theirsOf,
    save: async (draft, call) => ({ value: await props.save(draft, call) }),
  })
  return (
    <FormScreen
      form={form}
      kind={{ tag: spec.tag, texts: surveys.texts }}
      title={props.title}
      crumb={back}
      isNew={stored === undefined}
      failure={props.failure}
      compare={spec.compare}
      nameMember={spec.nameMember}
      above={props.above}
      onSaved={(_, next) => {
        notifySuccess(t(props.done))
        if (next && next.how !== "stay") navigate(back.href, { replace: true })
      }}
    >
      {props.children(form)}
    </FormScreen>
  )
}

/**
 * The form of one entry of a list. A change that somebody else made to the same members opens the comparison; changes of other
 * entries and members are kept (docs/console.md#recommendations-and-plans).
 */
export const EntryForm = <T extends { id: string }, D extends object>({
  list,
  stored,
  entry,
  draftOf,
  entryOf,
  blank,
  isGenerated,
  ...props
}: Props<D> & {
  list: Pick<Entries<T>, "change">
  /** The stored entry; absent for a new one. */
  stored?: T
  /** The entry with which the form begins. */
  entry: T
  draftOf: (entry: T) => D
  entryOf: (draft: D, before: T) => T
  blank: D
  /** Whether the new entry has content that would be lost. */
  isGenerated?: boolean
}) => {
  const draft = draftOf(entry)

  const save = async (draft: D, { basis, rebase }: SaveCall<D>) => {
    const before = basis.received as T | undefined
    const add: Change<T> = entries => {
      const known = entries.find(({ id }) => id === entry.id)
      if (!known) return [...entries, entryOf(draft, before ?? entry)]
      return isSameJson(draftOf(known), draftOf(entryOf(draft, known))) ? entries : undefined
    }
    const edit = (saved: T) =>
      changing<T>(saved.id, current => {
        if (isSameJson(draftOf(current), draftOf(saved))) return entryOf(draft, current)
        return isSameJson(draftOf(current), draftOf(entryOf(draft, current))) ? current : undefined
      })
    try {
      const entries = await list.change(before ? edit(before) : add)
      const saved = entryOf(draft, before ?? entry)
      // A server may give a new entry another id.
      const received =
        entries.find(({ id }) => id === saved.id) ??
        entries.findLast(other => isSameJson(draftOf(other), draftOf(saved))) ??
        saved
      rebase({ received })
    } catch (error) {
      if (!isConflict(error)) throw error
      const entries = storedEntries<T>(error)
      if (!entries) throw new KeyedError("analysis.outdated")
      if (entries.some(({ id }) => id === (before ?? entry).id)) throw error
      // Somebody has removed it: saving again adds it.
      rebase({ received: undefined })
      throw new KeyedError("analysis.goneMeanwhile")
    }
  }
  const theirsOf = (error: unknown, { received }: Basis<D>): Theirs<D> | undefined => {
    const { id } = (received as T | undefined) ?? entry
    const current = isConflict(error) && storedEntries<T>(error)?.find(other => other.id === id)
    return current ? { draft: draftOf(current), received: current } : undefined
  }
  return (
    <AnalysisForm
      {...props}
      initial={isGenerated ? blank : draft}
      generated={isGenerated ? draft : undefined}
      stored={stored}
      save={save}
      theirsOf={theirsOf}
    />
  )
}
