import { useState } from "react"
import type { UseDraft } from "../../contract/gift-codes"
import type { GiftCard } from "../../contract/gifts"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { CodeList } from "../records/codes/code-list"
import type { Code } from "../records/codes/code-page"
import { isUsable } from "../records/codes/print-codes"
import { generateCodes, listCodes } from "./api"
import { codeActionsOf } from "./code-actions"
import { GiveDialog } from "./give-dialog"
import { UsageDialog } from "./usage-dialog"

/** The codes of a card, for people who may change it, and their uses. */
export const Codes = ({ gift, mayExport }: { gift: GiftCard; mayExport: boolean }) => {
  const t = useT()
  const format = useFormat()
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const [chosen, setChosen] = useState<readonly Code[]>()
  const validity = gift.validityEnd ? t("gift.validUntil", { date: format.date(gift.validityEnd) }) : t("gift.noEnd")
  return (
    <>
      <CodeList
        id={gift.id}
        name="giftCodes"
        coupon={{ title: gift.cardName, brand: gift.brand, validity, owner: gift.tenantName }}
        read={listCodes}
        generate={generateCodes}
        given={{ owner: gift.tenantId, actions: codeActionsOf(gift.id), onGive: setChosen }}
        emptyText={t("gift.codesEmptyText")}
        mayExport={mayExport}
        itemOf={row =>
          row.usedDate
            ? { label: t("gift.correct"), icon: "edit", run: () => setDraft({ code: row.code, isCorrection: true }) }
            : isUsable(row) && { label: t("gift.record"), icon: "check", run: () => setDraft({ code: row.code }) }
        }
      />
      {chosen && <GiveDialog gift={gift} codes={chosen} onClose={() => setChosen(undefined)} />}
      {draft && <UsageDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
