/**
 * Returns a text that may stand within a sentence: without marks of direction, and apart where it has letters of Hebrew or Arabic, so that
 * the words around it keep their order.
 */
export const isolated = (text: string): string => {
  const plain = text.replace(/\p{Bidi_C}/gu, "")
  return /[\u0590-\u08FF]/.test(plain) ? `\u2068${plain}\u2069` : plain
}
