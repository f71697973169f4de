/** CSV for spreadsheet programs: byte order mark, CRLF, quoted cells, and no cell that a program evaluates as a formula. */
/** Marked texts are marked again, so that the reader can take the mark away (`csv-parser.ts`). */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
const needsQuotes = /[";,|\r\n\t]/

const cell = (text: string) => {
  const escaped = formulaStart.test(text) ? `'${text}` : text
  return needsQuotes.test(escaped) || escaped !== escaped.trim() ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** Returns the text of a CSV file. @param separator `;` where the comma is the decimal sign (Turkish), else `,` */
export const csv = (rows: readonly (readonly string[])[], separator: ";" | ","): string =>
  `\uFEFF${rows.map(row => row.map(cell).join(separator)).join("\r\n")}\r\n`
