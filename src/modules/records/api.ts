import { http } from "../../api/http"
import { liveIntents } from "../../contract/approvals"
import { moduleTable, type RecordModule } from "../../contract/modules"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import { rethrowReadMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { type UploadOptions, uploadBy } from "../../core/http/upload"
import { isSameJson } from "../../core/json"
import type { NameSource } from "../../core/names"
import type { Key } from "../../core/text/i18n"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import { namesFrom } from "../../state/names"
import type { Owned } from "../../ui/hooks/screen-context"
import { checkOwner, ownerNameOf } from "../owners/api"

/** A kind of record as its calls need it. */
type Kind<R extends object, D extends object> = {
  recordOf: (raw: object) => R
  draftOf: (record: R) => D
  /** The body of a create and of an update; absent: the draft. */
  bodyOf?: (draft: D) => object
  /** Names that a server may leave out, beside the owner's. */
  names?: readonly NameSource<R>[]
  /** The member of an update that holds the id. */
  idMember?: string
  /** Members that are extensions: a create leaves them out while they have their default, if the server has none. */
  extensions?: readonly (keyof D & string)[]
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
const proposes = (module: RecordModule) => (module in liveIntents && can("approvals") ? { query: { propose: true } } : {})

/**
 * Returns the calls that most kinds of record have: a page of the list, one record, create, update, change
 * of some members, delete, and upload of a picture. A module replaces the calls that its server words differently.
 * @param tag the module, whose records' name begins the paths; also the query tag, which the writes invalidate
 */
export const crudCalls = <R extends Owned & object, D extends object>(tag: RecordModule, kind: Kind<R, D>) => {
  const { recordOf, draftOf, bodyOf = draft => draft, idMember = "id", missing, extensions = [], ttlMs } = kind
  const path = moduleTable[tag].record
  const { removePath = `/${path}/delete` } = kind
  const names = namesFrom<R>(...(kind.names ?? []), ownerNameOf)
  const pathOf = (id: string) => `/${path}/${encodeURIComponent(id)}`
  const options = ttlMs === undefined ? {} : { ttlMs }

  const getPage = (query: Query, signal?: AbortSignal) =>
    http
      .get(`/${path}/list`, { query, signal })
      .then(page(`${path}s`, recordOf))
      .then(checkOwner(query))
      .then(names.page)

  const get = read(
    `${tag}.one`,
    (id: string, signal) => {
      const answer = http.get(pathOf(id), { signal }).then(one(recordOf)).then(names.one)
      return missing ? answer.catch(rethrowReadMessage(missing)) : answer
    },
    options,
  )

  const blank = { ...bodyOf(draftOf(recordOf({}))) } as Record<string, unknown>
  const withoutDefaults = (body: object) => {
    const isSent = ([name, value]: [string, unknown]) =>
      can("records.members") || !extensions.includes(name as keyof D & string) || !isSameJson(value, blank[name])
    return Object.fromEntries(Object.entries(body).filter(isSent))
  }
  const createBodyOf = (draft: D) => withoutDefaults(bodyOf(draft))

  const updateBodyOf = updateBody(recordOf, draftOf, bodyOf)
  const put = (body: object, { note, ...options }: UpdateOptions) =>
    http.put(`/${path}/update`, { ...body, ...noted(note) }, { ...options, ...proposes(tag) })
  const update = write(tag, (id: string, draft: D, options: UpdateOptions) =>
    put({ ...updateBodyOf(draft, options.received), [idMember]: id }, options),
  )

  return {
    names,
    getPage,
    list: read(`${tag}.list`, getPage, options),
    get,
    add: write(tag, (draft: D, { note, ...options }: CreateOptions) =>
      http.post(`/${path}/create`, { ...createBodyOf(draft), ...noted(note) }, { ...options, ...proposes(tag) }),
    ),
    withoutDefaults,
    updateBodyOf,
    put,
    update,
    patch: patchWith(get, draftOf, update),
    remove: write(tag, (id: string) => http.delete(`${removePath}/${encodeURIComponent(id)}`)),
    upload: (file: File, orderNo: number, options: UploadOptions) => upload(`/${path}/media`, file, orderNo, options),
  }
}
