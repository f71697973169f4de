/** Writes 11 digits that start with 0 as 0xxx xxx xx xx, which a spreadsheet does not read as a number; returns other texts unchanged. */
export const spacedPhone = (phone: string): string => phone.replace(/^(0\d{3})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4")

/**
 * Formats a valid number of 11 digits that starts with 0 as (xxx) xxx xx xx; returns other texts unchanged, so that what is refused looks
 * like that (docs/contract.md#employee-record).
 */
export const formatPhone = (phone: string): string => {
  const digits = phone.replace(/[\s()./-]/g, "")
  const groups = /^0(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits)
  return groups ? `(${groups[1]}) ${groups[2]} ${groups[3]} ${groups[4]}` : phone
}
