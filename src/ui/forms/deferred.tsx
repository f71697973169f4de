import { type ReactNode, useDeferredValue } from "react"

/** The later part of a form: rendered after the paint that shows the first one, so that its fields can be used sooner. */
export const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
