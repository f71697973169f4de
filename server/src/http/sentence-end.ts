/** What mail and chat programs leave at the end of an address from the sentence around it, as it is or encoded. */
const sentenceEnd = /(?:[.,;:!?)\]}>"'»’”…]|%(?:2[1279C]|3[ABEF]|5D|7D|C2%BB|E2%80%(?:99|9D|A6)))+$/i

/** Returns an address, or the id or token at its end, without what a sentence has left there. */
export const withoutSentenceEnd = (address: string) => address.replace(sentenceEnd, "")
