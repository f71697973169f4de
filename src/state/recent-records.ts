import { isRecord } from "../core/is-record"
import { localStore } from "../core/storage"
import { personKey, session } from "./session"

/** A record that the person has opened: the path of its page, and its name. */
export type RecentRecord = { href: string; title: string }

const key = "recentRecords"

/** Largest number of records; the oldest are dropped. */
const maxRecords = 8

/** `owner` is the person and the company. */
type Stored = { owner: string; list: RecentRecord[] }

const isStored = (value: unknown): value is Stored =>
  isRecord(value) &&
  Array.isArray(value.list) &&
  value.list.every(entry => isRecord(entry) && typeof entry.href === "string" && typeof entry.title === "string")

/** Returns the records that the person has opened, the latest first (docs/console.md#command-palette). */
export const recentRecords = (): RecentRecord[] => {
  const stored = localStore.getJson(key, isStored)
  return stored && stored.owner === personKey(session) ? stored.list : []
}

const without = (href: string) => recentRecords().filter(record => record.href !== href)

const store = (list: RecentRecord[]) => {
  const owner = personKey(session)
  if (owner) localStore.set(key, JSON.stringify({ owner, list: list.slice(0, maxRecords) } satisfies Stored))
}

export const recordOpened = (record: RecentRecord) => store([record, ...without(record.href)])

/** Removes a record that does not exist any more. */
export const recordGone = (href: string) => store(without(href))

/** Forgets all records, when the person signs out. */
export const forgetRecentRecords = () => localStore.remove(key)
