/** The error catalogue of S8: what each call says when it fails or succeeds, by key. Its words stand in locales/. */
import type { Key } from "./i18n"

type Messages = Record<string, Key>

/** S8's first table, by HTTP status. */
export const byStatus: Record<number, Key> = {
  401: "error.sessionExpired",
  403: "error.notPermitted",
  404: "error.notFound",
  413: "error.tooLarge",
  507: "error.storageFull",
}

export const login = {
  codeNotSent: "auth.codeNotSent",
  noToken: "auth.tokenNotReceived",
  tokenFormat: "auth.tokenFormat",
  noRefreshToken: "auth.noRefreshToken",
  refreshFailed: "auth.refreshFailed",
} as const satisfies Messages

/** S8's general Turkish messages, by meaning. */
export const general = {
  codeSent: "auth.codeSent",
  signedIn: "auth.signedIn",
  signedOut: "auth.signedOut",
  fetched: "general.fetched",
  updated: "general.updated",
  removed: "general.removed",
  codeError: "auth.codeError",
  codeWrong: "api.codeWrong",
  signOutFailed: "auth.signOutFailed",
  sessionEnded: "auth.sessionEnded",
  network: "error.network",
  server: "error.server",
  invalidFormat: "error.invalidFormat",
  notFound: "error.notFound",
  unauthorised: "error.unauthorised",
  notPermitted: "error.notPermitted",
  timedOut: "auth.timedOut",
  refreshError: "auth.refreshError",
} as const satisfies Messages

export const announcement = {
  required: "announcement.required",
  createFailed: "announcement.createFailed",
} as const satisfies Messages

export const campaign = { updated: "campaign.updated", updateFailed: "campaign.updateFailed" } as const satisfies Messages

export const brand = {
  createFailed: "brand.createFailed",
  updateFailed: "brand.updateFailed",
  removeFailed: "brand.removeFailed",
  missing: "brand.missing",
  categoriesFailed: "category.loadFailed",
  uploadFailed: "media.uploadFailed",
} as const satisfies Messages

export const employee = {
  createFailed: "employee.createFailed",
  missing: "employee.missing",
  readFailed: "employee.readFailed",
  loadFailed: "employee.loadFailed",
  uploadFailed: "employee.uploadFailed",
  created: "employee.created",
  uploaded: "employee.uploaded",
} as const satisfies Messages

export const ai = { failed: "ai.failed", topicRequired: "ai.topicRequired" } as const satisfies Messages

export const gift = {
  createFailed: "gift.createFailed",
  updateFailed: "gift.updateFailed",
  removeFailed: "gift.removeFailed",
  missing: "gift.missing",
  uploadFailed: "media.uploadFailed",
  failed: "general.failed",
} as const satisfies Messages

export const tenant = {
  invalidFormat: "tenant.invalidFormat",
  idRequired: "tenant.idRequired",
  createFailed: "tenant.createFailed",
  subsidiaryCreateFailed: "tenant.subsidiaryCreateFailed",
  subsidiaryUpdateFailed: "tenant.subsidiaryUpdateFailed",
  updateFailed: "tenant.updateFailed",
  logoFailed: "tenant.logoFailed",
  unknown: "tenant.unknown",
} as const satisfies Messages

export const permissions = {
  unavailable: "permissions.unavailable",
  notRetrieved: "permissions.notRetrieved",
  couldNotBeRetrieved: "permissions.couldNotBeRetrieved",
  none: "permissions.none",
  failed: "permissions.failed",
} as const satisfies Messages

export const payment = {
  failed: "general.failed",
  missing: "payment.missing",
  categoriesFailed: "category.loadFailed",
  createFailed: "payment.createFailed",
  unexpected: "payment.unexpected",
  updateFailed: "payment.updateFailed",
  removeFailed: "payment.removeFailed",
  uploadFailed: "media.uploadFailed",
  uploadDefault: "payment.uploadDefault",
} as const satisfies Messages

export const feedback = {
  missing: "feedback.missing",
  created: "feedback.created",
  updated: "feedback.updated",
  statusUpdated: "feedback.statusUpdated",
  assigned: "feedback.assigned",
  replied: "feedback.replied",
  removed: "feedback.removed",
  uploaded: "feedback.uploaded",
} as const satisfies Messages
