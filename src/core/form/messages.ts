import type { FieldMessage } from "../http/http"
import { isSameJson } from "../json"
import { isEmpty } from "../rules"
import { createChecks } from "./checks"
import type { Keys } from "./entries"
import { type Entry, type FieldError, type FormSpec, type ListSpec, listsOf } from "./spec"

/**
 * The messages of a form by the id of a field: a member's name, or `list-key-member` of an entry, which stays when it is moved.
 * Rules are checked from the first save on, and before it for fields that were left with a value; a message of the server stays until
 * the value changes that it is about.
 * @param storedOf what a draft changes, whose unchanged members are not refused; undefined for a new one
 */
export const createMessages = <D extends object>(
  spec: FormSpec<D>,
  keys: Keys,
  draftNow: () => D,
  storedOf: (draft: D) => D | undefined,
) => {
  /** What the last save would have changed: rules are checked as for that save. */
  let attempted: Partial<D> | undefined
  let left: ReadonlySet<string> = new Set()
  let ofServer: readonly { id: string; error: { text: string } }[] = []
  let judged: { of: unknown[]; draft: D; stored: D | undefined } | undefined

  /** What is judged: the draft as the last save would have sent it; undefined before a rule concerns it. */
  const judge = () => {
    const draft = draftNow()
    const submitted = attempted ? { ...draft, ...attempted } : draft
    const stored = storedOf(submitted)
    if (!attempted && left.size === 0 && !stored) return undefined
    const of = [draft, attempted, stored]
    if (!judged || of.some((value, at) => value !== judged?.of[at])) judged = { of, draft: submitted, stored }
    return judged
  }
  const checks = createChecks(spec, keys, judge)
  const valueAt = (draft: D, id: string) =>
    id.split("-").reduce<unknown>((value, name) => {
      if (Array.isArray(value)) return value[keys.indexOf(value, name)]
      return (value as Entry | undefined)?.[name]
    }, draft)
  const isShown = (id: string) => attempted !== undefined || (left.has(id) && !isEmpty(valueAt(draftNow(), id)))

  /** Finds the field that a server names, such as `Body.Rows[0].Name`: case and a leading path do not count (docs/contract.md#validation-errors). */
  const idOf = (field: string): string | undefined => {
    const segments = field
      .replace(/\[(\d+)\]/g, ".$1")
      .toLowerCase()
      .split(".")
    const walk = (of: Entry, lists: Record<string, ListSpec<Entry>>, rest: string[]): string | undefined => {
      const memberOf = (segment: string | undefined) => Object.keys(of).find(name => name.toLowerCase() === segment)
      const at = rest.findIndex(segment => /^\d+$/.test(segment))
      const list = memberOf(rest[at - 1])
      if (list === undefined) return memberOf(rest.findLast(segment => !/^\d+$/.test(segment)))
      const entry = (of[list] as Entry[])[Number(rest[at])]
      const inner = lists[list]
      if (!inner || !entry) return list
      const member = walk(entry, listsOf(inner), rest.slice(at + 1)) ?? Object.keys(inner.labels)[0]
      return member === undefined ? list : `${list}-${keys.keyOf(entry)}-${member}`
    }
    return walk(draftNow() as Entry, listsOf(spec), segments)
  }

  const errorAt = (id: string): FieldError | undefined => {
    const message = isShown(id) ? checks.at(id).error : undefined
    const own = spec.shared?.message === message ? spec.shared?.of[id as keyof D] : undefined
    return own ?? message ?? ofServer.find(other => other.id === id)?.error
  }
  return {
    errorAt,
    /** Whether the stored value, which is unchanged, breaks a rule. */
    hasNote: (id: string) => checks.at(id).note !== undefined,
    /** The shared message, if a field has it. */
    shared: () => attempted && checks.all().find(([, message]) => message === spec.shared?.message)?.[1],
    leave: (id: string) => {
      left = new Set(left).add(id)
    },
    /** Begins a save. @returns whether the draft keeps all rules */
    attempt: (patch: Partial<D>) => {
      attempted = patch
      ofServer = []
      return checks.all().length === 0
    },
    clear: () => {
      attempted = undefined
      left = new Set()
      ofServer = []
    },
    /** To be called before the draft changes to `next`. */
    outdate: (next: D) => {
      const draft = draftNow() as Entry
      if (attempted && Object.keys(attempted).some(name => (next as Entry)[name] !== draft[name])) attempted = {}
      ofServer = ofServer.filter(({ id }) => isSameJson(valueAt(draft as D, id), valueAt(next, id)))
    },
    /** Puts messages of the server at their fields. @returns the texts of those that have no field here */
    show: (messages: readonly FieldMessage[]): string[] => {
      const placed = messages.map(({ field, message }) => ({ id: idOf(field), text: message }))
      ofServer = placed.flatMap(({ id, text }) => (id === undefined ? [] : [{ id, error: { text } }]))
      return placed.flatMap(({ id, text }) => (id === undefined ? [text] : []))
    },
    /** The fields with a message after a save, in the order of the form; `number` is the position of an entry, from 1. */
    all: (): Invalid[] => {
      if (!attempted && ofServer.length === 0) return []
      const ids = [...new Set([...(attempted ? checks.all().map(([id]) => id) : []), ...ofServer.map(({ id }) => id)])]
      const draft = draftNow() as Entry
      const positionOf = (id: string) => {
        const [name = "", key] = id.split("-")
        return key === undefined ? -1 : keys.indexOf(draft[name] as Entry[], key)
      }
      return Object.keys(draft).flatMap(name =>
        ids
          .filter(id => id === name || id.startsWith(`${name}-`))
          .map(id => ({ id, name, position: positionOf(id), error: errorAt(id) }))
          .sort((a, b) => a.position - b.position)
          .flatMap(({ id, name, position, error }) =>
            error ? [{ id, name, error, ...(position >= 0 && { number: position + 1 }) }] : [],
          ),
      )
    },
  }
}

/** A field with a message. */
export type Invalid = { id: string; name: string; number?: number; error: FieldError }
