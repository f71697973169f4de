import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from "react"
import { createPortal } from "react-dom"
import { listen } from "../../core/listen"
import { FullDates } from "../hooks/use-format"

/** Content that is printed in place of the page, from mounting on. @param onDone called after the print dialog closes */
export const PrintSheet = ({ children, onDone }: { children: ReactNode; onDone: () => void }) => {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const stop = listen(window, { afterprint: () => done() })
    globalThis.print?.()
    return stop
  }, [])
  return createPortal(
    <FullDates value={true}>
      <div className="print-sheet">{children}</div>
    </FullDates>,
    document.body,
  )
}

/** Returns a component whose content is printed in place of the page. */
export const printed =
  <P extends object>(Content: ComponentType<P>) =>
  ({ onDone, ...props }: P & { onDone: () => void }) => (
    <PrintSheet onDone={onDone}>
      <Content {...(props as unknown as P)} />
    </PrintSheet>
  )
