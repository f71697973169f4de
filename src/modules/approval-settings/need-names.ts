import type { ApprovalNeed } from "../../contract/approvals"
import { nameOfModule } from "../../contract/modules"
import type { Translate } from "../../core/text/i18n"

export const nameOfNeed = (need: ApprovalNeed, t: Translate) => {
  if (need === "draws.entries") return t("approval.need.entries")
  return need === "draws.drawing" ? t("approval.need.drawing") : t(nameOfModule(need))
}

export const namesOfNeeds = (needs: readonly ApprovalNeed[], t: Translate) => needs.map(need => nameOfNeed(need, t)).join(", ")
