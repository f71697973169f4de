import { proxy } from "valtio/vanilla"

/**
 * An action that can be undone (docs/console.md#undo-offers). `tokens`: the server's undo tokens, one per changed record;
 * `tags`: queries to invalidate afterwards; `expires`: epoch ms.
 */
export type UndoOffer = { id: string; tokens: string[]; tags: string[]; title: string; expires: number }

/** `isMissing`: a deletion was answered without a token, so that none is to be expected of this server. */
export const undoOffers = proxy<{ list: UndoOffer[]; isMissing: boolean }>({ list: [], isMissing: false })

/** How long the server accepts a token (docs/contract.md#undo-tokens). */
export const undoTtlMs = 10 * 60_000

export const undoOffered = (offer: UndoOffer) => {
  undoOffers.list.push(offer)
}

export const undoMissing = (isMissing: boolean) => {
  undoOffers.isMissing = isMissing
}

export const undoClosed = (id: string) => {
  undoOffers.list = undoOffers.list.filter(offer => offer.id !== id)
}

export const undoOffersRestored = (list: UndoOffer[]) => {
  undoOffers.list = list
}
