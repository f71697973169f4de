/** A form with unsaved changes. */
type Owner = {
  /** Asks whether the changes may be lost. @returns true when the person agrees to leave */
  ask: () => Promise<boolean>
  /** Stores the changes as a draft. */
  saveDraft: () => void
}

/** Creates the registry of unsaved changes (docs/console.md#drafts). At most one form has unsaved changes at a time. */
export const createUnsavedChanges = () => {
  let owner: Owner | undefined
  return {
    /** Registers a form while it has unsaved changes. @returns unregisters it */
    register: (next: Owner) => {
      owner = next
      return () => {
        if (owner === next) owner = undefined
      }
    },
    /** Unregisters the form: its changes were saved or discarded. */
    clear: () => {
      owner = undefined
    },
    exist: () => owner !== undefined,
    saveDraft: () => owner?.saveDraft(),
    /** Returns true when there are no unsaved changes, or the person agrees to leave. */
    confirmLeave: async () => {
      if (!owner) return true
      const asked = owner
      const isConfirmed = await asked.ask()
      if (isConfirmed && owner === asked) owner = undefined
      return isConfirmed
    },
  }
}
