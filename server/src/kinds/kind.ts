import type { SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { RecordModule } from "../../../src/contract/modules"
import type { Codes } from "../../../src/core/codes"
import type { Fields } from "../../../src/core/fields"
import type { Database } from "../db/open"
import type { StatusSql } from "../db/status"
import type { Actor } from "../http/context"
import type { ListFilters } from "../http/list"
import type { Moments } from "./attention"
import type { EntityName, RecordTable } from "./entities"

/** A kind of record as one value. `kindOf` makes it of a table, a contract and what is the kind's own (kind-of.ts). */

/** A stored record. */
export type Row = { id: string; version: number; createdAt: Date; updatedAt: Date; deletedAt: Date | null }

/** A stored record with what is selected beside it. */
export type Found<R> = { row: R } & Record<string, unknown>

/** The rows of a select in the making, as the ORM's are. */
export type Rows<R> = PromiseLike<R[]> & {
  where: (condition: SQL | undefined) => Rows<R>
  orderBy: (...order: (PgColumn | SQL)[]) => Rows<R>
  limit: (rows: number) => Rows<R>
  offset: (rows: number) => Rows<R>
}

/** Makes a select: columns, from the table and what is joined, without conditions. */
export type Select<R> = (db: Database) => Rows<R> & { $dynamic: () => Rows<R> }

/** A query parameter of a list: its schema for the document, and the condition that it makes. */
export type Filter = { schema: z.ZodType; where(given: string | undefined, scope: Parameters<ListFilters>[0]): SQL | undefined }

/** `R`: its stored records; `D`: its drafts. Functions are methods, so that every kind is also a `Kind`. */
export type Kind<R extends Row = Row, D extends object = object> = {
  /** What the API calls its records: in paths, in the audit log, in undo tokens. */
  name: EntityName
  module: RecordModule
  table: RecordTable & Record<"tenantId" | "search", PgColumn>
  fields: Fields
  /** Schemas of the body that creates one, of one record, and of a row of the list. */
  body: z.ZodObject
  value: z.ZodObject
  item: z.ZodObject
  /** A body that creates a record, for the document. */
  example: Record<string, unknown>
  /** Sort keys of the wire. */
  sorts: Record<string, PgColumn | SQL | "status">
  /** Query parameters of the list. */
  filters: Record<string, Filter>
  /** The conditions of the parameter `attention`, by reason. */
  attention: Record<string, (moments: Moments) => SQL | undefined>
  /** The status by which the list is filtered, and whose numbers it answers. */
  status?: { sql: StatusSql; codes: Codes<string> }
  /** A stored record as a draft, with which a change is merged. */
  draftOf(row: R): D
  /** The members of a stored record in the history. */
  logged(row: R): object
  /** The columns of a new record, or of a changed one. @throws Refusal 400 naming every invalid member */
  columns(db: Database, actor: Actor, given: object, row?: R): Promise<Partial<R>>
  /** Rows that the actor may read. */
  visible(actor: Actor): SQL | undefined
  select(db: Database): ReturnType<Select<Found<R>>>
  selectItems(db: Database): ReturnType<Select<Found<R>>>
  /** One record as it is answered, and a row of the list. @param now epoch ms */
  present(found: Found<R>, actor: Actor, now: number): object
  presentItem(found: Found<R>, actor: Actor, now: number): object
}
