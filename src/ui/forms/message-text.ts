import type { FieldError } from "../../core/form/spec"
import type { Translate } from "../../core/text/i18n"

/** Returns the text of a rule's message, or of the server's. */
export const messageText = (message: FieldError, t: Translate) => {
  if (typeof message === "string") return t(message)
  return "text" in message ? message.text : t(message.key, message.params)
}
