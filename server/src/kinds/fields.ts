import { getTableColumns } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { Parsed } from "../../../src/contract/wire"
import { blankOf, type DraftOf, type Field, type FieldKind, type Fields } from "../../../src/core/fields"
import { type Messages, type Rules, validate } from "../../../src/core/rules"
import type { Database } from "../db/open"
import * as body from "../http/body"
import type { Actor } from "../http/context"
import type { Kind } from "./kind"
import { referenceErrors } from "./references"

/**
 * What the API derives from the fields of a record (src/core/fields.ts): the body of its calls, its stored columns, the draft
 * with which a change is merged, and the members of its answer. A member and its column have the same name.
 */

type Members = Record<string, unknown>
type Checked = Field<unknown>

/** The schemas of the members of a body, by kind. A code that is null keeps its value. */
const schemas: Record<Exclude<FieldKind, "owner" | "special">, (field: Checked) => z.ZodType> = {
  text: ({ max = 0 }) => body.trimmed(max),
  email: () => body.address,
  phone: ({ max = 0 }) => body.plain(max),
  secret: ({ max = 0 }) => body.verbatim(max),
  number: ({ blank, max }) => (typeof blank === "number" ? body.numberOr(blank) : body.numberOrNull(max)),
  instant: () => body.instant,
  day: () => body.plain(10),
  code: ({ codes, isRequired }) => {
    if (!codes) throw new Error("A field of codes has no codes.")
    return isRequired ? body.code(codes) : body.code(codes).nullish()
  },
  id: () => body.idOrEmpty,
  ids: ({ max }) => body.ids(max),
  picture: ({ max = 0 }) => body.trimmed(max),
  pictures: () => body.pictures,
}

type BodyShape<F extends Fields> = { [K in keyof F]: z.ZodType<Parsed<DraftOf<F>>[K]> }

/** Returns the schemas of the members of a body. A special member has none: its module adds it. */
export const bodyShape = <F extends Fields>(fields: F): BodyShape<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === "owner" || field.kind === "special" ? [] : [[name, schemas[field.kind](field)]],
    ),
  ) as BodyShape<F>

type Pictures = { url: string }[]

const newPictures = (given: unknown, stored: unknown) =>
  (given as Pictures).filter(({ url }) => !(stored as Pictures | undefined)?.some(other => other.url === url))

/** Returns the messages for pictures whose addresses a page would not show. An address that is stored already is accepted. */
const pictureErrors = (fields: Fields, draft: Members, row: Members | undefined): Messages<Members> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => {
      const message =
        kind === "picture"
          ? body.pictureError(draft[name] as string, row?.[name] as string | null | undefined)
          : kind === "pictures" && body.picturesError(newPictures(draft[name], row?.[name]))
      return message ? [[name, message]] : []
    }),
  )

/** Returns the conversions between draft, row and answer of members and their columns, by name. */
export const fieldColumns = (columns: Record<string, PgColumn>, fields: Fields) => {
  const members = Object.entries<Checked>(fields).map(([name, { blank }]) => {
    const { dataType, notNull } = columns[name] ?? {}
    return { name, blank, isDate: dataType === "date", isNullable: !notNull }
  })
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return {
    /** A stored record as a draft. */
    draft: (row: Members): Members => Object.fromEntries(members.map(({ name, blank }) => [name, text(row[name]) ?? blank])),
    /** The columns of a draft: "" is null where the column may be. */
    columns: (draft: Members): Members =>
      Object.fromEntries(
        members.map(({ name, isDate, isNullable }) => {
          const value = draft[name]
          if (value === "" && isNullable) return [name, null]
          return [name, isDate ? new Date(value as string) : value]
        }),
      ),
    /** The members of an answer. */
    members: (row: Members): Members => Object.fromEntries(members.map(({ name }) => [name, text(row[name])])),
  }
}

/**
 * As `fieldColumns`, with the types of a table.
 * @param fields without special members; one for which the table has no column does not compile
 */
export const storedFields = <T extends PgTable, F extends Fields, R = T["$inferSelect"]>(
  table: T,
  fields: F & (keyof F extends keyof R ? unknown : never),
) => {
  const { draft, columns, members } = fieldColumns(getTableColumns(table), fields)
  return {
    draft: (row: R) => draft(row as Members) as Parsed<DraftOf<F>>,
    columns: (given: Parsed<DraftOf<F>>) => columns(given) as Pick<R, keyof F & keyof R>,
    members: (row: Pick<R, keyof F & keyof R>) => members(row as Members) as MembersOf<F, R>,
  }
}

/** The members of an answer: as stored, an instant as text. */
type MembersOf<F, R> = {
  [K in keyof F & keyof R]: R[K] extends Date ? string : R[K] extends Date | null ? string | null : R[K]
}

/** Merges a change into a draft. A code that the change leaves out or gives as null is kept. */
export const mergeDraft = <F extends Fields>(
  fields: F,
  before: Parsed<DraftOf<F>> | undefined,
  given: Partial<Parsed<DraftOf<F>>>,
): Parsed<DraftOf<F>> => {
  const start = before ?? (blankOf(fields) as Parsed<DraftOf<F>>)
  const kept = Object.entries(fields).flatMap(([name, { kind }]) =>
    kind === "code" && (given[name] ?? undefined) === undefined ? [[name, start[name]]] : [],
  )
  return { ...start, ...given, ...Object.fromEntries(kept) }
}

/** Whether a change publishes a draft, which all rules apply to. */
const isPublished = ({ status }: Fields, before: Members, draft: Members) =>
  status?.codes?.name(before.status) === "draft" && status.codes.name(draft.status) !== "draft"

/**
 * Returns the stored draft with which a change is compared: what is unchanged may be older than a rule (docs/contract.md#changes).
 * @returns undefined for a new record, and for a draft that is published
 */
export const comparedWith = <D extends object>(fields: Fields, draft: D, before: D | undefined): D | undefined =>
  before && !isPublished(fields, before as Members, draft as Members) ? before : undefined

/**
 * Returns the messages of a draft by its rules, its references and its pictures.
 * @param before the stored draft of a change; @param options `kept`: what is stored of the draft, whose references are checked
 */
export const draftErrors = async <F extends Fields>(
  db: Database,
  actor: Actor,
  references: Kind["references"],
  { fields, rules }: { fields: F; rules: Rules<DraftOf<F>> },
  draft: Parsed<DraftOf<F>>,
  row: object | undefined,
  before: Parsed<DraftOf<F>> | undefined,
  { kept = draft, ...scope }: Parameters<typeof referenceErrors>[5] & { kept?: object } = {},
) => {
  const stored = comparedWith(fields, draft, before)
  return {
    ...validate(rules, draft as DraftOf<F>, stored && [stored as DraftOf<F>]),
    ...(await referenceErrors(db, references, kept, row, actor, scope)),
    ...pictureErrors(fields, draft, row as Members | undefined),
  }
}
