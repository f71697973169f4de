import { proxy } from "valtio/vanilla"

/** Whether a newer release has replaced the files of this page, which then has to be reloaded (docs/console.md#chunks). */
export const release = proxy({ isReplaced: false })

export const releaseReplaced = () => {
  release.isReplaced = true
}
