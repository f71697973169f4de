import { type RefObject, useState } from "react"
import { type Media, numberedMedia } from "../../core/media"
import { IconButton } from "../controls/button"
import { Picture } from "../display/picture"
import { useT } from "../hooks/use-t"

/** Pictures that are reordered by drag or by buttons and removed; each change is announced. */
export const MediaList = (props: {
  value: readonly Media[]
  onChange: (media: Media[]) => void
  nameOf: (url: string) => string | undefined
  /** Whether only one picture is allowed, which has no order. */
  isSingle: boolean
  /** Announces a change to assistive technology. */
  onAnnounce: (text: string) => void
  /** Takes the focus when the last picture is removed. */
  fallbackFocus: RefObject<HTMLElement | null>
}) => {
  const t = useT()
  const [dragged, setDragged] = useState<number>()
  const { value, isSingle, onAnnounce } = props
  const last = value.length - 1

  const move = (from: number, to: number) => {
    const moved = value[from]
    if (!moved || to < 0 || to > last) return
    props.onChange(numberedMedia(value.toSpliced(from, 1).toSpliced(to, 0, moved)))
    onAnnounce(t("ui.moved", { from: from + 1, to: to + 1 }))
  }
  const remove = (index: number, item: Element | null) => {
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    const target = neighbour?.querySelector<HTMLElement>("button:last-child") ?? props.fallbackFocus.current
    target?.focus()
    props.onChange(numberedMedia(value.toSpliced(index, 1)))
    onAnnounce(t("ui.imageRemoved", { number: index + 1 }))
  }

  return (
    <ul className="media-list" onDrop={event => event.preventDefault()}>
      {value.map(({ url }, index) => (
        <li
          key={url}
          draggable={!isSingle}
          data-dragged={dragged === index || undefined}
          onDragStart={event => {
            // Firefox drags only elements that carry data.
            event.dataTransfer.setData("text/plain", "")
            event.dataTransfer.effectAllowed = "move"
            setDragged(index)
          }}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={event => {
            if (dragged === undefined) return
            event.preventDefault()
            if (dragged === index) return
            move(dragged, index)
            setDragged(index)
          }}
        >
          <Picture url={url} alt={props.nameOf(url) ?? t("ui.image", { number: index + 1 })} draggable={false} />
          {index === 0 && !isSingle && (
            <span className="badge" data-tone="accent">
              {t("ui.cover")}
            </span>
          )}
          <span className="media-list__tools">
            {!isSingle && (
              <>
                <IconButton
                  icon="left"
                  label={t("ui.moveEarlier", { number: index + 1 })}
                  aria-disabled={index === 0 || undefined}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="right"
                  label={t("ui.moveLater", { number: index + 1 })}
                  aria-disabled={index === last || undefined}
                  onClick={() => move(index, index + 1)}
                />
              </>
            )}
            <IconButton
              icon="trash"
              label={t("ui.removeImage", { number: index + 1 })}
              onClick={event => remove(index, event.currentTarget.closest("li"))}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
