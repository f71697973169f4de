/**
 * Takes a Web Lock for as long as its holder likes. On a page without Web Locks nothing is locked (docs/console.md#plain-http).
 * @returns releases it; undefined while another tab holds it
 */
export const holdLock = (name: string) =>
  new Promise<(() => void) | undefined>(resolve => {
    const { locks } = navigator
    if (!locks) return resolve(() => {})
    locks.request(name, { ifAvailable: true }, lock =>
      lock ? new Promise<void>(release => resolve(release)) : resolve(undefined),
    )
  })
