/** Returns a name for public use: the first letter of each word and three asterisks, whatever its length ("A*** Y***"). */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map(word => `${[...word][0]}***`)
    .join(" ")
