/** At most one screen holds unsaved work; whoever wants to leave it asks here first. */
type Work = {
  /** @returns true when the person agrees to leave */
  ask: () => Promise<boolean>
  /** Keeps what is typed as a draft, now. */
  keep: () => void
}

let holder: Work | undefined

/** Holds the page while there is unsaved work. @returns lets go again */
export const holdUnsavedChanges = (work: Work) => {
  holder = work
  return () => {
    if (holder === work) holder = undefined
  }
}

/** The work was saved or given up: whatever holds the page lets go at once. */
export const releaseUnsavedChanges = () => {
  holder = undefined
}

export const hasUnsavedChanges = () => holder !== undefined

/** The session is about to end: what is typed is kept while its owner is still known. */
export const saveDraftNow = () => holder?.keep()

/** True when nothing is held, or the person agrees; the hold is then over. */
export const confirmLeave = async () => {
  if (!holder) return true
  const asked = holder
  const agreed = await asked.ask()
  if (agreed && holder === asked) holder = undefined
  return agreed
}
