/** At most one screen holds unsaved work; whoever wants to leave it asks here first. */
type Ask = () => Promise<boolean>

let holder: Ask | undefined

/** Holds the page while there is unsaved work. @returns lets go again; @param ask true: the person agrees to leave. */
export const holdPage = (ask: Ask) => {
  holder = ask
  return () => {
    if (holder === ask) holder = undefined
  }
}

/** The work was saved: whatever holds the page lets go at once. */
export const letPageGo = () => {
  holder = undefined
}

export const isPageHeld = () => holder !== undefined

/** True when nothing is held, or the person agrees; the hold is then over. */
export const mayLeave = async () => {
  if (!holder) return true
  const asked = holder
  const agreed = await asked()
  if (agreed && holder === asked) holder = undefined
  return agreed
}
