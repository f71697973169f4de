import type { Translate } from "../../core/i18n"
import type { Message } from "../../core/rules"

/** Returns the text of a rule's message. */
export const messageText = (message: Message, t: Translate) =>
  typeof message === "string" ? t(message) : t(message.key, message.params)
