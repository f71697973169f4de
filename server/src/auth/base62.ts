const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The last `length` digits of a number to the base 62. */
export const base62 = (value: bigint, length: number): string =>
  length === 0 ? "" : `${base62(value / 62n, length - 1)}${digits[Number(value % 62n)]}`
