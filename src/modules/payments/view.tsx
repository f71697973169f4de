import type { PaymentRecord } from "../../contract/payments"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useT } from "../../ui/hooks/use-t"
import { ActivityBadge } from "../../ui/lists/activity"
import { ViewPage } from "../../ui/pages/view-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { getProvider, removeProvider } from "./api"

const Body = ({ record }: { record: PaymentRecord }) => {
  const t = useT()
  const format = useFormat()
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("payment.about")}>
          <p className={record.description ? "prose" : "subtle"}>{record.description || t("payment.noDescription")}</p>
        </Card>
        <Card title={t("payment.contact")}>
          <Facts
            items={[
              [t("payment.contactPerson"), record.contactPerson],
              [t("payment.email"), record.email && <MailLink address={record.email} />],
              [t("payment.phone"), record.phone && <PhoneLink number={record.phone} />],
              [t("payment.website"), record.website && <WebLink url={record.website} />],
              [t("payment.address"), record.address],
            ]}
          />
        </Card>
      </div>
      <aside className="stack">
        <Card title={t("payment.details")}>
          {record.logo && <img className="thumb" src={record.logo} alt={t("payment.logo")} />}
          <Facts
            items={[
              [t("payment.categories"), categories(record.categoryIds)],
              [t("payment.companies"), companies(record.tenantIds)],
              [t("payment.createdAt"), format.dateTime(record.createdDate)],
              [t("payment.updatedAt"), format.dateTime(record.updatedDate)],
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

export const View = () => (
  <ViewPage
    name="payments"
    words="payment"
    read={getProvider}
    titleOf={record => record.name}
    badge={record => <ActivityBadge value={record.status} />}
    remove={removeProvider}
  >
    {record => <Body record={record} />}
  </ViewPage>
)
