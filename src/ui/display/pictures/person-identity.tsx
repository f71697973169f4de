import type { ComponentProps } from "react"
import { Identity } from "./identity"

/** The identity of a person, whose name no translator changes. */
export const PersonIdentity = ({ children, ...props }: ComponentProps<typeof Identity>) => (
  <Identity {...props}>
    <bdi translate="no">{children}</bdi>
  </Identity>
)
