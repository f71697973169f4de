import type { SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { AttentionModule, AttentionReason } from "../../../src/contract/attention"
import type { RecordModule } from "../../../src/contract/modules"
import type { OwnedMembers } from "../../../src/contract/record"
import type { Parsed, Wire } from "../../../src/contract/wire"
import type { DerivedStatus } from "../../../src/core/derived-status"
import type { DraftOf, Field, Fields, Special } from "../../../src/core/fields"
import type { Database } from "../db/open"
import type { FieldMessages } from "../errors/problem"
import type { Actor } from "../http/context"
import type { Moments } from "./attention"
import type { Filter, Kind, KindOptions, RecordTable, StoredRow } from "./kind"

/** What a kind has of its own, checked against its table `T`, the fields `F` of its contract and those that the server adds, `A`. */

/** The table of records that a company or the platform owns; with `tenantIds` it offers them to companies. */
export type Table = RecordTable & Record<"tenantId", PgColumn>
export type RowOf<T extends Table> = T["$inferSelect"] & StoredRow
export type Draft<F extends Fields> = Parsed<DraftOf<F>>
export type Intent<T extends Table> = RowOf<T> extends { intent: infer I extends string } ? I : never

/** The type of the column that stores a field as it is. */
type ColumnOf<F> =
  F extends Field<infer V, infer K> ? (K extends "instant" ? Date : K extends "code" | "number" ? number : NonNullable<V>) : never
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The members that no column of their name and type stores. */
type Other<T extends Table, F extends Fields> = {
  [K in keyof F]: K extends keyof RowOf<T> ? (Same<ColumnOf<F[K]>, NonNullable<RowOf<T>[K]>> extends true ? never : K) : K
}[keyof F]
/** The members that every kind has, or every kind with an intent. */
type Given<T extends Table> = keyof OwnedMembers | "approval" | ([Intent<T>] extends [never] ? never : "status")

type Answer<F extends Fields, A extends Fields> = Wire<Omit<DraftOf<F>, "tenantId"> & DraftOf<A> & OwnedMembers>
type Specials<F extends Fields> = { [K in keyof F]: F[K] extends Special<unknown> ? K : never }[keyof F]
type Schema = { body?: z.ZodType; answer?: z.ZodType }
type Schemas<F extends Fields, A extends Fields> = { [K in Specials<F> | Specials<A>]: Schema } & {
  [K in keyof F | keyof A]?: Schema
}
type OwnReason<M extends RecordModule> = M extends AttentionModule
  ? Exclude<AttentionReason<M>, "approval" | "sent" | "returned">
  : never

/** A property that is required if it has members. */
type IfAny<Name extends string, M> = [keyof M] extends [never] ? { [N in Name]?: never } : { [N in Name]: M }

export type Spec<M extends RecordModule, T extends Table, F extends Fields, A extends Fields> =
  /** How a member that no column stores is read from a row and written to one. */
  IfAny<
    "stored",
    {
      [K in Exclude<Other<T, F>, Given<T>>]: {
        read: (row: RowOf<T>) => Draft<F>[K]
        write: (draft: Draft<F>, row: RowOf<T> | undefined) => Partial<RowOf<T>>
      }
    }
  > &
    /** What a member of the answer is that no column is: SQL that is selected with the row, or a function of the row; false: none. */
    IfAny<
      "answers",
      {
        [K in Exclude<Other<T, F> | Other<T, A>, Given<T>>]:
          | SQL<Answer<F, A>[K & keyof Answer<F, A>]>
          | ((row: RowOf<T>) => Answer<F, A>[K & keyof Answer<F, A>])
          | false
      }
    > &
    /** The schemas of members that the contract leaves to the kind, and others than those that follow from the fields. */
    ([Specials<F> | Specials<A>] extends [never] ? { schemas?: Schemas<F, A> } : { schemas: Schemas<F, A> }) &
    /** The conditions of the contract's reasons; those of approval are every kind's. */
    IfAny<"attention", { [K in OwnReason<M>]: (moments: Moments) => SQL | undefined }> &
    IfAny<"status", [Intent<T>] extends [never] ? unknown : DerivedStatus<string, Intent<T>>> &
    Omit<KindOptions<RowOf<T>>, "details"> & {
      tag: string
      noun: string
      example: { [K in keyof F]?: unknown } & Record<string, unknown>
      sorts: Record<string, PgColumn | SQL | "status">
      filters: Record<string, Filter>
      /** References beside those of the fields, columns of pictures beside theirs, and the columns of `Kind`. */
      references?: Kind["references"]
      media?: Kind["media"]
      secrets?: readonly (keyof RowOf<T> & string)[]
      keeps?: readonly (keyof RowOf<T> & string)[]
      /** Members of the wire that are columns and no fields: in a body, and in an answer. */
      wire?: { [K in keyof RowOf<T>]?: { body: z.ZodType; answer: z.ZodType } }
      /** The members of a draft that a body means; absent: its own. */
      given?: (body: Partial<Draft<F> & Omit<RowOf<T>, keyof F>>, row: RowOf<T> | undefined) => Partial<Draft<F>>
      /** The columns that are all a change of the row may write; undefined: it may change everything. @throws Refusal */
      onlyChange?: (row: RowOf<T>, given: Partial<Draft<F>>, before: Draft<F>) => Partial<RowOf<T>> | undefined
      /** What is stored of a valid draft: without members that others make meaningless. References are checked of it. */
      clean?: (draft: Draft<F>) => Draft<F>
      /**
       * Messages beside those of rules, references and pictures.
       * @param before the stored draft with which a change is compared (`comparedWith`)
       */
      errors?: (draft: Draft<F>, row: RowOf<T> | undefined, before: Draft<F> | undefined) => FieldMessages
      /** The companies whose records a draft may name; absent: those within the actor's reach. */
      reach?: (db: Database, draft: Draft<F>) => Promise<readonly string[]>
      /** Absent: what the actor's companies own, and what is offered to them. */
      visible?: (actor: Actor) => SQL | undefined
      /** Members of one record that a list does not answer. */
      details?: { schemas: z.ZodRawShape; read: NonNullable<KindOptions<RowOf<T>>["details"]> }
      /** Columns that a list neither reads nor answers. */
      unlisted?: readonly (keyof RowOf<T> & string)[]
      /** Members that the actor does not see, as they see them. */
      hidden?: (actor: Actor, row: RowOf<T>) => { [K in keyof RowOf<T>]?: null }
    }
