import { z } from "zod"
import { type AuditEntry, actions, auditedAdditions } from "../../../src/contract/audit"
import type * as company from "../../../src/contract/companies"
import { type Proof, type Register, registerEvents } from "../../../src/contract/draw-proof/proof"
import * as draw from "../../../src/contract/draws/draws"
import type * as entry from "../../../src/contract/draws/entries"
import type * as employee from "../../../src/contract/employees"
import type { GiftBatch, GiftCode, GiftUse } from "../../../src/contract/gift-codes"
import { auditedRecords } from "../../../src/contract/modules"
import { moduleDefaults } from "../../../src/contract/permissions/module-flags"
import { type QuotaKind, type QuotaUse, quotaKinds } from "../../../src/contract/quotas"
import type { InvitationBatch, InvitationCounts, RespondentSurvey } from "../../../src/contract/surveys/answers"
import type { ReportOutlook, SurveyReport } from "../../../src/contract/surveys/report"
import * as survey from "../../../src/contract/surveys/surveys"
import type { Wire } from "../../../src/contract/wire"
import { id, instant, named, questionValue, statusCounts, text, total, uploaded } from "../kinds/answer-shape"
import { winnerValue } from "../kinds/draw"
import { user } from "../kinds/user"
import { qrValue } from "../resources/qr/routes"

/**
 * Schemas of the values that the API sends, for the document alone. A test compares every answer with them, and the
 * compiler compares them with the contract.
 */
export { id, instant, named, statusCounts, text, total, uploaded }

export const giftCode = named("GiftCode", {
  id: text,
  code: text,
  batchId: id,
  createdDate: instant,
  usedDate: instant.nullable(),
  qr: qrValue,
}) satisfies z.ZodType<GiftCode>
export const giftBatch = named("GiftBatch", { id, count: total, createdDate: instant }) satisfies z.ZodType<GiftBatch>
export const giftUse = named("GiftUse", {
  id: text,
  code: text.nullable(),
  amount: z.int(),
  before: total,
  after: total,
  note: text,
  author: text,
  createdDate: instant,
}) satisfies z.ZodType<GiftUse>

const rowErrors = z.array(z.object({ field: text, message: text })).optional()
const stagePerson = named("StagePerson", {
  id,
  firstName: text,
  lastName: text,
  departmentName: text.nullable(),
  score: total.nullable(),
  hiredAt: text.nullable(),
}) satisfies z.ZodType<entry.StagePerson>
export const drawFunnel = named("DrawFunnel", {
  stages: z.array(z.object({ name: text, count: total })),
  totalWeight: total,
  places: total,
  recentDraws: z.array(z.object({ id, title: text, drawnAt: instant.nullable() })),
  lockedAt: instant.nullable(),
  people: z.object({ users: z.array(stagePerson), totalCount: total }).nullable(),
}) satisfies z.ZodType<entry.Funnel>
export const drawParticipant = named("DrawParticipant", {
  employeeId: id,
  name: text.nullable(),
  departmentName: text.nullable(),
  ticket: total.nullable(),
  weight: total,
  at: instant.nullable(),
  eligible: z.boolean(),
  receipt: text.nullable(),
}) satisfies z.ZodType<entry.Participant>
export const drawEntryOutcome = named("DrawEntryOutcome", {
  index: total,
  employeeId: id.optional(),
  at: instant.optional(),
  known: z.boolean().optional(),
  waiting: z.boolean().optional(),
  errors: rowErrors,
}) satisfies z.ZodType<entry.EntryOutcome>

const questionType = z.enum(survey.questionTypes)
const digest = z.string().regex(/^[0-9a-f]{64}$/)
const randomness = z.union([
  z.object({ kind: z.enum(["none", "witness"]) }),
  z.object({ kind: z.literal("drand"), round: total }),
])
const proofLock = named("ProofLock", {
  domain: z.enum(["real", "rehearsal"]),
  drawId: id,
  round: total,
  root: digest,
  entryCount: total,
  rulesHash: digest,
  seedHash: digest,
  publicRandomness: randomness,
  lockedAt: instant,
  previous: digest.nullable(),
  reason: z.enum(draw.roundReasons).nullable(),
  ineligible: z.array(total).optional(),
  register: z.object({ companyId: id, number: total, previous: digest.nullable(), copyOf: id.nullable() }).optional(),
})
const proofRules = named("ProofRules", {
  drawId: id,
  title: text,
  method: z.enum(draw.methods.names),
  eligibility: z.enum(draw.eligibilities.names),
  newDays: total,
  seniorYears: total,
  excludeLastDraws: total,
  startDate: instant,
  endDate: instant,
  drawDate: instant,
  terms: text,
  prizes: z.array(z.object({ name: text, type: z.enum(draw.prizeTypes.names), quantity: total, value: z.number().nullable() })),
})
const replacement = named("Replacement", {
  at: instant,
  place: total,
  reason: z.enum(["declined", "expired", "ineligible", "error"]),
  position: total.nullable(),
})
const proofRound = named("ProofRound", {
  lock: proofLock,
  drawnAt: instant.nullable(),
  seed: digest.nullable(),
  publicValue: text.nullable(),
  places: z.array(total).nullable(),
  replacements: z.array(replacement),
})
/** The file of docs/draw-proof.md. */
export const drawProof = named("DrawProof", {
  format: z.literal("draw-proof"),
  version: z.literal(1),
  domain: z.enum(["real", "rehearsal"]),
  rules: proofRules,
  entries: z.array(z.tuple([digest, total, total, total.optional()])),
  rounds: z.array(proofRound),
  digest,
}) satisfies z.ZodType<Proof>
/** The file of docs/draw-proof.md#register. */
export const drawRegister = named("DrawRegister", {
  format: z.literal("draw-register"),
  version: z.literal(1),
  companyId: id,
  entries: z.array(
    named("DrawRegisterEntry", {
      number: total,
      previous: digest.nullable(),
      at: instant,
      event: z.enum(registerEvents),
      drawId: id,
      round: total,
      lockHash: digest,
      title: text,
      reason: z.enum(draw.roundReasons).nullable(),
      copyOf: id.nullable(),
    }),
  ),
}) satisfies z.ZodType<Register>
export const rehearsal = named("Rehearsal", {
  domain: z.literal("rehearsal"),
  entryCount: total,
  winners: z.array(winnerValue),
  proof: drawProof.nullable(),
})

