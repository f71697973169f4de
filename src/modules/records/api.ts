import { http } from "../../api/http"
import type { NameSource } from "../../api/names"
import { records } from "../../api/records"
import { liveIntents } from "../../contract/approvals"
import { moduleTable, type RecordModule } from "../../contract/modules"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import { rethrowReadMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { type Loaded, one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { type UploadOptions, uploadBy } from "../../core/http/upload"
import type { Key } from "../../core/text/i18n"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import type { Owned } from "../../ui/hooks/screen-context"
import { ownerNameOf } from "../owners/api"

/** A kind of record as its calls need it. */
type Kind<R extends object, D extends object> = {
  recordOf: (raw: object) => R
  draftOf: (record: R) => D
  /** An empty draft, where it is not that of a record without members. */
  blank?: D
  /** The body of a create and of an update; absent: the draft. */
  bodyOf?: (draft: D) => object
  /** Names that a server may leave out, beside the owner's. */
  names?: readonly NameSource<R>[]
  /** The member of an update that holds the id. */
  idMember?: string
  /** Path of the deletion, without the id. */
  removePath?: string
  /** Message for a record that does not exist. */
  missing?: Key
  /** How long reads are cached; absent: 60 s. */
  ttlMs?: number
}

export const upload = uploadBy(http)

/** The member of a body that holds a note to who decides about the change. */
export const noted = (note: string | undefined) => (note ? { approvalNote: note } : {})

/** Lets a change that needs approval wait for it (docs/contract.md#approvals). */
export const proposes = (module: RecordModule) => (module in liveIntents && can("approvals") ? { query: { propose: true } } : {})

/**
 * Returns the calls that most kinds of record have: a page of the list, one record, create, update, change
 * of some members, delete, and upload of a picture. A module replaces the calls that its server words differently.
 * @param tag the module, whose records' name begins the paths; also the query tag, which the writes invalidate
 */
export const crudCalls = <R extends Owned & object, D extends object>(tag: RecordModule, kind: Kind<R, D>) => {
  const { recordOf, draftOf, bodyOf = draft => draft, idMember = "id", missing, ttlMs } = kind
  const path = moduleTable[tag].record
  const { removePath = `/${path}/delete` } = kind
  const names: readonly NameSource<R>[] = [...(kind.names ?? []), ownerNameOf]
  const pathOf = (id: string) => `/${path}/${encodeURIComponent(id)}`
  const options = ttlMs === undefined ? {} : { ttlMs }

  const getPage = (query: Query, signal?: AbortSignal) =>
    http
      .get(`/${path}/list`, { query, signal })
      .then(page(`${path}s`, recordOf))
      .then(found => records.page(names, query, found))

  const received = (loaded: Loaded<R>) => records.one(names, loaded)
  const get = read(
    `${tag}.one`,
    (id: string, signal) => {
      const answer = http.get(pathOf(id), { signal }).then(one(recordOf)).then(received)
      return missing ? answer.catch(rethrowReadMessage(missing)) : answer
    },
    options,
  )

  const createBody = (body: object) => records.created(tag, body, () => bodyOf(kind.blank ?? draftOf(recordOf({}))))

  const updateBodyOf = updateBody(recordOf, draftOf, bodyOf)
  const put = (body: object, { note, ...options }: UpdateOptions) =>
    http.put(`/${path}/update`, { ...body, ...noted(note) }, { ...options, ...proposes(tag) })
  const update = write(tag, (id: string, draft: D, options: UpdateOptions) =>
    put({ ...updateBodyOf(draft, options.received), [idMember]: id }, options),
  )

  return {
    getPage,
    received,
    list: read(`${tag}.list`, getPage, options),
    get,
    add: write(tag, (draft: D, { note, ...options }: CreateOptions) =>
      http.post(`/${path}/create`, { ...createBody(bodyOf(draft)), ...noted(note) }, { ...options, ...proposes(tag) }),
    ),
    createBody,
    updateBodyOf,
    put,
    update,
    patch: patchWith(get, draftOf, update),
    remove: write(tag, (id: string) => http.delete(`${removePath}/${encodeURIComponent(id)}`)),
    upload: (file: File, orderNo: number, options: UploadOptions) => upload(`/${path}/media`, file, orderNo, options),
  }
}
