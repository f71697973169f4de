import type { Http } from "../../core/http/http"
import type { Upload } from "../../core/http/upload"

/** The calls of feedback by their paths, whichever source they go to (docs/contract.md#feedback-source). */
export type FeedbackCalls = Pick<Http, "get" | "post" | "put" | "delete"> & { upload: Upload }
