import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { View, ViewDraft, ViewState } from "../../contract/views"
import { randomId } from "../../core/hashing/random-id"
import type { CreateOptions } from "../../core/http/calls"
import { list, one } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { isRecord } from "../../core/is-record"
import { localStore } from "../../core/storage"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import { currentUser, session } from "../../state/session"

/** Saved views of lists (docs/contract.md#saved-views). A server without these calls leaves them to the browser. */

export type { View, ViewDraft }

/** `isLocal`: they are stored in this browser. */
type Views = { views: View[]; isLocal: boolean }
type NewView = Pick<View, "list"> & ViewDraft & ViewState

const tag = "views"
const isViews = (value: unknown): value is View[] =>
  Array.isArray(value) && value.every(view => isRecord(view) && typeof view.id === "string" && typeof view.search === "string")
const localKey = () => `${tag}.${currentUser(session)?.userId ?? ""}`
const localViews = (): View[] => localStore.getJson(localKey(), isViews) ?? []
const storeLocally = (views: View[]) => {
  localStore.set(localKey(), JSON.stringify(views))
}

export const getViews = read(`${tag}.all`, async (_: undefined, signal): Promise<Views> => {
  if (!can("views")) return { views: localViews(), isLocal: true }
  return { views: await http.get("/view", { signal }).then(list<View>("views")).catch(ifMissing("views")), isLocal: false }
})

export const addView = write(tag, async (isLocal: boolean, draft: NewView, options?: CreateOptions): Promise<View> => {
  if (!isLocal) return (await http.post("/view", draft, options).then(one<View>())).record
  const view = { ...draft, id: randomId(), isOwn: true, ownerName: "", version: 1 }
  storeLocally([...localViews(), view])
  return view
})

export const changeView = write(tag, async (isLocal: boolean, { id, version }: View, change: Partial<ViewDraft & ViewState>) => {
  if (!isLocal) await http.put(`/view/${encodeURIComponent(id)}`, change, { version: `"${version}"` })
  else storeLocally(localViews().map(view => (view.id === id ? { ...view, ...change } : view)))
})

export const removeView = write(tag, async (isLocal: boolean, id: string) => {
  if (!isLocal) await http.delete(`/view/${encodeURIComponent(id)}`)
  else storeLocally(localViews().filter(view => view.id !== id))
})
