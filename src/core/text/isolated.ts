/**
 * Returns a text that may stand within a sentence: without marks of direction but for what is isolated in it, and apart where it has
 * letters that are written from right to left, so that the words around it keep their order.
 */
export const isolated = (text: string): string => {
  const plain = text.replace(/(\u2068\P{Bidi_C}*\u2069)|\p{Bidi_C}/gu, "$1")
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{1EFFF}]/u.test(plain) ? `\u2068${plain}\u2069` : plain
}
