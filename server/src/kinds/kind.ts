import { getTableColumns, type SQL } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { z } from "zod"
import { type ApprovableModule, liveIntents } from "../../../src/contract/approvals"
import type { Action, AuditedEntity } from "../../../src/contract/audit"
import { type AuditedRecord, type Module, moduleTable, type RecordModule, type RecordOf } from "../../../src/contract/modules"
import type { Codes } from "../../../src/core/codes"
import type { Fields, Target } from "../../../src/core/fields"
import type { Key } from "../../../src/core/text/i18n"
import { mayWrite } from "../auth/policy"
import type { Database } from "../db/open"
import type { StatusSql } from "../db/status"
import type { Actor, Call, Deps } from "../http/context"
import type { ListFilters } from "../http/list"
import type { Moments } from "./attention"

/** A kind of record as one value: what undo, audit log, webhooks, approval, references and erasure need of its records. */

/** A stored record. */
export type StoredRow = { id: string; version: number; createdAt: Date; updatedAt: Date; deletedAt: Date | null }

/** The table of a kind: the columns that every kind of record has. */
export type RecordTable = PgTable & Record<keyof StoredRow | "search", PgColumn>

/** A stored record with what is selected beside it. */
export type Selected<R> = { row: R } & Record<string, unknown>

/** The rows of a select in the making, as the ORM's are. */
export type SelectedRows<R> = PromiseLike<R[]> & {
  where: (condition: SQL | undefined) => SelectedRows<R>
  orderBy: (...order: (PgColumn | SQL)[]) => SelectedRows<R>
  limit: (rows: number) => SelectedRows<R>
  offset: (rows: number) => SelectedRows<R>
}

/** A select: columns, from the table and what is joined, without conditions. */
export type Select<R> = { where: (condition: SQL | undefined) => PromiseLike<R[]>; $dynamic: () => SelectedRows<R> }

/** A query parameter of a list: its schema for the document, and the condition that it makes. */
export type Filter = { schema: z.ZodType; where(given: string | undefined, scope: Parameters<ListFilters>[0]): SQL | undefined }

/** How records end: those with a `live` intent by their end date, others when they get the intent `over`. */
type RecordEnd = { event: string; live: readonly string[]; over?: string }

/** The return of a record to an earlier state. `after`: as it is stored by now. */
export type Restored<R> = { before: R; after: R; action: "undo" | "restore" }

/** What a kind may have of its own. Hooks are called in the transaction of the change; they call nothing of records/. */
export type KindOptions<R extends StoredRow> = {
  /** References, as `references`, whose reach the kind checks itself. */
  furtherReferences?: Record<string, { column: string; target: Target }>
  /** The refusal to delete a record that others reference. */
  inUse?: Key
  /** What else the audit log has under the id of a record. */
  alsoLogged?: readonly AuditedEntity[]
  /** Reads the members of one record that a list does not answer. */
  details?(db: Database, row: R, actor: Actor): Promise<object>
  /** Writes what follows from a change. @param now epoch ms */
  onChange?(tx: Database, before: R, after: R, now: number): Promise<void>
  /** @throws Refusal when a record returns to no earlier state by the audit log */
  refuseRestore?(row: R): void
  /** Whether an earlier state is still valid. */
  isValid?(row: R): boolean
  /** Writes what follows from the return to an earlier state. @throws Refusal as the change itself */
  onRestore?(c: Call, tx: Database, restored: Restored<R>): Promise<void>
  /** Removes a person, whose record is deleted in the same transaction, from what the records and their history hold. */
  erasePerson?(tx: Database, person: { id: string; email: string }, deps: Deps): Promise<void>
  /** The event of an end (docs/contract.md#webhook-events). */
  end?: RecordEnd
  /** Events of changes that are logged without the record, by action. */
  steps?: { readonly [A in Action]?: string }
  /** Events of a change beside `created`, `updated`, `published` and the end. @param before undefined for a record that was not there */
  furtherEvents?(before: R | undefined, after: R): string[]
  /** All members that webhooks send. */
  sent?: ReadonlySet<string>
}

