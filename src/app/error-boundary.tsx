import { Component, type ReactNode } from "react"
import { errorMessage } from "../core/errors"
import { i18n, unsavedChanges } from "../state/instances"
import { Empty } from "../ui/display/empty"

import { ChunkLoadError, loadStyle, reloadOnce } from "./chunk"

type State = { error?: unknown }

/** A screen that broke: a message and a way on instead of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  /** A release took this page's files away: the page is loaded anew, once, unless unsaved work would be lost. */
  override componentDidCatch(error: unknown) {
    // A public page has not brought the sheet that states are drawn with.
    loadStyle().catch(() => undefined)
    if (error instanceof ChunkLoadError && error.type === "missing" && !unsavedChanges.exist()) reloadOnce()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Empty
        tone="danger"
        icon="alert"
        title={i18n.t("shell.broken")}
        text={errorMessage(error, "error.generic", i18n.t)}
        actions={[{ label: i18n.t("ui.retry"), icon: "refresh", tone: "primary", run: () => location.reload() }]}
      />
    )
  }
}
