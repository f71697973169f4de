import type { Http } from "../../core/http/http"

/** The calls of feedback by their paths, whichever source they go to (docs/contract.md#feedback-source). */
export type FeedbackCalls = Pick<Http, "get" | "post" | "put" | "delete" | "upload">
