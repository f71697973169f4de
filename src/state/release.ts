import { proxy } from "valtio/vanilla"

/** A newer release took this page's files away: it has to be loaded anew sooner or later. */
export const release = proxy({ isReplaced: false })

export const releaseReplaced = () => {
  release.isReplaced = true
}
