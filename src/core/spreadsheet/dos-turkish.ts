/** CP857, in which DOS programs write Turkish. No browser decodes it. */
const upperHalf =
  "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞş" +
  "áíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
  "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\uFFFDÍÎÏ┘┌█▄¦Ì▀" +
  "ÓßÔÒõÕµ\uFFFD×ÚÛÙìÿ¯´\u00AD±\uFFFD¾¶§÷¸°¨·¹³²■\u00A0"

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
