import type { Context } from "hono"
import { type Module, moduleOfRecord } from "../../../../src/contract/modules"
import { refuseClosed } from "../../auth/policy"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"
import type { EntityName } from "../../kinds/entities"
import { companyRecords } from "./records"
import { companyVersion } from "./version"

/** To a company's administrator, the own company is no subsidiary: it has permissions of its own and no flag. */
export const moduleOfCompany = (actor: Actor, id: string): Module => (id === actor.tenantId ? "companies" : "subsidiaries")

/** The module of a record, whose permissions and flag its changes need. */
export const moduleOfChange = (actor: Actor, entity: EntityName, id: string): Module =>
  entity === "tenant" ? moduleOfCompany(actor, id) : moduleOfRecord(entity)

/** A company within reach. @throws Refusal 404, and 403 for a subsidiary when subsidiaries are off */
export const readCompany = async (c: Context<Env>, id: string) => {
  const found = await companyRecords.read(c, c.get("deps").db, id)
  refuseClosed(c.get("actor"), "read", moduleOfCompany(c.get("actor"), id))
  return found
}

/** Answers with one company and its version as ETag. */
export const getCompany = async (c: Context<Env>) => {
  const { row, value } = await readCompany(c, idParam(c))
  return ok(c, value, { etag: await companyVersion(c.get("deps").db, row) })
}
