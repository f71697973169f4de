/** Options of a question as lines of text. */

/** "- Ekipman", "2. Ekipman", "• Ekipman", "[ ] Ekipman" */
const bullet = /^(?:[-–—*•▪◦]|\d{1,2}[.)]|\[[ x]?\])\s+/i

/** Returns the options that a pasted text holds, one a line, without their bullets; one entry for a text without a line break. */
export const optionLines = (text: string): string[] => {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/)
  if (lines.length < 2) return [text]
  return lines.map(line => line.trim().replace(bullet, "").trim()).filter(Boolean)
}

/**
 * Puts pasted lines in the place of an option's selected text: the first continues the option, the others follow it.
 * @returns the options, at most `max`; the position of the last pasted one; and how many lines had no room
 */
export const pasteOptions = (
  options: readonly string[],
  { index, start, end, lines, max }: { index: number; start: number; end: number; lines: readonly string[]; max: number },
): { options: string[]; last: number; left: number } => {
  const current = options[index] ?? ""
  const [first = "", ...others] = lines
  const room = Math.max(0, max - options.length)
  const taken = others.slice(0, room)
  const head = (current.slice(0, start) + first).trimStart()
  const tail = current.slice(end)
  const replaced = taken.length ? [head, ...taken.slice(0, -1), (taken.at(-1) ?? "") + tail] : [head + tail]
  return {
    options: options.toSpliced(index, 1, ...replaced),
    last: index + taken.length,
    left: others.length - taken.length,
  }
}
