import { type Draw, statuses, winnerStates } from "../../../contract/draws/draws"
import { prizeHolders } from "../winners/winners"

/** What has to be done next with a draw; undefined: nothing. */
export type Step = "publish" | "collect" | "lock" | "wait" | "run" | "notify" | "deliver"

/** @param now epoch ms */
export const nextStep = (draw: Draw, now: number): Step | undefined => {
  const { lock, winners } = draw
  switch (statuses.name(draw.status)) {
    case "draft":
      return "publish"
    case "open":
      return "collect"
    case "closed":
      if (!lock) return "lock"
      return now < Date.parse(draw.drawDate) ? "wait" : "run"
    case "drawn": {
      // Nothing can be noted of a result that was not drawn by the steps.
      if (!lock) return undefined
      const states = prizeHolders(winners).map(({ state }) => winnerStates.name(state))
      if (states.includes("drawn")) return "notify"
      return states.includes("notified") ? "deliver" : undefined
    }
    default:
      return undefined
  }
}
