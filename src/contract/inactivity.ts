/** How long a session lasts without input in any tab (docs/console.md#inactivity). */
export const inactivityTimeoutMs = 30 * 60_000
