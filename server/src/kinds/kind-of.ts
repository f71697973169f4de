import { and, eq, getTableColumns, isNull, SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import type { RecordModule, RecordOf } from "../../../src/contract/modules"
import { ownedFields } from "../../../src/contract/record"
import type { Parsed } from "../../../src/contract/wire"
import type { DerivedStatus } from "../../../src/core/derived-status"
import { companies, type DraftOf, type Fields } from "../../../src/core/fields"
import type { Rules } from "../../../src/core/rules"
import { owned, reachOf, readable } from "../auth/policy"
import type { Database } from "../db/open"
import { tenants } from "../db/schema"
import { derivedStatus, type StatusColumns } from "../db/status"
import { type FieldMessages, refuseInvalid } from "../errors/problem"
import type { Actor } from "../http/context"
import { answerShape, named } from "./answer-shape"
import { approvalOf, approvalReasons } from "./approval-state"
import { bodyShape, comparedWith, draftErrors, fieldColumns, mergeDraft } from "./fields"
import { type DerivedKind, type KindOptions, kindParts, type Select, type Selected, type StoredRow } from "./kind"
import type { Draft, Intent, RowOf, Spec, Table } from "./spec"
import { ownedMembers, storedMembers } from "./stored-members"

/** Makes a kind of record of its table, its contract and what is its own. Whoever writes a kind names no type and casts nothing. */

/** The name of a record that another one references. Joins of five tables take nine times as long to plan. */
export const nameOf = (name: PgColumn, id: PgColumn, reference: PgColumn) =>
  sql<string | null>`(select ${name} from ${name.table} where ${id} = ${reference})`

type KindOf<M extends RecordModule, T extends Table, F extends Fields> = DerivedKind<RowOf<T>, Draft<F>> & {
  name: RecordOf<M>
} & ([Intent<T>] extends [never] ? unknown : Required<Pick<DerivedKind, "status">>)

/** @param module what the contract calls it */
export const kindOf = <M extends RecordModule, T extends Table, F extends Fields, A extends Fields = Record<never, never>>(
  module: M,
  table: T,
  contract: { fields: F; rules: Rules<DraftOf<NoInfer<F>>>; added?: A },
  spec: Spec<M, T, F, A>,
): KindOf<M, T, F> => build(module, table, contract as Contract, spec as Open) as KindOf<M, T, F>

// Below, members are looked up by name: what they are has been checked above.

type Members = Record<string, unknown>
type Any = StoredRow & { tenantId: string | null } & Members
type Offered = Any & { tenantIds: string[] }
type OfferedTable = Table & Record<"tenantIds", PgColumn>
type Drafted = Parsed<DraftOf<Fields>>
type Contract = { fields: Fields; rules: Rules<Members>; added?: Fields }

/** A specification with all of its parts optional. */
type Open = Pick<DerivedKind, "tag" | "noun" | "example" | "sorts" | "filters"> &
  Partial<Pick<DerivedKind, "attention" | "references" | "media" | "secrets" | "keeps">> &
  Omit<KindOptions<Any>, "details"> & {
    stored?: Record<string, { read(row: Any): unknown; write(draft: Members, row: Any | undefined): Members }>
    answers?: Record<string, SQL | ((row: Any) => unknown) | false>
    schemas?: Record<string, { body?: z.ZodType; answer?: z.ZodType }>
    status?: DerivedStatus
    wire?: Record<string, { body: z.ZodType; answer: z.ZodType }>
    details?: { schemas: z.ZodRawShape; read: NonNullable<KindOptions<Any>["details"]> }
    unlisted?: readonly string[]
    given?(body: Members, row: Any | undefined): Members
    clean?(draft: Members): Members
    onlyChange?(row: Any, given: Members, before: Members): Members | undefined
    errors?(draft: Members, row: Any | undefined, before: Members | undefined): FieldMessages
    reach?(db: Database, draft: Members): Promise<readonly string[]>
    visible?(actor: Actor): SQL | undefined
    hidden?(actor: Actor, row: Any): Members
  }

/** Each member as `to` makes it, without those of which it makes undefined. */
const mapMembers = <V, W>(members: Record<string, V>, to: (value: V, name: string) => W | undefined): Record<string, W> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const made = to(value, name)
      return made === undefined ? [] : [[name, made]]
    }),
  )

const without = <V>(members: Record<string, V>, left: readonly string[]) =>
  mapMembers(members, (value, name) => (left.includes(name) ? undefined : value))

