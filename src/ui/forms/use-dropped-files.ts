import { type DragEvent, type RefObject, useEffect, useEffectEvent, useState } from "react"
import { listen, stopAll } from "../../core/listen"

const hasFiles = (transfer: DataTransfer | null) => Boolean(transfer?.types.includes("Files"))

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea, input:not([type=file])"))

/**
 * Receives files that are dropped on a zone or pasted anywhere on its page. A drop outside the zone is cancelled, since the
 * browser would open the file. A paste of text into a text field is left to the field. If the focus is in a zone, only that
 * zone receives the pasted files.
 * @param onFiles called with the files
 */
export const useDroppedFiles = (root: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void) => {
  const [isOver, setOver] = useState(false)
  const onPaste = useEffectEvent(onFiles)

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const files = [...(clipboardData?.files ?? [])]
      if (!files.length || event.defaultPrevented) return
      if (isTextField(target) && clipboardData?.types.includes("text/plain")) return
      const element = target instanceof Element ? target : null
      const zone = element?.closest("[data-files]")
      const isElsewhere = (zone && zone !== root.current) || element?.closest("dialog") !== root.current?.closest("dialog")
      if (isElsewhere) return
      event.preventDefault()
      onPaste(files)
    }
    const cancelDrop = (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none"
    }
    return stopAll(listen(document, { paste }), listen(window, { dragover: cancelDrop, drop: cancelDrop }))
  }, [root])

  return {
    isOver,
    /** Event handlers of the zone. */
    zone: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
