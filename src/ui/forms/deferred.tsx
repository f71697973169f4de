import { type ReactNode, useDeferredValue } from "react"

/** The later part of a form or dialog: rendered after the paint that shows the first one. */
export const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
