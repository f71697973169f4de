import { and, eq, isNull, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import { ownedFields } from "../../../src/contract/record"
import type { Parsed } from "../../../src/contract/wire"
import { companies, type DraftOf, type Fields } from "../../../src/core/fields"
import type { Rules } from "../../../src/core/rules"
import { mayWrite, readable } from "../auth/policy"
import type { Database } from "../db/open"
import { tenants } from "../db/schema"
import { type FieldMessages, refuseInvalid } from "../errors/problem"
import type { Actor } from "../http/context"
import { answerShape, named } from "../kinds/answer-shape"
import { type EntityName, type RecordTable, type RowOf, registrationOf, type ValuesOf } from "../kinds/entities"
import { bodyShape, draftErrors, type MembersOf, mergeDraft, storedFields } from "../kinds/fields"
import type { Rows } from "../kinds/kind"
import { ownedMembers } from "../kinds/stored-members"
import { findIn, records } from "./records"

/** Kinds of record that a company or the platform owns and offers to companies. */
type OwnedKind = { [E in EntityName]: RowOf<E> extends { tenantIds: string[] } ? E : never }[EntityName]
type OwnedTable = RecordTable & Record<"tenantId" | "tenantIds" | "search", PgColumn>

type Draft<F extends Fields> = Parsed<DraftOf<F>>
type Stored<E extends EntityName, F> = Pick<F, keyof F & keyof RowOf<E>>
type Names = Record<string, SQL<string | null>>
type NamesOf<N> = { [K in keyof N | "tenantName"]: string | null }

/** What a kind has beside the fields that its table has columns for. */
type Special<E extends EntityName, F extends Fields, N, M, S> = {
  /** The members of a draft that have no column of their name. */
  draft?: (row: RowOf<E>) => Omit<Draft<F>, keyof RowOf<E>>
  /** The columns of those members. @param row the stored record of an update */
  columns?: (draft: Draft<F>, row: RowOf<E> | undefined) => ValuesOf<E>
  /** Messages beside those of rules, references and pictures. */
  errors?: (draft: Draft<F>, row: RowOf<E> | undefined) => FieldMessages
  /** Names of other records, read by the row. */
  names?: N
  /** Further members of an answer. @param stored the stored fields as they are answered; @param now epoch ms */
  members?: (row: RowOf<E>, stored: MembersOf<F, RowOf<E>>, now: number) => M
  /** Schemas of those that are no fields. */
  shape?: S
} & (keyof F extends keyof RowOf<E> ? unknown : { draft: unknown; columns: unknown })

/**
 * Returns what follows from the fields of a kind of record: the schema of its bodies and the columns that they fill, how its
 * records are selected, who may read them, and what is answered. A field for which the table has no column does not compile unless
 * the kind has `draft` and `columns` for it.
 * @param contract.added the fields that the server adds
 */
export const ownedKind = <
  E extends OwnedKind,
  F extends Fields,
  A extends Fields = Record<never, never>,
  N extends Names = Record<never, never>,
  M extends object = Record<never, never>,
  S extends z.ZodRawShape = Record<never, never>,
>(
  entity: E,
  contract: { fields: F; rules: Rules<DraftOf<F>>; added?: A },
  special: Special<E, F, N, M, S>,
) => {
  const { fields, added } = contract
  const table = registrationOf(entity).table as OwnedTable
  const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => name in table))
  const stored = storedFields<E, Stored<E, F> & Fields>(entity, plain as never)
  /** A stored record as a draft, with which a change is merged. */
  const storedDraft = (row: RowOf<E>) => ({ ...stored.draft(row), ...special.draft?.(row) }) as Draft<F>
  /** The columns of a new record, or of a change of a stored one. @throws Refusal 400 naming every invalid member */
  const columns = async (db: Database, actor: Actor, given: Partial<Draft<F>>, row?: RowOf<E>) => {
    const before = row && storedDraft(row)
    const draft = mergeDraft(fields, before, given)
    const messages = await draftErrors(db, actor, entity, contract, draft, row && { ...before, ...row }, before)
    refuseInvalid({ ...messages, ...special.errors?.(draft, row) })
    return { ...stored.columns(draft as never), ...special.columns?.(draft, row) } as ValuesOf<E>
  }
  type Found = { row: RowOf<E> } & NamesOf<N>
  const select = (db: Database) =>
    db
      .select({ row: table, tenantName: tenants.name, ...special.names })
      .from(table)
      .leftJoin(tenants, eq(tenants.id, table.tenantId)) as never as Rows<Found> & { $dynamic: () => Rows<Found> }
  const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))
  const present = ({ row, ...names }: Found, actor: Actor, now: number) => {
    const members = stored.members(row) as MembersOf<F, RowOf<E>>
    const more = special.members?.(row, members, now) as M
    // Only who may decide sees that a change waits.
    const hidden = "approval" in names && !mayWrite(actor, row.tenantId) && { approval: null }
    return { ...members, ...(names as unknown as NamesOf<N>), ...hidden, ...more, ...ownedMembers(row, actor) }
  }
  const value = named(entity.charAt(0).toUpperCase() + entity.slice(1), {
    ...answerShape(entity, { ...ownedFields, ...fields, ...(added as A), tenantIds: companies() }),
    ...(special.shape as S),
  })
  const find = findIn(entity, select, visible, present)
  const body = z.object(bodyShape(fields))
  return {
    entity,
    table,
    stored,
    storedDraft,
    body,
    columns,
    select,
    visible,
    present,
    value,
    find,
    records: records({ entity, find }),
  }
}
