import { type ComponentType, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useLocation } from "wouter"
import { KeyedError } from "../../../core/http/errors"
import type { HttpError } from "../../../core/http/http"
import { isSameJson } from "../../../core/json"
import type { Rules } from "../../../core/rules"
import type { Key } from "../../../core/text/i18n"
import { notifySuccess } from "../../../state/notifications"
import type { Compare } from "../../../ui/forms/compare"
import type { Labels } from "../../../ui/forms/labels"
import { type Form, isConflict } from "../../../ui/forms/use-form"
import { useT } from "../../../ui/hooks/use-t"
import { type FieldsProps, FormFrame } from "../../../ui/pages/form/form-frame"
import { surveys } from "../resource"
import { type Change, changing, type Entries, storedEntries } from "./use-entries"

/** The form of a kind of entry as data. */
export type EntryFormSpec<D extends object> = {
  /** Key of the stored drafts. */
  tag: string
  labels: Labels<D>
  rules: Rules<D>
  Fields: ComponentType<FieldsProps<D>>
  compare: Compare<D>
  nameMember?: keyof D & string
}

type FrameProps<D extends object> = EntryFormSpec<D> & {
  record: string
  title: string
  back: { label: string; href: string }
  /** The draft that is saved, with which the form is compared. */
  initial: D
  isStored: boolean
  /** Content that is not saved yet: the form begins with it. */
  generated?: D
  /** Shown above the form. */
  notice?: ComponentType
  done: Key
  failure: Key
  save: (draft: D) => Promise<void>
  conflict?: (error: HttpError) => void
  theirs?: { draft: D }
  onResolved?: () => void
}

/** Returns the notices above a form, and fills the form once with content that is not saved yet. */
const noticeOf = <D extends object>(generated: D | undefined, Shown: ComponentType | undefined) =>
  function Notice({ form }: { form: Form<D> }) {
    const { change } = form
    useLayoutEffect(() => {
      if (generated) change(generated)
    }, [change])
    return Shown ? <Shown /> : null
  }

/** The frame of a form on the screen of recommendations: draft, question before leaving, conflict, and the way back. */
export const AnalysisForm = <D extends object>(props: FrameProps<D>) => {
  const { tag, labels, nameMember, back, generated, notice: Shown } = props
  const t = useT()
  const [, navigate] = useLocation()
  const Notice = useMemo(() => noticeOf(generated, Shown), [generated, Shown])
  const resource = {
    tag,
    texts: surveys.texts,
    icon: "bulb" as const,
    list: surveys.list,
    titleOf: () => props.title,
    labels,
    ...(nameMember && { copy: { title: nameMember, max: 200 } }),
  }
  return (
    <FormFrame<D, D>
      resource={resource}
      rules={props.rules}
      draftOf={draft => draft}
      Fields={props.Fields}
      compare={props.compare}
      record={props.record}
      title={props.title}
      crumb={back}
      initial={props.initial}
      isStored={props.isStored}
      Notice={Notice}
      failure={props.failure}
      conflict={props.conflict}
      theirs={props.theirs}
      onResolved={props.onResolved}
      save={async draft => {
        await props.save(draft)
        const stay = () => notifySuccess(t(props.done))
        const go = () => {
          stay()
          navigate(back.href, { replace: true })
        }
        return { go, stay }
      }}
    />
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
}: Omit<FrameProps<D>, "initial" | "isStored" | "generated" | "save" | "conflict" | "theirs" | "onResolved"> & {
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
  const base = useRef(stored)
  const [theirs, setTheirs] = useState<{ draft: D }>()
  const draft = draftOf(entry)

  const save = async (draft: D) => {
    const before = base.current
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
      base.current =
        entries.find(({ id }) => id === saved.id) ??
        entries.findLast(other => isSameJson(draftOf(other), draftOf(saved))) ??
        saved
    } catch (error) {
      if (!isConflict(error)) throw error
      const entries = storedEntries<T>(error)
      const current = entries?.find(({ id }) => id === (before ?? entry).id)
      if (!entries) throw new KeyedError("analysis.outdated")
      if (current) throw error
      // Somebody has removed it: saving again adds it.
      base.current = undefined
      throw new KeyedError("analysis.goneMeanwhile")
    }
  }

  return (
    <AnalysisForm
      {...props}
      initial={isGenerated ? blank : draft}
      isStored={stored !== undefined}
      generated={isGenerated ? draft : undefined}
      save={save}
      conflict={error => {
        const current = storedEntries<T>(error)?.find(({ id }) => id === (base.current ?? entry).id)
        if (!current) return
        base.current = current
        setTheirs({ draft: draftOf(current) })
      }}
      theirs={theirs}
      onResolved={() => setTheirs(undefined)}
    />
  )
}
