/** The address of the public page on which the holder of a token answers a survey (docs/console.md#routes). */
export const answerUrl = (token: string) => `${location.origin}/go/survey/${encodeURIComponent(token)}`
