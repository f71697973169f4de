import { proxy } from "valtio/vanilla"

/** A newer release took this page's files away: it has to be loaded anew sooner or later. */
export const release = proxy({ isGone: false })

export const releaseGone = () => {
  release.isGone = true
}