const build = (
  module: RecordModule,
  table: Table,
  { fields, rules, added = {} }: Contract,
  spec: Open,
): DerivedKind<Any, Members> => {
  const parts = kindParts(module, table, fields)
  const { name, mayChange } = parts
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const { stored = {}, answers = {}, schemas = {}, wire = {}, details, unlisted = [], hidden, status, ...converted } = spec
  const { given: draftGiven = body => body, clean = draft => draft, onlyChange, errors, reach, ...own } = converted
  const references = { ...parts.references, ...spec.references }
  const isApprovable = "approval" in added
  const isOffered = "tenantIds" in columns

  const plain = fieldColumns(
    columns,
    mapMembers(fields, (field, member) => (member in columns && !(member in stored) ? field : undefined)),
  )
  const selected = {
    tenantName: sql`${tenants.name}`,
    ...mapMembers(answers, of => (of instanceof SQL ? of : undefined)),
    ...(isApprovable && { approval: approvalOf(name, table.id) }),
  }
  const computed = Object.entries(answers).flatMap(([member, of]) => (typeof of === "function" ? [{ member, of }] : []))
  const addedColumns = [...Object.keys(added), ...Object.keys(wire)].filter(member => member in columns)

  const selectOf = (row: Record<string, PgColumn>) => (db: Database) =>
    db
      .select({ row, ...selected })
      .from(table)
      .leftJoin(tenants, eq(tenants.id, table.tenantId)) as object as Select<Selected<Any>>

  const draftOf = (row: Any): Members => ({
    ...plain.draft(row),
    ...mapMembers(stored, ({ read }) => read(row)),
    ...(status && { status: status.writtenOf(row.intent as string) }),
  })

  const present = ({ row, ...read }: Selected<Any>, actor: Actor, now: number) => {
    const members: Members = Object.assign(plain.members(row), read)
    // Only who may decide sees that a change waits.
    if (isApprovable && !mayChange(actor, row)) members.approval = null
    for (const { member, of } of computed) members[member] = of(row)
    for (const column of addedColumns) members[column] = row[column]
    if (status) members.status = status.at({ ...members, intent: row.intent as string }, now)
    return Object.assign(members, isOffered ? ownedMembers(row as Offered, actor) : storedMembers(row), hidden?.(actor, row))
  }

  const shape: z.ZodRawShape = {
    ...answerShape(table, { ...ownedFields, ...fields, ...added, ...(isOffered && { tenantIds: companies() }) }),
    ...mapMembers(schemas, ({ answer }) => answer),
    ...mapMembers(wire, ({ answer }) => answer),
  }
  const isListedWhole = !unlisted.length && !details
  const noun = name.charAt(0).toUpperCase() + name.slice(1)
  const value = named(noun, { ...shape, ...details?.schemas })

  return {
    ...parts,
    ...own,
    references,
    media: [...parts.media, ...(spec.media ?? [])],
    ...(details && { details: details.read }),
    body: z.object({
      ...bodyShape(fields),
      ...mapMembers(schemas, ({ body }) => body),
      ...mapMembers(wire, ({ body }) => body),
    }),
    value,
    item: isListedWhole ? value : named(`${noun}Item`, without(shape, unlisted)),
    attention: { ...(isApprovable && approvalReasons(name, table.id)), ...spec.attention },
    ...(status && { status: { codes: status.codes, sql: derivedStatus(status, columns as StatusColumns) } }),
    draftOf,
    logged: row => ({
      ...without(draftOf(row), Object.keys(wire).length ? Object.keys(stored) : []),
      ...mapMembers(wire, (_, member) => row[member]),
    }),
    columns: async (db, actor, body, row) => {
      const before = row && draftOf(row)
      const given = draftGiven(body as Members, row)
      const only = row && before && onlyChange?.(row, given, before)
      if (only) return only
      const draft = mergeDraft(fields, before as Drafted | undefined, given as Partial<Drafted>)
      const kept = clean(draft)
      const known = row && { ...before, ...row }
      const contract = { fields, rules }
      const scope = { kept, ...(reach && { reach: await reach(db, kept) }) }
      refuseInvalid({
        ...(await draftErrors(db, actor, references, contract, draft, known, before as Drafted | undefined, scope)),
        ...errors?.(kept, row, comparedWith(fields, kept, before)),
      })
      return {
        ...plain.columns(kept),
        ...Object.assign({}, ...Object.values(stored).map(({ write }) => write(kept, row))),
        ...(status && { intent: status.intentOf(kept.status as number) }),
      }
    },
    visible:
      spec.visible ??
      ((actor, owner) =>
        and(
          isNull(table.deletedAt),
          isOffered ? readable(actor, table as OfferedTable, owner) : owned(table.tenantId, reachOf(actor)),
        )),
    select: selectOf(columns),
    selectItems: selectOf(without(columns, unlisted)),
    present,
    presentItem: unlisted.length ? (found, actor, now) => without(present(found, actor, now), unlisted) : present,
  }
}
