import { proxy } from "valtio/vanilla"

/** Changes that can still be taken back: the server's tokens of one action (decisions §2, Undo-Token), and until when (epoch ms). */
export type Undo = { id: string; tokens: string[]; tags: string[]; title: string; expires: number }

export const undos = proxy<{ list: Undo[] }>({ list: [] })

/** How long the server keeps a token, ms. */
export const undoTtlMs = 10 * 60_000

export const undoOffered = (undo: Undo) => {
  undos.list.push(undo)
}

export const undoClosed = (id: string) => {
  undos.list = undos.list.filter(undo => undo.id !== id)
}

export const undosRestored = (list: Undo[]) => {
  undos.list = list
}
