/** The envelope of answers (docs/contract.md#envelope). */

/** Status numbers of the envelope (docs/contract.md#statuses). */
export const envelopeStatuses = {
  success: 0,
  invalid: 2,
  unauthorised: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  tooManyRequests: 7,
  error: 8,
} as const

export type Envelope<T = unknown> = {
  value: T
  isSuccess: boolean
  errors: string[]
  validationErrors: { propertyName: string; errorMessage: string }[]
  status: number
  successMessage: string | null
}
