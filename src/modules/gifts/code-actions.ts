import type { CodeAction, GiftCodeState } from "../../contract/gift-codes"
import type { IconName } from "../../ui/display/icons/icon"
import type { LotAction } from "../../ui/lists/bulk-action"
import { stateLabels } from "../records/codes/code-list"
import type { Code } from "../records/codes/code-page"
import { runLots } from "../records/run-lots"
import { changeCodes } from "./api"

/** What is done with selected codes of a card (docs/contract.md#given-codes). */
export const codeActionsOf = (giftId: string): LotAction<Code>[] => {
  const action = (name: CodeAction, icon: IconName, states: readonly GiftCodeState[]) =>
    ({
      label: `gift.codes.${name}`,
      icon,
      done: `gift.codes.${name}Done`,
      unchanged: "gift.codes.unchanged",
      confirm: { title: `gift.codes.${name}Title`, text: `gift.codes.${name}Text` },
      appliesTo: row => states.some(state => state === row.state) && !(name === "mail" && row.isMailed),
      reasonOf: row => (row.state === "given" ? "gift.codes.alreadyMailed" : stateLabels[row.state ?? "used"]),
      runAll: runLots(ids => changeCodes(giftId, ids, name)),
    }) as const satisfies LotAction<Code>
  return [
    action("mail", "mail", ["given"]),
    action("takeBack", "history", ["given"]),
    { ...action("cancel", "minus", ["free", "given", "expired"]), tone: "danger" },
  ]
}
