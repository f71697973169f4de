import { unsavedChanges } from "../state/instances"

type Traversal = Event & { navigationType: string; destination: { key: string; url: string } }
type NavigationApi = EventTarget & { traverseTo(key: string): unknown }

const navigationApi = () => (globalThis as { navigation?: NavigationApi }).navigation

/** Back and Forward, by the Navigation API. Links and menus ask through the router, a closing tab through beforeunload. */
const holdTraversals = (navigation: NavigationApi) => {
  const onNavigate = (event: Event) => {
    const { navigationType, destination } = event as Traversal
    if (navigationType !== "traverse" || !event.cancelable || !unsavedChanges.exist()) return
    event.preventDefault()
    unsavedChanges.confirmLeave().then(agreed => agreed && navigation.traverseTo(destination.key))
  }
  navigation.addEventListener("navigate", onNavigate)
  return () => navigation.removeEventListener("navigate", onNavigate)
}

/** Without that API: a Back that has already happened is undone at once, and repeated when the person agrees. */
const holdHistory = () => {
  let isUndoing = false
  const onPop = (event: PopStateEvent) => {
    if (isUndoing) {
      isUndoing = false
      event.stopImmediatePropagation()
      return
    }
    if (!unsavedChanges.exist()) return
    event.stopImmediatePropagation()
    isUndoing = true
    history.forward()
    unsavedChanges.confirmLeave().then(agreed => agreed && history.back())
  }
  addEventListener("popstate", onPop, { capture: true })
  return () => removeEventListener("popstate", onPop, { capture: true })
}

/** Guards unsaved work against Back, Forward and a closing tab. */
export const startUnsavedChanges = () => {
  const onUnload = (event: BeforeUnloadEvent) => {
    if (unsavedChanges.exist()) event.preventDefault()
  }
  addEventListener("beforeunload", onUnload)
  const navigation = navigationApi()
  const stop = navigation ? holdTraversals(navigation) : holdHistory()
  return () => {
    removeEventListener("beforeunload", onUnload)
    stop()
  }
}
