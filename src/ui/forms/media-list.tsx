import { type RefObject, useRef, useState } from "react"
import { pictureTypes } from "../../core/image-type"
import { type Media, numberedMedia } from "../../core/media"
import { Button, IconButton } from "../controls/button"
import { Picture } from "../display/pictures/picture"
import { useListEditor } from "../hooks/use-list-editor"
import { useT } from "../hooks/use-t"

/** Chooses the file that takes the place of the only picture. */
const ReplaceButton = ({ isReplacing, onReplace }: { isReplacing: boolean; onReplace: (files: File[]) => void }) => {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" tone="ghost" disabled={isReplacing} onClick={() => input.current?.click()}>
        {t("ui.replaceImage")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
        onChange={event => {
          onReplace([...(event.target.files ?? [])])
          event.target.value = ""
        }}
      />
    </>
  )
}

/** Pictures that are reordered by drag or by buttons, removed, and the only one replaced; each change is announced. */
export const MediaList = (props: {
  value: readonly Media[]
  onChange: (media: Media[]) => void
  nameOf: (url: string) => string | undefined
  /** Whether only one picture is allowed, which has no order. */
  isSingle: boolean
  /** Whether the picture that takes the place of the only one is being uploaded. */
  isReplacing: boolean
  onReplace: (files: File[]) => void
  /** Announces a change to assistive technology. */
  onAnnounce: (text: string) => void
  /** Takes the focus when the last picture is removed. */
  fallbackFocus: RefObject<HTMLElement | null>
}) => {
  const t = useT()
  const [dragged, setDragged] = useState<number>()
  const { value, isSingle, onAnnounce } = props
  const last = value.length - 1

  const editor = useListEditor<Media, HTMLUListElement>(value, media => props.onChange(numberedMedia(media)))
  const move = (from: number, to: number) => {
    if (!(to in value)) return
    editor.move(from, to)
    onAnnounce(t("ui.moved", { from: from + 1, to: to + 1 }))
  }
  const remove = (index: number) => {
    if (value.length === 1) props.fallbackFocus.current?.focus()
    editor.remove(index)
    onAnnounce(t("ui.imageRemoved", { number: index + 1 }))
  }

  return (
    <ul className="media-list" ref={editor.root} onDrop={event => event.preventDefault()}>
      {value.map(({ url }, index) => (
        <li
          key={url}
          data-entry
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
            {isSingle ? (
              <ReplaceButton isReplacing={props.isReplacing} onReplace={props.onReplace} />
            ) : (
              <>
                <IconButton
                  icon="left"
                  data-action="earlier"
                  label={t("ui.moveEarlier", { number: index + 1 })}
                  aria-disabled={index === 0 || undefined}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="right"
                  data-action="later"
                  label={t("ui.moveLater", { number: index + 1 })}
                  aria-disabled={index === last || undefined}
                  onClick={() => move(index, index + 1)}
                />
              </>
            )}
            <IconButton icon="trash" label={t("ui.removeImage", { number: index + 1 })} onClick={() => remove(index)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
