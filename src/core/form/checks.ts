import { checkChange, type Message, type Messages } from "../rules"
import type { Keys } from "./entries"
import { type Entry, type FormSpec, type ListSpec, listsOf, type PartSpec } from "./spec"

/** What the rules find in one part of a draft: in its own members, or in those of an entry. */
type Found = { errors: Messages<Entry>; notes?: Messages<Entry> }

/** An entry in its list. `stored`: the stored entries of a change. */
type Place = { list: ListSpec<Entry>; entries: readonly Entry[]; stored: readonly Entry[] | undefined; entry: Entry }

/** What is judged: a draft, and the stored one that it changes. */
type Judged<D> = { draft: D; stored: D | undefined }

/**
 * What the rules find in a form, by the id of a field: a member's name, or `list-key-member` of an entry, also within an entry. It is
 * computed once for a draft, and of an entry once a field of it asks.
 * @param judged undefined: nothing is judged yet. The same object for the same draft
 */
export const createChecks = <D extends object>(spec: FormSpec<D>, keys: Keys, judged: () => Judged<D> | undefined) => {
  let known: { of: Judged<D> | undefined; parts: Map<string, Found> } = { of: undefined, parts: new Map() }

  const once = (part: string, check: (now: Judged<D>) => Found): Found | undefined => {
    const now = judged()
    if (!now) return undefined
    if (known.of !== now) known = { of: now, parts: new Map() }
    const found = known.parts.get(part) ?? check(now)
    known.parts.set(part, found)
    return found
  }
  const ofMembers = () => once("", ({ draft, stored }) => checkChange<D>(spec.rules, draft, stored && [stored]) as Found)

  /** @param part `list-key`, or `list-key-list-key` within an entry */
  const placeOf = ({ draft, stored }: Judged<D>, part: string): Place | undefined => {
    const [name = "", key = "", ...inner] = part.split("-")
    const find = (owner: PartSpec<Entry>, of: Entry, before: Entry | undefined, name: string, key: string): Place | undefined => {
      const list = listsOf(owner)[name]
      const entries = of[name] as Entry[]
      const entry = entries[keys.indexOf(entries, key)]
      return list && entry && { list, entries, stored: before?.[name] as Entry[] | undefined, entry }
    }
    let place = find(spec as PartSpec<Entry>, draft as Entry, stored as Entry | undefined, name, key)
    for (let at = 0; place && at < inner.length; at += 2)
      place = find(place.list, place.entry, undefined, inner[at] ?? "", inner[at + 1] ?? "")
    return place
  }
  const ofEntry = (part: string) =>
    once(part, now => {
      const { list, entry, entries, stored } = placeOf(now, part) ?? {}
      return (entry && list?.check?.(entry, entries ?? [], stored)) ?? { errors: {} }
    })
  const at = (id: string) => {
    const end = id.lastIndexOf("-")
    const found = end < 0 ? ofMembers() : ofEntry(id.slice(0, end))
    const member = id.slice(end + 1)
    return { error: found?.errors[member], note: found?.notes?.[member] }
  }
  const errorsOf = (prefix: string, found: Found | undefined) =>
    Object.entries(found?.errors ?? {}).flatMap(([name, error]): [string, Message][] => (error ? [[prefix + name, error]] : []))
  const errorsWithin = (prefix: string, owner: PartSpec<Entry>, of: Entry): [string, Message][] =>
    Object.entries(listsOf(owner)).flatMap(([name, list]) =>
      (of[name] as Entry[]).flatMap(entry => {
        const part = `${prefix}${name}-${keys.keyOf(entry)}`
        return [...errorsOf(`${part}-`, ofEntry(part)), ...errorsWithin(`${part}-`, list, entry)]
      }),
    )
  return {
    /** The message of a field, and of one whose stored value, which is unchanged, breaks a rule. */
    at,
    /** All errors by id, also of entries that no screen shows. */
    all: (): [id: string, error: Message][] => {
      const now = judged()
      return now ? [...errorsOf("", ofMembers()), ...errorsWithin("", spec as PartSpec<Entry>, now.draft as Entry)] : []
    },
  }
}
