import type { ComponentType } from "react"
import type { Answer, Query } from "../../../core/http/http"
import type { Page } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import { isSameJson } from "../../../core/json"
import type { Key } from "../../../core/text/i18n"
import { joinTexts } from "../../../core/text/join-texts"

export type Members = Record<string, unknown>

/** A logged change of a record; `before` and `after` are its members by the names of the wire. */
export type Change = {
  id: string
  /** An instant. */
  at: string
  actorEmail: string
  /** Absent where the server has no such member. */
  actorName?: string
  /** The name of the access token of a program that made the change; absent where the server has no such member. */
  actorToken?: string | null
  action: string
  before: Members | null
  after: Members | null
  /** The version of the record after the change; absent where the server has no such member. */
  version?: string | null
  /** Whether it is the last change of its record, and whether that record is deleted; absent where the server has no such member. */
  isLatest?: boolean
  isDeleted?: boolean
}

/** Returns who made a change: the person, and the access token by which a program made it. */
export const withToken = (person: string, { actorToken }: Pick<Change, "actorToken">) => joinTexts(person, actorToken)

/** How the changes of a kind of record are read, displayed and taken back. */
export type HistorySpec = {
  /** The kind, as the call of the changes names it. */
  entity: string
  /** Query tags of its records. */
  tags: readonly string[]
  /** The actions that have a text. */
  actions: readonly string[]
  titleOf: (members: Members) => string
  /** The members of the form. */
  fields: readonly string[]
  /** Labels by member: those of the form, in its order, and of members that other calls change. */
  labels: Record<string, Key>
  /** Components by member; see `forms/compare.tsx`. */
  compare: Record<string, ComponentType<{ value: unknown; draft: Members }>>
  /** Returns the members of the form for those of the wire. */
  draftOf: (members: Members) => Members
  /** Members of the wire whose values the form has under other names. */
  grouped: readonly string[]
  /** Members that a restored record keeps as they are. */
  kept: readonly string[]
  list: Read<Query, Page<Change>>
  /** Makes the version of an entry the next one of the record. @param version the current one that was seen, as an ETag */
  restore: (entryId: string, version: string | undefined) => Promise<Answer>
}

/** Whether logged members are a version of a record. Some changes log only what they changed. */
const isVersion = (spec: HistorySpec, members: Members | null): members is Members =>
  members !== null && spec.fields.filter(name => name in members).length > 1

/** The actions that write a record; an entry of another one is no version. */
const versionActions = ["create", "update", "delete", "undo", "restore"]

/** The version of a record that an entry holds: after the change, or before a deletion; undefined for an entry without one. */
export const versionOf = (spec: HistorySpec, { action, before, after }: Change): Members | undefined => {
  const members = action === "delete" ? before : after
  return versionActions.includes(action) && isVersion(spec, members) ? members : undefined
}

/** Whether a value is blank: a text or list without content, or none at all. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0)

/** Returns logged members as they are displayed: those of the form, and the others by the names of the wire. */
export const displayedMembers = (spec: HistorySpec, members: Members | null): Members => {
  if (!isVersion(spec, members)) return members ?? {}
  const others = Object.entries(members).filter(([name]) => !spec.grouped.includes(name))
  return { ...Object.fromEntries(others), ...spec.draftOf(members) }
}

/** Returns the displayed members that differ, in the order of the form. */
export const changedMembers = ({ labels }: Pick<HistorySpec, "labels">, before: Members, after: Members): string[] =>
  [...new Set([...Object.keys(labels), ...Object.keys(before), ...Object.keys(after)])].filter(
    name => !isSameJson(before[name], after[name]) && !(isBlank(before[name]) && isBlank(after[name])),
  )
