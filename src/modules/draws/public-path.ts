/** The path of the public page on which anybody verifies a draw (docs/console.md#routes). */
export const publicPath = (id: string) => `/go/draw/${encodeURIComponent(id)}`

/** The path of a company's register of draws. */
export const registerPath = (companyId: string) => `/go/draw/register/${encodeURIComponent(companyId)}`

/** Its address. */
export const publicUrl = (id: string) => `${location.origin}${publicPath(id)}`
