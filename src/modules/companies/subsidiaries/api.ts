import type { Query } from "../../../core/http/http"
import { read } from "../../../core/http/query"
import { cache } from "../../../state/instances"
import { currentUser, session } from "../../../state/session"
import * as companies from "../api"
import { subsidiaries } from "./resource"

/** Calls of the subsidiaries of the signed-in administrator's company (docs/contract.md#company-calls). */

const { tag } = subsidiaries

export const listSubsidiaries = read(`${tag}.list`, (query: Query, signal) =>
  companies.listSubsidiaries({ id: currentUser(session)?.tenantId ?? "", ...query }, signal),
)

export const getSubsidiary = read(`${tag}.one`, companies.getCompany)

/** Returns a call that also outdates the subsidiaries in the query cache. */
const writing = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => cache.write(tag, call)

export const addSubsidiary = writing(companies.addSubsidiary)
export const updateSubsidiary = writing(companies.updateSubsidiary)
export const patchSubsidiary = writing(companies.patchSubsidiary)
