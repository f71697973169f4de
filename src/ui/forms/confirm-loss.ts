import type { Translate } from "../../core/text/i18n"
import { confirmation } from "../../state/instances"

/** Asks whether unsaved changes may be lost. @param text what is lost, and what is kept; empty: nothing, and it asks nothing */
export const confirmLoss = async (text: string, t: Translate): Promise<boolean> =>
  !text ||
  confirmation.ask({
    title: t("ui.leaveTitle"),
    text,
    confirmLabel: t("ui.leave"),
    cancelLabel: t("ui.stay"),
    tone: "danger",
  })
