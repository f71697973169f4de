import { type RefObject, useState } from "react"
import { IconButton } from "../controls/button"
import { useT } from "../hooks/use-t"
import { type Media, ordered } from "./use-uploads"

/** Pictures in their order, moved by drag or by buttons; each change is said. @param rest takes the focus when nothing is left */
export const MediaList = (props: {
  value: readonly Media[]
  onChange: (media: Media[]) => void
  nameOf: (url: string) => string | undefined
  /** There is no order to put a sole picture in. */
  isSole: boolean
  onSay: (text: string) => void
  rest: RefObject<HTMLElement | null>
}) => {
  const t = useT()
  const [dragged, setDragged] = useState<number>()
  const { value, isSole, onSay } = props
  const last = value.length - 1

  const move = (from: number, to: number) => {
    const one = value[from]
    if (!one || to < 0 || to > last) return
    props.onChange(ordered(value.toSpliced(from, 1).toSpliced(to, 0, one)))
    onSay(t("ui.moved", { from: from + 1, to: to + 1 }))
  }
  const remove = (at: number, item: Element | null) => {
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    const target = neighbour?.querySelector<HTMLElement>("button:last-child") ?? props.rest.current
    target?.focus()
    props.onChange(ordered(value.toSpliced(at, 1)))
    onSay(t("ui.imageRemoved", { number: at + 1 }))
  }

  return (
    <ul className="media" onDrop={event => event.preventDefault()}>
      {value.map(({ url }, at) => (
        <li
          key={url}
          draggable={!isSole}
          data-dragged={dragged === at || undefined}
          onDragStart={event => {
            // Firefox drags only what carries something.
            event.dataTransfer.setData("text/plain", "")
            event.dataTransfer.effectAllowed = "move"
            setDragged(at)
          }}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={event => {
            if (dragged === undefined) return
            event.preventDefault()
            if (dragged === at) return
            move(dragged, at)
            setDragged(at)
          }}
        >
          <img src={url} alt={props.nameOf(url) ?? t("ui.image", { number: at + 1 })} draggable={false} />
          {at === 0 && !isSole && <span className="badge badge--accent">{t("ui.cover")}</span>}
          <span className="media__tools">
            {!isSole && (
              <>
                <IconButton
                  icon="left"
                  label={t("ui.moveEarlier", { number: at + 1 })}
                  aria-disabled={at === 0 || undefined}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="right"
                  label={t("ui.moveLater", { number: at + 1 })}
                  aria-disabled={at === last || undefined}
                  onClick={() => move(at, at + 1)}
                />
              </>
            )}
            <IconButton
              icon="trash"
              label={t("ui.removeImage", { number: at + 1 })}
              onClick={event => remove(at, event.currentTarget.closest("li"))}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
