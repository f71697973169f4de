import { and, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import { may } from "../../auth/policy"
import { seal, unsealed } from "../../auth/seal"
import { consoleUrl } from "../../config"
import { surveys, tenants } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Deps } from "../../http/context"
import { releaseMails, reserveMails } from "../../http/mail-budget"
import { translate } from "../../http/messages"
import { requireId } from "../../http/request"
import { refuseUnsent, requireMail } from "../../http/require-mail"
import { mailCompanyOf } from "../../kinds/mail-company"
import { survey as surveyKind } from "../../kinds/survey"
import { readOwn } from "../../records/find"
import { json, literalTrue, route } from "../../routes/route"
import { mailOf } from "./mails"
import { isShownCompany } from "./records"

/**
 * The mail and the page of a survey for whoever writes it (docs/contract.md#survey-answers). The token holds the survey, encrypted,
 * and is stored nowhere: no invitation and no answer follows from it.
 */

const prefix = "test-"
const ttlMs = 7 * 86_400_000

/** Returns the survey of a token of a test mail, and the company whose looks it has; undefined for any other token. */
export const findTested = async ({ db, clock, config }: Deps, token: string) => {
  if (!token.startsWith(prefix)) return undefined
  const tested = unsealed<{ tested: string; until: number }>(config.codeSecrets, token.slice(prefix.length))
  if (!tested?.tested || tested.until <= clock()) return undefined
  const [found] = await db
    .select({ survey: surveys, company: tenants })
    .from(surveys)
    .leftJoin(tenants, isShownCompany)
    .where(and(eq(surveys.id, tested.tested), isNull(surveys.deletedAt)))
  return found
}

export const sendTestMail = route.post("/survey/:id/test", may("write", "surveys"), {
  summary: "Mail the survey to oneself, with a link whose answers are not stored",
  body: json(z.object({})),
  example: {},
  answer: literalTrue,
  handler: async ({ c, deps, params, body }) => {
    const { row: survey } = await readOwn(c, surveyKind, requireId(params.id))
    await body()
    if (!consoleUrl(deps.config)) refuse({ kind: "conflict", key: "survey.noPublicUrl" })
    await requireMail(c, "api.inviteNotSent")
    const company = await mailCompanyOf(deps.db, survey.tenantId)
    await reserveMails(deps, company, 1)
    const { codeSecret } = deps.config
    const token = `${prefix}${seal(codeSecret, { tested: survey.id, until: deps.clock() + ttlMs })}`
    const language = c.get("language")
    const [shown] = await deps.db
      .select({ name: tenants.name })
      .from(surveys)
      .innerJoin(tenants, isShownCompany)
      .where(eq(surveys.id, survey.id))
    const mail = mailOf(deps, survey, shown?.name, { email: c.get("actor").email, language }, token, 0)
    const subject = translate(language, "api.surveyTestSubject", { subject: mail.subject })
    await c
      .get("outside")("mail", () => deps.mailer.send({ ...mail, subject }))
      .catch(async error => {
        await releaseMails(deps, company, 1)
        refuseUnsent(c, "api.inviteNotSent", error)
      })
  },
})
