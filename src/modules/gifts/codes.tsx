import { useState } from "react"
import type { UseDraft } from "../../contract/gift-codes"
import type { GiftCard } from "../../contract/gifts"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { CodeList } from "../records/codes/code-list"
import { generateCodes, listCodes } from "./api"
import { UsageDialog } from "./usage-dialog"

/** The codes of a card, for people who may change it, and their uses. */
export const Codes = ({ gift, mayExport }: { gift: GiftCard; mayExport: boolean }) => {
  const t = useT()
  const format = useFormat()
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const validity = gift.validityEnd ? t("gift.validUntil", { date: format.date(gift.validityEnd) }) : t("gift.noEnd")
  return (
    <>
      <CodeList
        id={gift.id}
        name="giftCodes"
        coupon={{ title: gift.cardName, brand: gift.brand, validity, owner: gift.tenantName }}
        read={listCodes}
        generate={generateCodes}
        emptyText={t("gift.codesEmptyText")}
        mayExport={mayExport}
        itemOf={({ code, usedDate }) =>
          usedDate
            ? { label: t("gift.correct"), icon: "edit", run: () => setDraft({ code, isCorrection: true }) }
            : { label: t("gift.record"), icon: "check", run: () => setDraft({ code }) }
        }
      />
      {draft && <UsageDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
