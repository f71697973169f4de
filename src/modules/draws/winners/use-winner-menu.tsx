import { type ReactNode, useState } from "react"
import { type Draw, type Winner, winnerStates } from "../../../contract/draws/draws"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { Menu, type MenuItem, type MenuItems } from "../../../ui/overlays/menu"
import { changeWinner } from "../api"
import { DropDialog } from "../steps/step-dialogs"
import { useStepApproval } from "../steps/use-step-approval"
import { type Drop, isIn, nextStates } from "./winners"

const icons = { notified: "mail", delivered: "check", declined: "x", expired: "clock", void: "trash" } as const

/** Returns the menu of a winner for people who may run the draw, and the dialog that it opens. */
export const useWinnerMenu = (draw: Draw) => {
  const t = useT()
  const mayRun = useScreenContext().may("run") && draw.lock !== null
  const { labelOf } = useStepApproval(draw, "draws.drawing")
  const [drop, setDrop] = useState<{ winner: Winner; kind: Drop }>()

  const note = async ({ place, name }: Winner, state: "notified" | "delivered") => {
    try {
      await changeWinner(draw.id, place, { state: winnerStates.value(state) })
      notifySuccess(t(`draw.noted.${state}`, { name }))
    } catch (error) {
      notifyFailure(error, "draw.stepFailed")
    }
  }
  const itemsOf = (winner: Winner): MenuItems => [
    ...nextStates(winner).map((state): MenuItem => {
      const label = t(`draw.note.${state as "notified"}`)
      const icon = icons[state as "notified"]
      return state === "notified" || state === "delivered"
        ? { label, icon, run: () => note(winner, state) }
        : { label: labelOf(label), icon, run: () => setDrop({ winner, kind: state as Drop }) }
    }),
    isIn(winner) && { separator: true },
    isIn(winner) && {
      label: labelOf(t("draw.note.void")),
      icon: icons.void,
      tone: "danger",
      run: () => setDrop({ winner, kind: "void" }),
    },
  ]
  return {
    menuOf: (winner: Winner): ReactNode =>
      mayRun && isIn(winner) && <Menu label={t("ui.actionsOf", { title: winner.name })} items={() => itemsOf(winner)} />,
    dialog: drop && <DropDialog draw={draw} {...drop} onClose={() => setDrop(undefined)} />,
  }
}
