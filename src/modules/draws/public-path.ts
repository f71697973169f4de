/** The path of the public page on which anybody verifies a draw (docs/console.md#routes). */
export const publicPath = (id: string) => `/go/draw/${encodeURIComponent(id)}`

/** Its address. */
export const publicUrl = (id: string) => `${location.origin}${publicPath(id)}`
