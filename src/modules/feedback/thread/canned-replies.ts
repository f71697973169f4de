import { randomId } from "../../../core/hashing/random-id"
import { isRecord } from "../../../core/is-record"
import { localStore } from "../../../core/storage"
import { compareTexts } from "../../../core/text/compare-texts"
import { currentUser, session } from "../../../state/session"

/** Replies that staff insert instead of typing them (docs/console.md#canned-replies). */

export type CannedReply = { id: string; title: string; text: string }

/** Names of the texts that the console brings along, `feedback.canned.<name>` and `feedback.cannedText.<name>`. */
export const builtInReplies = ["received", "details", "inProgress", "resolved", "declined"] as const

/** Stands for the name of the person in a reply that staff have saved, in both languages. */
const namePlaceholder = /\{(?:ad|name)\}/gi

/** Returns a text with the name of the person in place of `{ad}`; without a name its place is closed. */
export const fillName = (text: string, name: string) =>
  name ? text.replace(namePlaceholder, () => name) : text.replace(/ ?\{(?:ad|name)\}/gi, "")

/** Returns a text with a placeholder in place of the name of the person. */
export const takeName = (text: string, name: string, placeholder: string) => (name ? text.replaceAll(name, placeholder) : text)

const keyOf = () => {
  const user = currentUser(session)
  return user && `cannedReplies:${user.userId}:${user.tenantId ?? ""}`
}

const isReply = (value: unknown): value is CannedReply =>
  isRecord(value) && [value.id, value.title, value.text].every(member => typeof member === "string")
const isList = (value: unknown): value is CannedReply[] => Array.isArray(value) && value.every(isReply)

/** Returns the replies that the signed-in person has saved in this browser, in the order of their titles. */
export const cannedReplies = (): CannedReply[] => {
  const key = keyOf()
  return (key && localStore.getJson(key, isList)) || []
}

const store = (list: CannedReply[]) => {
  const key = keyOf()
  if (!key) return
  if (list.length) localStore.set(key, JSON.stringify(list))
  else localStore.remove(key)
}

/** @param id of a saved reply that is replaced; absent: the reply is new */
export const saveCannedReply = ({ title, text }: Omit<CannedReply, "id">, id = randomId(2)) => {
  const others = cannedReplies().filter(reply => reply.id !== id)
  store([...others, { id, title, text }].sort((a, b) => compareTexts(a.title, b.title)))
}

export const removeCannedReply = (id: string) => store(cannedReplies().filter(reply => reply.id !== id))
