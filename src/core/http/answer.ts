/** Message about one member of a request body; `field` is its name as the server sent it. */
export type FieldMessage = { field: string; message: string }

/** Result of a successful call. */
export type Answer = {
  /** The envelope's value, with member names in camelCase and ids as strings. */
  value: unknown
  message?: string
  /** HTTP status. */
  status: number
  etag?: string
  undoToken?: string
  requestId?: string
  /** Messages about fields that accompany a success. */
  warnings?: FieldMessage[]
  /** The members of the record after the call, where a module knows them. */
  received?: object
  /** The server's clock, epoch ms. */
  date?: number
}
