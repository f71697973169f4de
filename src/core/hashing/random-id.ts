/** Returns a random id of `words` × 32 bits. Works over plain HTTP, where `crypto.randomUUID` is missing. */
export const randomId = (words = 4): string => crypto.getRandomValues(new Uint32Array(words)).join("-")
