import { proxy } from "valtio/vanilla"

/** Changes that can still be taken back: the server's tokens of one action (decisions §2, Undo-Token), and until when (epoch ms). */
export type UndoOffer = { id: string; tokens: string[]; tags: string[]; title: string; expires: number }

export const undoOffers = proxy<{ list: UndoOffer[] }>({ list: [] })

/** How long the server keeps a token, ms. */
export const undoTtlMs = 10 * 60_000

export const undoOffered = (undo: UndoOffer) => {
  undoOffers.list.push(undo)
}

export const undoClosed = (id: string) => {
  undoOffers.list = undoOffers.list.filter(undo => undo.id !== id)
}

export const undoOffersRestored = (list: UndoOffer[]) => {
  undoOffers.list = list
}
