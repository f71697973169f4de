import { type ReactNode, useEffect, useEffectEvent } from "react"
import { createPortal } from "react-dom"

/** Content that is printed in place of the page, from mounting on. @param onDone called after the print dialog closes */
export const PrintSheet = ({ children, onDone }: { children: ReactNode; onDone: () => void }) => {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const onAfterPrint = () => done()
    addEventListener("afterprint", onAfterPrint)
    globalThis.print?.()
    return () => removeEventListener("afterprint", onAfterPrint)
  }, [])
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}
