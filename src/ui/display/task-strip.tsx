import { useId } from "react"
import { joinTexts } from "../../core/text/join-texts"
import type { BadgeTone } from "./badge"
import { Icon, type IconName } from "./icons/icon"
import { Link } from "./link"
import { Skeleton } from "./skeleton"

/** Work that waits: what it is, its most urgent record, and the list of all of it. */
export type Task = { href: string; icon: IconName; tone: BadgeTone; text: string; note: string }

type Props = {
  title: string
  /** Absent: still loading. */
  tasks: readonly Task[] | undefined
  /** Shown when there is no work. */
  none: string
}

/** A row of tasks of the same height with one or more of them, and while they load, so that what follows does not move. */
export const TaskStrip = ({ title, tasks, none }: Props) => {
  const id = useId()
  return (
    <section className="card task-strip" aria-labelledby={id} aria-busy={!tasks || undefined}>
      <h2 id={id}>{title}</h2>
      {tasks?.length === 0 ? (
        <p className="task-strip__none" data-tone="success">
          <Icon name="ok" />
          {none}
        </p>
      ) : (
        <ul>
          {tasks ? (
            tasks.map(({ href, icon, tone, text, note }) => (
              <li key={href}>
                <Link className="task" href={href} data-tone={tone} title={joinTexts(text, note)}>
                  <Icon name={icon} />
                  <b>{text}</b>
                  <small>{note}</small>
                </Link>
              </li>
            ))
          ) : (
            <li className="task">
              <Skeleton />
              <Skeleton width="short" />
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
