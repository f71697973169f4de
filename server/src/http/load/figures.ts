/** What the server takes on at the same time (docs/operations.md#load-limits). */

/** Calls that are handled; further ones are answered with 503. */
export const maxCalls = { inAll: 200, ofAddress: 150, ofWiderNetwork: 175, ofAccount: 50 }

/** Reads that wait for their turn, of an account and of an address without a session, behind which there may be many people. */
export const maxWaiting = { ofAccount: 40, ofAddress: 150 }

/** Reads of one account that run: the embedded database works in this thread, PostgreSQL in ten connections. */
export const lanes = { embedded: 1, postgres: 4 }

/** Bodies that are received; above that the oldest is answered with 408. */
export const maxBodies = { inAll: 200, ofAddress: 50 }

/**
 * Waits for other machines, of one owner (a company, the platform, or without a session an address). A machine that hangs occupies
 * these places only.
 */
export const maxOutside = {
  /** The AI service. */
  ai: { inAll: 20, ofOwner: 10 },
  /** The mail server, before something is stored for a mail, and while the mails of a call are sent. */
  mail: { inAll: 150, ofOwner: 30 },
  /** The name servers of an endpoint's address. */
  names: { inAll: 50, ofOwner: 4 },
  webhookTests: { inAll: 50, ofOwner: 2 },
  /** The bucket: pictures that are shown, and that are stored. */
  pictures: { inAll: 300, ofOwner: 150 },
  uploads: { inAll: 60, ofOwner: 20 },
}
