import { Component, type ReactNode } from "react"
import { errorMessage } from "../core/http/errors"
import { i18n, unsavedChanges } from "../state/instances"
import { ChunkLoadError, loadStyle, reloadOnce } from "../ui/pages/loading/chunk"
import { Empty } from "../ui/placeholders/empty"

type State = { error?: unknown }

/** Shows a message and a reload button in place of a screen that has thrown. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  /** Reloads the page when a newer release has replaced its files, unless there are unsaved changes. */
  override componentDidCatch(error: unknown) {
    // Public pages do not load the stylesheet of the message.
    loadStyle().catch(() => undefined)
    if (error instanceof ChunkLoadError && error.type === "missing" && !unsavedChanges.exist()) reloadOnce()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Empty
        isPage
        tone="danger"
        icon="alert"
        title={i18n.t("shell.broken")}
        text={errorMessage(error, "error.generic", i18n.t)}
        actions={[{ label: i18n.t("ui.retry"), icon: "refresh", tone: "primary", run: () => location.reload() }]}
      />
    )
  }
}
