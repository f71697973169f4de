import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { authors, type Conversation, type Feedback } from "../../../contract/feedback"
import { listen } from "../../../core/listen"
import { Button } from "../../../ui/controls/button"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useT } from "../../../ui/hooks/use-t"
import { Message } from "./message"

/** Longer conversations show the description and the latest entries first. */
const maxShown = 40
const latestShown = 30

/** The description as the first message of the person. */
const descriptionOf = ({ description, userName, email, createdDate, attachments }: Feedback): Conversation => ({
  id: "",
  type: authors.value("user"),
  message: description,
  authorName: userName,
  authorEmail: email,
  createdDate: createdDate ?? "",
  isInternal: false,
  attachments,
})

/** Returns the entries that were added by others since the first render, and a function that clears them. */
const useAddedEntries = (entries: readonly Conversation[], ownMessages: ReadonlySet<string>) => {
  const user = useCurrentUser()
  const [known, setKnown] = useState(entries.length)
  // An entry was taken back.
  if (entries.length < known) setKnown(entries.length)
  const isOwn = ({ type, authorEmail, message }: Conversation) =>
    ownMessages.has(message) || (authors.name(type) === "admin" && authorEmail === user?.email)
  return { added: entries.slice(known).filter(entry => !isOwn(entry)), seen: () => setKnown(entries.length) }
}

/**
 * The conversation of feedback. What arrives below the window is counted in a notice that leads to it; what arrives above the
 * composer moves the page along, so that the composer stays where it is.
 * @param ownMessages messages that this page has sent
 */
export const Thread = ({ feedback, ownMessages }: { feedback: Feedback; ownMessages: ReadonlySet<string> }) => {
  const t = useT()
  const entries = feedback.conversations
  const [folded, setFolded] = useState(() => (entries.length > maxShown ? entries.length - latestShown : 0))
  const { added, seen } = useAddedEntries(entries, ownMessages)
  const list = useRef<HTMLOListElement>(null)
  const wasAtEnd = useRef(true)
  const endBefore = useRef<number>(undefined)
  const [isAtEnd, setAtEnd] = useState(true)

  useEffect(() => {
    const update = () => {
      const bottom = list.current?.getBoundingClientRect().bottom ?? 0
      wasAtEnd.current = bottom <= innerHeight
      endBefore.current = bottom
      setAtEnd(wasAtEnd.current)
    }
    update()
    return listen(window, { scroll: update, resize: update }, { passive: true })
  }, [])

  useLayoutEffect(() => {
    const bottom = list.current?.getBoundingClientRect().bottom ?? 0
    const grown = bottom - (endBefore.current ?? bottom)
    endBefore.current = bottom
    if (wasAtEnd.current && grown > 0) scrollBy({ top: grown, behavior: "instant" })
  }, [entries.length])

  const [announced, setAnnounced] = useState(0)
  const announce = useEffectEvent(() => {
    if (!added.length) return
    setAnnounced(added.length)
    if (isAtEnd) seen()
  })
  // Entries in view count as seen.
  useEffect(() => announce(), [isAtEnd, entries.length])

  const showAdded = () => {
    const items = list.current?.children
    const first = items?.[items.length - (entries.length - entries.indexOf(added[0] as Conversation))]
    if (first instanceof HTMLElement) {
      first.tabIndex = -1
      first.focus({ preventScroll: true })
      first.scrollIntoView({ block: "center" })
    }
    seen()
  }
  const text = added.length > 0 ? t("feedback.newMessages", { count: added.length }) : ""
  return (
    <>
      <h2 className="sr-only">{t("feedback.thread")}</h2>
      <ol className="stack" ref={list}>
        <Message entry={descriptionOf(feedback)} />
        {folded > 0 && (
          <li className="thread-event">
            <Button size="sm" tone="ghost" icon="up" onClick={() => setFolded(0)}>
              {t("feedback.earlierMessages", { count: folded })}
            </Button>
          </li>
        )}
        {entries.slice(folded).map((entry, index) => (
          <Message key={entry.id || index + folded} entry={entry} />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announced > 0 && <span key={entries.length}>{t("feedback.newMessages", { count: announced })}</span>}
      </p>
      {text && !isAtEnd && (
        <Button className="thread-notice" size="sm" icon="arrow-down" onClick={showAdded}>
          {text}
        </Button>
      )}
    </>
  )
}
