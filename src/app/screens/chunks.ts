import type { ComponentType } from "react"
import type { Module, RecordModule } from "../../contract/modules"
import type { HistorySpec } from "../../ui/pages/history/history-spec"
import { legalCss } from "../../ui/pages/loading/chunk"
import type { PrefetchTarget } from "../../ui/pages/loading/lazy-screen"
import { type ChunkLoader, withStyle, withTexts } from "../../ui/pages/loading/with-texts"
import type { RecordSource } from "../../ui/pages/record/record-source"
import { loadSignInPages } from "../access/sign-in-again"

/** Exports of the chunk of a module with list, create and view screens. Without `Edit` its records are not edited in a form. */
export type RecordChunk = {
  List: ComponentType
  Add: ComponentType
  Edit?: ComponentType
  View: ComponentType
  prefetch: {
    list: (target: PrefetchTarget) => void
    form: (target: PrefetchTarget) => void
    view: (target: PrefetchTarget) => void
    source: RecordSource
  }
}

/** Exports of a module whose changes the audit log displays. */
type AuditedChunk = RecordChunk & { loadHistory: () => Promise<{ history: HistorySpec }> }

/** The chunks of modules with records. */
export const recordChunks = {
  campaigns: withTexts("campaigns", () => import("../../modules/campaigns/list")),
  draws: withTexts("draws", () => import("../../modules/draws/list")),
  announcements: withTexts("announcements", () => import("../../modules/announcements/list")),
  surveys: withTexts("surveys", () => import("../../modules/surveys/list")),
  partners: withTexts("partners", () => import("../../modules/partners/list")),
  companies: withTexts("companies", () => import("../../modules/companies/list")),
  subsidiaries: withTexts("subsidiaries", () => import("../../modules/companies/subsidiaries/list")),
  employees: withTexts("employees", () => import("../../modules/employees/list")),
  payments: withTexts("payments", () => import("../../modules/payments/list")),
  gifts: withTexts("gifts", () => import("../../modules/gifts/list")),
  feedback: withTexts("feedback", () => import("../../modules/feedback/list")),
} satisfies Record<RecordModule, ChunkLoader<AuditedChunk>> & Partial<Record<Module, ChunkLoader<RecordChunk>>>

const publicPages = withTexts("publicPages", () => import("../pages/public-pages"))

/** What is loaded of the console's code on its own, with the texts and the stylesheet that only its screens need. */
export const chunks = {
  ...recordChunks,
  signIn: loadSignInPages,
  publicPages,
  /** The long texts have a stylesheet of their own. */
  legal: withStyle(publicPages, legalCss),
  goDraw: withStyle(withTexts("goDraw", () => import("../pages/go-draw"))),
  goSurvey: withStyle(withTexts("goSurvey", () => import("../pages/go-survey"))),
  bulkUpload: withTexts("bulkUpload", () => import("../../modules/employees/bulk/page")),
  reports: withTexts("reports", () => import("../../modules/reports")),
  calendar: withTexts("calendar", () => import("../../modules/calendar/screen")),
  profile: withTexts("profile", () => import("../pages/profile/profile")),
  audit: withTexts("audit", () => import("../pages/audit")),
  lookups: withTexts("lookups", () => import("../../modules/lookups/screen")),
  connections: withTexts("connections", () => import("../../modules/connections/screen")),
}

export type RecordChunkName = keyof typeof recordChunks
export type ChunkName = keyof typeof chunks
export type Chunk<N extends ChunkName> = Awaited<ReturnType<(typeof chunks)[N]>>

/** Whether a module has records in a chunk of its own. */
export const hasRecords = (module: Module): module is RecordChunkName => module in recordChunks

/** Loads the chunk of a module with records. */
export const loadRecords = (module: RecordChunkName): Promise<RecordChunk> => recordChunks[module]()
