/** Words that people write, without control characters, marks of direction and encoded words of mail headers. */
export const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").replaceAll("=?", "= ?")
