import { proxy } from "valtio/vanilla"

/**
 * A change that the person made in this visit (docs/console.md#recent-actions). `title` is what was done, `subject` names the
 * record or records, `href` leads to the record; `at` and `expires` are epoch ms.
 */
export type RecentAction = {
  id: string
  title: string
  subject?: string
  href?: string
  at: number
  /** The server's undo tokens, one per changed record; empty when the action cannot be undone any more. */
  tokens: string[]
  /** Queries to invalidate after the undo. */
  tags: string[]
  /** End of the tokens; 0 for an action that never had any. */
  expires: number
  undo?: "requested" | "running" | "done"
}

/**
 * Oldest first. `isUndoUnsupported`: a deletion was answered without a token, so that none is to be expected of this server.
 */
export const recentActions = proxy<{ list: RecentAction[]; isUndoUnsupported: boolean }>({ list: [], isUndoUnsupported: false })

/** How long the server accepts a token (docs/contract.md#undo-tokens). */
export const undoTtlMs = 10 * 60_000

/** Largest number of actions; the oldest are dropped. */
const maxActions = 20

export const isUndoable = ({ tokens, undo }: Pick<RecentAction, "undo"> & { tokens: readonly string[] }) =>
  tokens.length > 0 && undo === undefined

export const actionRecorded = (action: RecentAction) => {
  recentActions.list = [...recentActions.list, action].slice(-maxActions)
}

export const recentActionsRestored = (list: RecentAction[]) => {
  recentActions.list = list
}

export const setUndoUnsupported = (isLacking: boolean) => {
  recentActions.isUndoUnsupported = isLacking
}

const change = (id: string, patch: Partial<RecentAction>) => {
  const action = recentActions.list.find(action => action.id === id)
  if (action) Object.assign(action, patch)
}

/** Asks for the undo of an action; effects/undo.ts performs it. Ignored if it cannot be undone. */
export const undoRequested = (id: string) => {
  const action = recentActions.list.find(action => action.id === id)
  if (action && isUndoable(action)) action.undo = "requested"
}

export const undoStarted = (id: string) => change(id, { undo: "running" })

/** The undo has ended. @param unanswered the tokens without an answer, which can be sent again */
export const undoEnded = (id: string, isDone: boolean, unanswered: string[] = []) =>
  change(id, { undo: isDone ? "done" : undefined, tokens: unanswered })

/** Drops the tokens of actions that have expired. @param now epoch ms */
export const undosExpired = (now: number) => {
  for (const action of recentActions.list) if (action.tokens.length && action.expires <= now) action.tokens = []
}
