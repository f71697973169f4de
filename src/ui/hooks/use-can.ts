import { useState } from "react"
import type { Read } from "../../core/http/query"
import { can, type Feature, NotOffered } from "../../state/features"
import { useQuery } from "./use-query"

/**
 * Whether the server has a feature; what needs it is left out where it has not. The answer stays while the component is mounted: what
 * a person has open, or types in, does not go when a call turns out to be missing.
 */
export const useCan = (feature: Feature): boolean => useState(() => can(feature))[0]

/**
 * Subscribes to a read that the server may lack. `isOffered` is false where it does, also where its call has just turned out to be
 * missing; data that is there stays.
 */
export const useOfferedQuery = <A, T>(feature: Feature, read: Read<A, T>, args: A, isEnabled = true) => {
  const isAsked = useCan(feature)
  const entry = useQuery(read, args, isAsked && isEnabled)
  return { entry, isOffered: isAsked && (entry.data !== undefined || !(entry.error instanceof NotOffered)) }
}
