import { listen, stopAll } from "../core/listen"
import { unsavedChanges } from "../state/instances"

type Traversal = Event & { navigationType: string; destination: { key: string; url: string } }
type NavigationApi = EventTarget & { traverseTo(key: string): unknown }

const navigationApi = () => (globalThis as { navigation?: NavigationApi }).navigation

/** Intercepts Back and Forward through the Navigation API. Links ask through the router, closing the tab through `beforeunload`. */
const interceptTraversals = (navigation: NavigationApi) => {
  const onNavigate = (event: Event) => {
    const { navigationType, destination } = event as Traversal
    if (navigationType !== "traverse" || !event.cancelable || !unsavedChanges.exist()) return
    event.preventDefault()
    unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && navigation.traverseTo(destination.key))
  }
  return listen(navigation, { navigate: onNavigate })
}

/** Intercepts Back without the Navigation API: reverts the navigation, and repeats it when the person agrees to leave. */
const interceptHistory = () => {
  let isReverting = false
  const onPop = (event: PopStateEvent) => {
    if (isReverting) {
      isReverting = false
      event.stopImmediatePropagation()
      return
    }
    if (!unsavedChanges.exist()) return
    event.stopImmediatePropagation()
    isReverting = true
    history.forward()
    unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && history.back())
  }
  return listen(window, { popstate: onPop }, { capture: true })
}

/** Asks before Back, Forward or closing the tab loses unsaved changes (docs/console.md#drafts). */
export const startUnsavedChanges = () => {
  const onUnload = (event: BeforeUnloadEvent) => {
    if (unsavedChanges.exist()) event.preventDefault()
  }
  const navigation = navigationApi()
  return stopAll(listen(window, { beforeunload: onUnload }), navigation ? interceptTraversals(navigation) : interceptHistory())
}
