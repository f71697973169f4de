import { z } from "zod"
import type { Codes } from "../../../src/core/codes"
import type { Message } from "../../../src/core/rules"
import { inUtc } from "./list"
import { isUuid } from "./request"

/** What may stand in a body: as lenient as the wire, and no more. The console's own rules say what is sensible. */

/** A text; none is "". */
export const words = z
  .string()
  .nullish()
  .transform(text => text ?? "")

export const trimmed = words.transform(text => text.trim())

/** A day or a moment; one that names no zone is UTC. */
export const moment = trimmed.transform(inUtc)

/** A wire number of the list. */
export const code = <N extends string>(list: Codes<N>) =>
  z
    .number()
    .int()
    .min(0)
    .max(list.names.length - 1)
    .describe(list.names.map((name, at) => `${at} ${name}`).join(", "))

/** As `code`; none is the fallback. */
export const codeOr = <N extends string>(list: Codes<N>, fallback: number) =>
  code(list)
    .nullish()
    .transform(given => given ?? fallback)

/** An id, or none. */
export const idOrNone = z
  .string()
  .nullish()
  .transform(text => text?.trim().toLowerCase() || null)

/** Ids, each once. */
export const ids = (most = 500) =>
  z
    .array(z.string().refine(isUuid))
    .max(most)
    .nullish()
    .transform(given => [...new Set((given ?? []).map(id => id.toLowerCase()))])

export const pictures = z
  .array(z.object({ url: z.string().max(2000), orderNo: z.number().int().min(0).max(1000) }))
  .max(50)
  .nullish()
  .transform(given => given ?? [])

/** Only our own media and http(s) pictures: nothing that a page would run. */
export const isPicture = (url: string) =>
  /^\/backend\/media\/[\da-f]{64}\.(png|jpeg|webp|gif)$/.test(url) ||
  (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))

/** What is wrong with a record's pictures. */
export const badPicture = (media: readonly { url: string }[]): Message | undefined =>
  media.every(({ url }) => isPicture(url)) ? undefined : "rule.picture"
