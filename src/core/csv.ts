/** CSV that a spreadsheet opens as it is: BOM, CRLF, quotes, and no cell that it would run as a formula. */
const isFormula = /^[=+\-@\t\r]/
const needsQuotes = /[";,\r\n\t]/

const cell = (text: string) => {
  const harmless = isFormula.test(text) ? `'${text}` : text
  return needsQuotes.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** @param separator `;` where the comma is the decimal sign (Turkish), else `,` */
export const csv = (rows: readonly (readonly string[])[], separator: ";" | ","): string =>
  `\uFEFF${rows.map(row => row.map(cell).join(separator)).join("\r\n")}\r\n`
