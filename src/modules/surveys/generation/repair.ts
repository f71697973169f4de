import { isRecord } from "../../../core/is-record"

/** Parts of the repair of what the AI wrote (docs/contract.md#ai-content). */

type Raw = Record<string, unknown>

/**
 * Finds a list by the name of its member: in the object itself, in one of its members, or as the whole.
 * @returns the list, and the object that has it
 */
export const listIn = (json: unknown, name: string): { holder: Raw; list: unknown[] } => {
  if (Array.isArray(json)) return { holder: {}, list: json }
  if (!isRecord(json)) return { holder: {}, list: [] }
  const holder = [json, ...Object.values(json).filter(isRecord)].find(place => Array.isArray(place[name]))
  return holder ? { holder, list: holder[name] as unknown[] } : { holder: json, list: [] }
}

/** Removes empty texts, and those that differ from an earlier one in case only. */
export const uniqueTexts = (texts: readonly string[]): string[] => {
  const seen = new Set([""])
  return texts.filter(text => {
    const lower = text.toLocaleLowerCase("tr")
    return !seen.has(lower) && seen.add(lower)
  })
}
