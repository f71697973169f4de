import { type ReactNode, useEffect, useRef } from "react"
import { createPortal } from "react-dom"

/** What alone is printed: it asks for the printer as soon as it is rendered. @param onDone told when printing is over */
export const PrintSheet = ({ children, onDone }: { children: ReactNode; onDone: () => void }) => {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const over = () => done.current()
    addEventListener("afterprint", over)
    globalThis.print?.()
    return () => removeEventListener("afterprint", over)
  }, [])
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}
