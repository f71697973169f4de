import type { Message } from "../../core/rules"
import type { Translate } from "../../core/text/i18n"

/** Returns the text of a rule's message. */
export const messageText = (message: Message, t: Translate) =>
  typeof message === "string" ? t(message) : t(message.key, message.params)
