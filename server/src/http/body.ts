import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import type { Parsed } from "../../../src/contract/wire"
import type { Codes } from "../../../src/core/codes"
import { inUtc } from "../../../src/core/dates/dates"
import type { Message } from "../../../src/core/rules"
import { cleanLine, cleanText, plainCode } from "../../../src/core/text/clean-text"
import { readEmail } from "../../../src/core/text/email"
import { isHttpUrl } from "../../../src/core/text/http-url"
import { mediaHashOf } from "../media/address"
import { isUuid } from "./request"

/** Schemas for the members of a body. They check shapes only; whether values make sense is decided by the contract's rules. */

/** A text as it is stored (docs/contract.md#texts). */
export const clean = (given: string | null | undefined) => cleanText(given ?? "").trim()

/** Whether two values are the same in {@link clean} texts: those of an earlier release may not be. */
export const isSameClean = (a: unknown, b: unknown) => {
  const cleaned = (value: unknown) =>
    JSON.parse(JSON.stringify([value]), (_, inner) => (typeof inner === "string" ? clean(inner).replace(/ +/g, " ") : inner))
  return isDeepStrictEqual(cleaned(a), cleaned(b))
}

const trimmedCode = (given: string | null | undefined) => cleanLine(plainCode(given ?? ""))

/** Texts up to this length have one line: names, titles, addresses of mails; characters. */
const maxLine = 254

/** Returns a text of at most `max` characters as it is stored: {@link cleanLine} where it has one line. */
export const cleanUpTo = (max: number, given: string) => (max <= maxLine ? cleanLine(given) : clean(given))

const textOf = (max: number, read: (given: string) => string) =>
  z
    .string()
    .meta({ maxLength: max })
    .nullish()
    .transform(given => read(given ?? ""))

/**
 * A clean text without spaces around it, at most `max` characters by the contract's rules; null and undefined become "". One that has one
 * line has single spaces.
 */
export const trimmed = (max: number) => textOf(max, given => cleanUpTo(max, given))

/** Returns an e-mail address as it is stored and searched; a text that is none stays. */
export const readAddress = (given: string | null | undefined) => readEmail(trimmedCode(given))

/** An e-mail address as it is stored, of at most 254 characters; null and undefined become "". */
export const address = textOf(254, readAddress)

/** As {@link trimmed}, for a phone number, a code or a day: in the digits and dashes of a keyboard. */
export const plain = (max: number) => textOf(max, trimmedCode)

/** As {@link trimmed}, for a text whose every character counts: it is not cleaned, and has ends of lines where it may be long. */
export const verbatim = (max: number) =>
  textOf(max, given => (max <= maxLine ? given.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, " ") : given).trim())

/** As {@link trimmed}, for a text that no rule checks: a longer one is refused. */
export const limited = (max: number) => trimmed(max).refine(given => given.length <= max)

/** A day or an instant; one without a zone is UTC. */
export const instant = z
  .string()
  .meta({ format: "date-time" })
  .nullish()
  .transform(given => inUtc(trimmedCode(given)))

const idText = z.string().meta({ format: "uuid" })

/** A number; null and undefined become the fallback. The contract's rules define which numbers are valid. */
export const numberOr = (fallback: number) =>
  z
    .number()
    .nullish()
    .transform(given => given ?? fallback)

/** A number within the limits; null and undefined become null. */
export const numberOrNull = (max = Number.MAX_VALUE, min = -Number.MAX_VALUE) =>
  z
    .number()
    .min(min)
    .max(max)
    .nullish()
    .transform(given => given ?? null)

/** A wire number of the list. */
export const code = <N extends string>(list: Codes<N>) =>
  z
    .number()
    .int()
    .min(0)
    .max(list.names.length - 1)
    .describe(list.names.map((name, at) => `${at} ${name}`).join(", "))

/** A wire number of the list; null and undefined become the fallback. */
export const codeOr = <N extends string>(list: Codes<N>, fallback: number) =>
  code(list)
    .nullish()
    .transform(given => given ?? fallback)

export const booleanOr = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform(given => given ?? fallback)

/** An id in lower case; null, undefined and "" become null. */
export const idOrNull = idText.nullish().transform(given => trimmedCode(given).toLowerCase() || null)

/** An id in lower case; null and undefined become "". */
export const idOrEmpty = idOrNull.transform(given => given ?? "")

/** A list; null and undefined become an empty one. */
export const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform(given => given ?? [])

export const uuid = idText.refine(isUuid)

/** Ids in lower case, without duplicates. */
export const ids = (max = 500) => listOf(uuid, max).transform(given => [...new Set(given.map(id => id.toLowerCase()))])

export const pictures = listOf(z.object({ url: z.string().max(2000), orderNo: z.number().int().min(0).max(1000) }), 50)

/** Whether an address may be that of a picture: an uploaded one, or any http(s) URL, but nothing that a page would execute. */
export const isPictureUrl = (url: string) => mediaHashOf(url) !== undefined || isHttpUrl(url)

export const picturesError = (media: readonly { url: string }[]): Message | undefined =>
  media.every(({ url }) => isPictureUrl(url)) ? undefined : "rule.picture"

/** @param before the stored address: it is accepted unchanged */
export const pictureError = (url: string, before: string | null | undefined): Message | undefined =>
  !url || url === before || isPictureUrl(url) ? undefined : "rule.picture"

/**
 * The schemas of a draft's members: one for each, with a value that the draft accepts. A member for which a schema gives
 * null although the draft does not accept it keeps what is stored.
 */
export type Shape<D> = { [K in keyof D]-?: z.ZodType<Parsed<D>[K] | null | undefined> }
