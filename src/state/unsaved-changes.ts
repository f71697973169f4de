/** At most one screen has unsaved changes; whoever wants to leave it asks here first. */
type Holder = {
  /** @returns true when the person agrees to leave */
  ask: () => Promise<boolean>
  /** Keeps the changes as a draft, now. */
  saveDraft: () => void
}

export const createUnsavedChanges = () => {
  let holder: Holder | undefined
  return {
    /** Holds the page while there are unsaved changes. @returns releases it */
    register: (next: Holder) => {
      holder = next
      return () => {
        if (holder === next) holder = undefined
      }
    },
    /** The changes were saved or discarded. */
    clear: () => {
      holder = undefined
    },
    exist: () => holder !== undefined,
    /** The session is about to end: drafts are bound to the person, who is still known. */
    saveDraft: () => holder?.saveDraft(),
    /** True when there are none, or the person agrees to lose them. */
    confirmLeave: async () => {
      if (!holder) return true
      const asked = holder
      const agreed = await asked.ask()
      if (agreed && holder === asked) holder = undefined
      return agreed
    },
  }
}
