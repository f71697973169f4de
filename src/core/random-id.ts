/** Returns a random id of `words` × 32 bits; works without HTTPS, where `crypto.randomUUID` is missing. */
export const randomId = (words = 4): string => crypto.getRandomValues(new Uint32Array(words)).join("-")
