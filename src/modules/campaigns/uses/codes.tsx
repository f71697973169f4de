import { useState } from "react"
import type { Campaign } from "../../../contract/campaigns"
import { takesUses } from "../../../contract/campaigns/uses"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { generateCodes, listCodes } from "../../campaign-uses/api"
import { CodeList } from "../../records/codes/code-list"
import { UseDialog } from "./use-dialog"

/** The codes of a campaign, for people who may change it, and their uses (docs/contract.md#campaign-codes). */
export const Codes = ({ campaign }: { campaign: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const { may } = useScreenContext()
  const [code, setCode] = useState<string>()
  const { title, brandName, endDate, tenantName } = campaign
  const validity = t("codes.validUntil", { date: format.date(endDate) })
  return (
    <>
      <CodeList
        id={campaign.id}
        name="campaignCodes"
        coupon={{ title, brand: brandName, validity, owner: tenantName }}
        read={listCodes}
        generate={generateCodes}
        hasPersonal
        emptyText={t("codes.emptyOfCampaign")}
        mayExport={may("export")}
        itemOf={row => takesUses(campaign) && { label: t("campaign.use.add"), icon: "check", run: () => setCode(row.code) }}
      />
      {code !== undefined && <UseDialog campaign={campaign} code={code} onClose={() => setCode(undefined)} />}
    </>
  )
}
