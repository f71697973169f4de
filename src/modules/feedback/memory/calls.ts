import type { Answer } from "../../../core/http/answer"
import { HttpError } from "../../../core/http/http"
import { maxImageSize } from "../../../core/image-type"
import type { FeedbackCalls } from "../calls"
import { assignItem, type Body, createItem, once, removeItem, respondTo, setStatus, updateItem } from "./changing"
import { listItems, statsOf } from "./reading"
import { reportOf } from "./report"
import { answerWith, findItem, refuse, type Store, type StoreUser } from "./store"

/** Runs a call after those that are under way, and turns what it throws into a rejection. */
const answered = async (run: () => Answer): Promise<Answer> => run()

const idIn = (path: string) => decodeURIComponent(path.slice(path.lastIndexOf("/") + 1))

/**
 * Returns the calls of feedback for a person, on a store (docs/contract.md#feedback-source). They resolve and throw as those of
 * the API do, without undo tokens.
 */
export const callsOn = (store: Store, user: StoreUser): FeedbackCalls => ({
  get: (path, { query = {} } = {}) =>
    answered(() => {
      if (path === "/feedback/list") return listItems(store, user, query)
      if (path === "/feedback/stats") return statsOf(store, user, query)
      if (path === "/report/feedback") return reportOf(store, user, query)
      return answerWith(store, findItem(store, user, idIn(path)))
    }),
  post: (path, body, options) =>
    answered(() =>
      once(store, options, body as Body, () =>
        path === "/feedback/respond" ? respondTo(store, user, body as Body) : createItem(store, user, body as Body),
      ),
    ),
  put: (path, body, options) =>
    answered(() => {
      if (path === "/feedback/status")
        return once(store, options, body as Body, () => setStatus(store, user, body as Body, options))
      return (path === "/feedback/assign" ? assignItem : updateItem)(store, user, body as Body, options)
    }),
  delete: path => answered(() => removeItem(store, user, idIn(path))),
  upload: async (_, file, _orderNo, { signal, onProgress } = {}) => {
    if (signal?.aborted) throw new HttpError({ kind: "aborted" })
    if (file.size > maxImageSize) refuse(store, 413, "error.tooLarge")
    const url = URL.createObjectURL(file)
    store.files.set(url, file.size)
    onProgress?.(1)
    return url
  },
})
