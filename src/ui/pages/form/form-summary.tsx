import type { ReactNode } from "react"
import { useSnapshot } from "valtio"
import type { FormSession } from "../../../core/form/session"
import type { FormSpec } from "../../../core/form/spec"
import type { Key } from "../../../core/text/i18n"
import { connection } from "../../../state/connection"
import { Alert } from "../../display/alert"
import { Banner } from "../../display/banner"
import { useObservable } from "../../forms/bound"
import { summaryOf } from "../../forms/form-problems"
import { messageText } from "../../forms/message-text"
import { useT } from "../../hooks/use-t"

/**
 * A notice of the page: on its own, or below the message of a failed save. Its link opens another tab, or keeps what was typed as a
 * draft and leaves the form.
 */
export type FormNotice = { title: string; text: string; link: { label: string; href: string; leaves?: boolean } }

type Props<D extends object> = {
  form: FormSession<D>
  /** Message of a failure that has none. */
  failure: Key
  notice?: FormNotice
  noticeLink: ReactNode
}

/** The messages of the fields, in words. A message that several fields share is listed with the name of each. */
const useInvalid = <D extends object>(form: FormSession<D>) => {
  const t = useT()
  const { labels, lists = {} } = form.spec as FormSpec<D>
  const { invalid } = useObservable(form.problems)
  const texts = invalid.map(({ error }) => messageText(error, t))
  return invalid.map(({ id, name, number }, index) => {
    const text = texts[index] ?? ""
    const list = (lists as Record<string, { label: Key } | undefined>)[name]
    if (number !== undefined && list) return { id, text: `${t(list.label, { number })}: ${text}` }
    const isShared = invalid.some((other, at) => texts[at] === text && other.name !== name)
    return { id, text: isShared ? `${t(labels[name as keyof D])}: ${text}` : text }
  })
}

/** What is wrong after a save, with a link to each field; a notice of the page. */
export const FormSummary = <D extends object>({ form, failure, notice, noticeLink }: Props<D>) => {
  const t = useT()
  const problems = useObservable(form.problems)
  const { is } = useObservable(form.frame)
  const { isLost } = useSnapshot(connection)
  const errors = useInvalid(form)
  const summary = summaryOf(problems, failure, t)
  if (summary.length + errors.length === 0)
    return (
      notice && (
        <Banner rank={notice.link.leaves ? "proposal" : "result"}>
          <Alert tone="warning" title={notice.title} text={notice.text} actions={noticeLink} />
        </Banner>
      )
    )
  /** The save failed for want of a connection, which is back. */
  const isBack = is === "unsent" && !isLost
  return (
    // Outside the banner, which renders its content later than it is mounted: the summary takes the focus at once.
    <div tabIndex={-1} data-summary>
      <Banner rank="result">
        <Alert
          tone={isBack ? "info" : "danger"}
          title={isBack ? t("ui.reconnected") : (summary[0] ?? t("ui.toFix", { count: errors.length }))}
          text={isBack ? summary[0] : problems.shared && messageText(problems.shared, t)}
        >
          <ul>
            {summary.slice(1).map(text => (
              <li key={text}>{text}</li>
            ))}
            {errors.map(({ id, text }) => (
              <li key={id}>
                <a
                  className="link"
                  href={`#${id}`}
                  onClick={event => {
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
          {notice && (
            <p>
              {/* The message of a save that another change stands in the way of is the notice itself. */}
              {!notice.link.leaves && (
                <>
                  <b>{notice.title}.</b> {notice.text}{" "}
                </>
              )}
              {noticeLink}
            </p>
          )}
        </Alert>
      </Banner>
    </div>
  )
}
