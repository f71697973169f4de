/** CP857, in which DOS programs write Turkish. No browser decodes it. */
const upperHalf =
  "\u00C7\u00FC\u00E9\u00E2\u00E4\u00E0\u00E5\u00E7\u00EA\u00EB\u00E8\u00EF\u00EE\u0131\u00C4\u00C5\u00C9\u00E6\u00C6\u00F4\u00F6\u00F2\u00FB\u00F9\u0130\u00D6\u00DC\u00F8\u00A3\u00D8\u015E\u015F" +
  "\u00E1\u00ED\u00F3\u00FA\u00F1\u00D1\u011E\u011F\u00BF\u00AE\u00AC\u00BD\u00BC\u00A1\u00AB\u00BB\u2591\u2592\u2593\u2502\u2524\u00C1\u00C2\u00C0\u00A9\u2563\u2551\u2557\u255D\u00A2\u00A5\u2510" +
  "\u2514\u2534\u252C\u251C\u2500\u253C\u00E3\u00C3\u255A\u2554\u2569\u2566\u2560\u2550\u256C\u00A4\u00BA\u00AA\u00CA\u00CB\u00C8\uFFFD\u00CD\u00CE\u00CF\u2518\u250C\u2588\u2584\u00A6\u00CC\u2580" +
  "\u00D3\u00DF\u00D4\u00D2\u00F5\u00D5\u00B5\uFFFD\u00D7\u00DA\u00DB\u00D9\u00EC\u00FF\u00AF\u00B4\u00AD\u00B1\uFFFD\u00BE\u00B6\u00A7\u00F7\u00B8\u00B0\u00A8\u00B7\u00B9\u00B3\u00B2\u25A0\u00A0"

/** Bytes as characters of the same number. */
const latin = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join("")

export const decodeDos = (bytes: ArrayBuffer): string =>
  latin(bytes).replace(/[\x80-\xFF]/g, char => upperHalf[char.charCodeAt(0) - 0x80] ?? "")

/**
 * Turkish letters of CP857, which are symbols in Windows-1254: before another letter, where no symbol stands, or behind one unless the
 * symbol may follow a word (€, ”, ™). Š is one behind a small letter.
 */
const dosLetter =
  /(?<![a-z])\x9A(?=[A-Za-z\x80-\xA7])|[\x80\x81\x87\x8D\x94\x98\x99\x9E\x9F\xA6\xA7](?=[A-Za-z\x80-\xA7])|(?<=[A-Za-z])[\x81\x87\x8D\x98\x9E\x9F\xA6\xA7]/g
const windowsLetter = /[\xC7\xD0\xD6\xDC-\xDE\xE7\xF0\xF6\xFC-\xFE]/g

/** Whether text of one byte per character is of CP857 and not of Windows-1254: by the one in which it has more Turkish letters. */
export const isDos = (bytes: ArrayBuffer): boolean => {
  const text = latin(bytes)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(dosLetter) > count(windowsLetter)
}
