/** 11 digits that start with 0 read as (xxx) xxx xx xx (S5); anything else stays as it is. */
export const formatPhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, "")
  const parts = /^0(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits)
  return parts ? `(${parts[1]}) ${parts[2]} ${parts[3]} ${parts[4]}` : phone
}
