import { isSameJson } from "../json"
import type { Key } from "../text/i18n"
import type { Keys } from "./entries"
import type { Observable, Observe } from "./observable"
import { type Entry, type EntryOf, type FieldError, type ListName, type ListSpec, listsOf, type PartSpec } from "./spec"

/** What the fields of a form are given: the form itself and each entry of its lists is a part. All is the same object for the life of a form. */

/** `note`: the stored value, which is unchanged, breaks a rule. `stored`: the stored value of a change. */
export type FieldState<V> = { value: V; error: FieldError | undefined; hasNote: boolean; stored: V | undefined }

export type FieldHandle<V> = Observable<FieldState<V>> & {
  set: (value: V) => void
  /** The focus has left the field: its rules are checked from now on. */
  leave: () => void
  /** Nothing can be saved meanwhile, such as during an upload. */
  hold: (isHeld: boolean) => void
}

/** What a field is bound to. `max` and `required` are those of the contract. */
export type Bound<V> = { id: string; label: Key; max?: number; required?: boolean; field: FieldHandle<V> }

/** The entries of a list by their keys. Typing in an entry changes neither keys nor their order. */
export type List<E extends object> = Observable<{ keys: readonly string[]; error: FieldError | undefined }> & {
  /** @returns the key of the new entry */
  add: (entry: E, at?: number) => string
  /** Puts the entries in the order of the keys, without those that are not named. */
  arrange: (keys: readonly string[]) => void
}

export type Part<D extends object> = {
  bind: <K extends keyof D & string>(name: K) => Bound<D[K]>
  value: <K extends keyof D & string>(name: K) => Observable<D[K]>
  list: <K extends ListName<D>>(name: K) => List<EntryOf<D, K>>
  part: <K extends ListName<D>>(name: K, key: string) => EntryPart<EntryOf<D, K>>
  change: (patch: Partial<D>) => void
  /** The draft, or the entry, of now. A removed entry is what it was. */
  get: () => D
}

export type EntryPart<E extends object> = Part<E> & {
  key: string
  entry: Observable<E>
  place: Observable<{ index: number; count: number }>
  /** @returns the way back */
  remove: () => () => void
}

type Shared = {
  observe: Observe
  keys: Keys
  errorAt: (id: string) => FieldError | undefined
  hasNote: (id: string) => boolean
  leave: (id: string) => void
  hold: (id: string, isHeld: boolean) => void
}
type Access<D> = { prefix: string; get: () => D; stored: () => D | undefined; change: (patch: Partial<D>) => void }

const textKinds: readonly string[] = ["text", "email", "phone", "secret"]

export const createPart = <D extends object>(spec: PartSpec<D>, shared: Shared, access: Access<D>): Part<D> => {
  const { observe, keys } = shared
  const { prefix, get, stored, change } = access
  type Name = keyof D & string
  const made = new Map<string, unknown>()
  const once = <T>(id: string, make: () => T): T => {
    if (!made.has(id)) made.set(id, make())
    return made.get(id) as T
  }
  const entriesOf = (name: string) => get()[name as Name] as readonly object[]
  const put = (name: string, entries: readonly object[]) => change({ [name]: entries } as Partial<D>)

  const part: Part<D> = {
    get,
    change,
    bind: <K extends Name>(name: K) =>
      once(name, (): Bound<D[K]> => {
        const id = prefix + name
        const { kind, max, isRequired } = spec.fields?.[name] ?? {}
        return {
          id,
          label: spec.labels[name] as Key,
          ...(kind && textKinds.includes(kind) && max !== undefined && { max }),
          ...(isRequired && { required: true }),
          field: {
            ...observe(() => ({
              value: get()[name],
              error: shared.errorAt(id),
              hasNote: shared.hasNote(id),
              stored: stored()?.[name],
            })),
            set: value => change({ [name]: value } as unknown as Partial<D>),
            leave: () => shared.leave(id),
            hold: isHeld => shared.hold(id, isHeld),
          },
        }
      }),
    value: name => once(`${name}=`, () => observe(() => get()[name])),
    list: name =>
      once(`${name}[]`, () => {
        let known: readonly string[] = []
        return {
          ...observe(() => {
            const now = entriesOf(name).map(keys.keyOf)
            if (!isSameJson(now, known)) known = now
            return { keys: known, error: shared.errorAt(prefix + name) }
          }),
          add: (entry, at = entriesOf(name).length) => {
            put(name, entriesOf(name).toSpliced(at, 0, entry))
            return keys.keyOf(entry)
          },
          arrange: order =>
            put(
              name,
              order.flatMap(key => entriesOf(name)[keys.indexOf(entriesOf(name), key)] ?? []),
            ),
        }
      }),
    part: (name, key) => once(`${name}.${key}`, () => createEntry(listsOf(spec)[name] as ListSpec<Entry>, name, key)) as never,
  }

  const createEntry = (list: ListSpec<Entry>, name: string, key: string): EntryPart<Entry> => {
    const indexOf = () => keys.indexOf(entriesOf(name), key)
    let last: Entry
    const entry = () => {
      last = (entriesOf(name)[indexOf()] as Entry | undefined) ?? last
      return last
    }
    const storedEntry = () => {
      const { id } = entry() as { id?: unknown }
      const all = stored()?.[name as Name] as Entry[] | undefined
      return id ? all?.find(other => other.id === id) : undefined
    }
    const changeEntry = (patch: Partial<Entry>) => {
      if (indexOf() >= 0) put(name, entriesOf(name).with(indexOf(), keys.replace(entry(), { ...entry(), ...patch })))
    }
    return {
      ...createPart<Entry>(list, shared, {
        prefix: `${prefix}${name}-${key}-`,
        get: entry,
        stored: storedEntry,
        change: changeEntry,
      }),
      key,
      entry: observe(entry),
      place: observe(() => ({ index: indexOf(), count: entriesOf(name).length })),
      remove: () => {
        const [index, removed] = [indexOf(), entry()]
        if (index >= 0) put(name, entriesOf(name).toSpliced(index, 1))
        return () => put(name, entriesOf(name).toSpliced(index, 0, removed))
      },
    }
  }
  return part
}
