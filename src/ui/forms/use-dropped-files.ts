import { type DragEvent, type RefObject, useEffect, useRef, useState } from "react"

const hasFiles = (transfer: DataTransfer | null) => Boolean(transfer?.types.includes("Files"))

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea, input:not([type=file])"))

/**
 * Files that are dropped on a zone or pasted on its page. A file dropped beside the zone must not replace the page; a paste
 * into a text field that brings text stays the field's; with several zones, the one that holds the focus is asked first.
 */
export const useDroppedFiles = (root: RefObject<HTMLElement | null>, take: (files: File[]) => void) => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const files = [...(clipboardData?.files ?? [])]
      if (!files.length || event.defaultPrevented) return
      if (isText(target) && clipboardData?.types.includes("text/plain")) return
      const at = target instanceof Element ? target : null
      const zone = at?.closest("[data-files]")
      const isElsewhere = (zone && zone !== root.current) || at?.closest("dialog") !== root.current?.closest("dialog")
      if (isElsewhere) return
      event.preventDefault()
      latest.current(files)
    }
    const stray = (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none"
    }
    document.addEventListener("paste", paste)
    addEventListener("dragover", stray)
    addEventListener("drop", stray)
    return () => {
      document.removeEventListener("paste", paste)
      removeEventListener("dragover", stray)
      removeEventListener("drop", stray)
    }
  }, [root])

  return {
    isOver,
    /** For the zone. */
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
        latest.current([...event.dataTransfer.files])
      },
    },
  }
}