/** `R`: its stored records. Functions are methods, so that every kind is also a `Kind`. */
export type Kind<R extends StoredRow = StoredRow> = KindOptions<R> & {
  /** What the API calls its records: in paths, in the audit log, in undo tokens. */
  name: AuditedRecord
  module: RecordModule
  /** Tag and noun in the OpenAPI document. */
  tag: string
  noun: string
  table: RecordTable
  /** The writable members that are derived from the contract. */
  fields: Fields
  /** The schema of one record as it is answered. */
  value: z.ZodObject
  /** What names a record. */
  title: PgColumn | SQL
  /** The column with the company that a record belongs to: a company's record belongs to itself. */
  owner: PgColumn
  /** The company that a record belongs to; null for the platform. */
  ownerOf(row: R): string | null
  /** The companies that hear of its changes, as do those above them. */
  heardBy(row: R): (string | null)[]
  /** References to other records, by member: a column with one id or several. */
  references: Record<string, { column: string; target: Target }>
  /** The columns that contain addresses of uploaded pictures: these pictures are in use. */
  media: readonly PgColumn[]
  /** Columns that are not written to the audit log. */
  secrets: readonly string[]
  /** Columns that are written outside of changes, such as counts: a return to an earlier state leaves them as they are. */
  keeps: readonly string[]
  /** The intent by which a record is live, which may need approval; undefined for kinds that need none. */
  live: string | undefined
  /** The conditions of the parameter `attention`, by reason. */
  attention: Record<string, (moments: Moments) => SQL | undefined>
  /** Rows that the actor may read. @param owner the company whose rows alone are asked for by another condition */
  visible(actor: Actor, owner?: string): SQL | undefined
  /** Whether the actor may change a record, provided that the actor may read it. */
  mayChange(actor: Actor, row: R): boolean
  /** The module whose permissions and flag the changes of a record need. */
  moduleOf(actor: Actor, id: string): Module
  /** The version of a record that is sent. */
  versionOf(db: Database, row: R): Promise<string>
  select(db: Database): Select<Selected<R>>
  /** One record as it is answered, without its details. @param now epoch ms */
  present(selected: Selected<R>, actor: Actor, now: number): object
  /** The members of a stored record in the history. */
  logged(row: R): object
}

/** A kind that is derived from its fields, with the calls that most kinds have (kind-of.ts). `D`: its drafts. */
export type DerivedKind<R extends StoredRow = StoredRow, D extends object = object> = Kind<R> & {
  /** Schemas of the body that creates one, and of a row of the list. */
  body: z.ZodObject
  item: z.ZodObject
  /** A body that creates a record, for the document. */
  example: Record<string, unknown>
  /** Sort keys of the wire. */
  sorts: Record<string, PgColumn | SQL | "status">
  /** Query parameters of the list. */
  filters: Record<string, Filter>
  /** The status by which the list is filtered, and whose numbers it answers. */
  status?: { sql: StatusSql; codes: Codes<string> }
  /** A stored record as a draft, with which a change is merged. */
  draftOf(row: R): D
  /** The columns of a new record, or of a changed one. @throws Refusal 400 naming every invalid member */
  columns(db: Database, actor: Actor, given: object, row?: R): Promise<Partial<R>>
  selectItems(db: Database): Select<Selected<R>>
  /** A row of the list. */
  presentItem(selected: Selected<R>, actor: Actor, now: number): object
}

/** What follows for every kind from its module, its table and its fields; a kind replaces what is otherwise with it. */
export const kindParts = <M extends RecordModule, T extends RecordTable>(module: M, table: T, fields: Fields) => {
  type R = T["$inferSelect"] & StoredRow
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const columnOf = (name: string) => columns[name] ?? []
  const namesOf = (...kinds: string[]) => Object.keys(fields).filter(name => kinds.includes(fields[name]?.kind ?? ""))
  const [title] = namesOf("text").flatMap(columnOf)
  const owner = columns.tenantId ?? table.id
  const ownerOf = (row: R) => ((row as Record<string, unknown>)[columns.tenantId ? "tenantId" : "id"] ?? null) as string | null
  return {
    name: moduleTable[module].record as RecordOf<M>,
    module,
    table,
    fields,
    title: title as PgColumn | SQL,
    owner,
    ownerOf,
    heardBy: (row: R) => [ownerOf(row)],
    references: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { target }]) => (target ? [[name, { column: name, target }]] : [])),
    ),
    media: namesOf("picture", "pictures").flatMap(columnOf),
    secrets: [],
    keeps: [],
    live: liveIntents[module as ApprovableModule] as string | undefined,
    attention: {},
    mayChange: (actor: Actor, row: R) => mayWrite(actor, ownerOf(row)),
    moduleOf: () => module,
    versionOf: async (_: Database, { version }: R) => String(version),
  } satisfies Partial<Kind<R>>
}
