/** A picture of a record; `orderNo` is its position, from 1. */
export type Media = { url: string; orderNo: number }

/** Returns pictures numbered by their position in the list. */
export const numberedMedia = (media: readonly { url: string }[]): Media[] =>
  media.map(({ url }, index) => ({ url, orderNo: index + 1 }))