export const surveyReport = named("SurveyReport", {
  surveyId: id,
  title: text,
  responseCount: total,
  questions: z.array(
    z.object({
      id: text,
      text,
      type: questionType,
      answered: total,
      options: z.array(z.object({ label: text, count: total, isFormer: z.boolean().optional() })),
      average: z.number().optional(),
    }),
  ),
  series: z.array(z.object({ date: text, count: total })),
  waiting: total.optional(),
  waitingNewcomers: total.optional(),
  newcomers: total.optional(),
  undated: total.optional(),
  departments: z.array(z.object({ id, name: text, count: total })).optional(),
}) satisfies z.ZodType<SurveyReport>

export const reportOutlook = named("ReportOutlook", {
  people: total,
  newcomers: total,
  report: z.enum(["departments", "whole", "joined", "none"]),
  departmentsFrom: text.nullable(),
}) satisfies z.ZodType<ReportOutlook>

export const respondentSurvey = named("RespondentSurvey", {
  id,
  title: text,
  description: text,
  startDate: instant.nullable(),
  endDate: instant.nullable(),
  state: z.enum(["open", "answered", "notYet", "closed"]),
  questions: z.array(questionValue),
  company: z.object({ name: text, logo: text, primaryColor: text, secondaryColor: text }).nullable(),
}) satisfies z.ZodType<Wire<RespondentSurvey>>
export const invitationBatch = named("InvitationBatch", {
  tokens: z.array(z.object({ token: text, departmentName: text })),
  invited: total,
  mailed: total,
  remaining: total,
}) satisfies z.ZodType<InvitationBatch>
export const invitationCounts = named("InvitationCounts", {
  people: total,
  invited: total,
  answered: total,
  unreached: z.array(z.object({ name: text, email: text })).optional(),
}) satisfies z.ZodType<InvitationCounts>

/** The outcome of one row of a bulk create: an id, or errors; neither when rows are only checked. */
export const bulkOutcome = named("BulkOutcome", {
  index: total,
  id: id.optional(),
  errors: rowErrors,
  taken: z.boolean().optional(),
  person: user.value.optional(),
}) satisfies z.ZodType<employee.BulkOutcome<Wire<employee.Employee>>>

export const companyName = named("CompanyName", {
  id,
  name: text,
  parentId: id.nullable(),
  activeStatus: z.int(),
}) satisfies z.ZodType<company.CompanyName>
export const usage = z.array(
  named("QuotaUse", {
    kind: z.enum(quotaKinds as [QuotaKind, ...QuotaKind[]]),
    used: z.number(),
    limit: z.number(),
    isOwn: z.boolean(),
  } satisfies Record<keyof QuotaUse, z.ZodType>),
)

export const modules = z
  .object(Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, z.boolean()])))
  .meta({ id: "Modules" })

export const onboarding = named("Onboarding", {
  isCompleted: z.boolean(),
  progress: z.number(),
  steps: z.object({ companyProfile: z.boolean(), branding: z.boolean(), userSetup: z.boolean(), moduleConfig: z.boolean() }),
}) satisfies z.ZodType<company.Onboarding>

const figures = z.object({ total, active: total })
export const companyStats = named("CompanyStats", {
  campaigns: figures.optional(),
  draws: figures.optional(),
  surveys: figures.optional(),
  employees: figures.optional(),
  activePeople: total,
}) satisfies z.ZodType<company.CompanyStats>

const row = z.record(z.string(), z.unknown()).nullable()
export const auditEntry = named("AuditEntry", {
  id: text,
  at: instant,
  actorId: id.nullable(),
  actorEmail: text,
  actorName: text,
  actorToken: text.nullable(),
  tenantId: id.nullable(),
  entity: z.enum([...auditedRecords, ...auditedAdditions]),
  entityId: id,
  action: z.enum(actions),
  before: row,
  after: row,
  version: text.nullable(),
  title: text,
  isLatest: z.boolean(),
  isDeleted: z.boolean(),
}) satisfies z.ZodType<AuditEntry>
