/** Returns a text with the decimal digits of all scripts as 0 to 9: each script has them in order, after a character that is none. */
export const plainDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return `${(code - zero) % 10}`
  })
