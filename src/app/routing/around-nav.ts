import type { AroundNavHandler } from "wouter"
import { unsavedChanges } from "../../state/instances"

/** What the router does around each navigation: it asks first where changes are not saved. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (!unsavedChanges.exist()) navigate(to, options)
  else unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && navigate(to, options))
}
