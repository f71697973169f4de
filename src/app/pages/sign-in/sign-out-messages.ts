import type { Key } from "../../../core/text/i18n"
import type { SignOutReason } from "../../../state/session"

/** Messages of the sign-out reasons (docs/contract.md#status-messages, docs/contract.md#general-messages). */
export const signOutMessages: Record<SignOutReason, { title: Key; text?: Key }> = {
  expired: { title: "error.sessionExpired" },
  refused: { title: "error.sessionExpired", text: "auth.refreshFailed" },
  elsewhere: { title: "auth.endedElsewhere" },
  ended: { title: "auth.sessionEnded" },
  inactive: { title: "auth.timedOut", text: "auth.inactive" },
  left: { title: "auth.signedOut" },
  verificationExpired: { title: "auth.verificationExpired" },
}
