import { Alert } from "../../../ui/display/alert"
import { ScreenContext, useScreenContext } from "../../../ui/hooks/screen-context"
import { useCan } from "../../../ui/hooks/use-can"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { ListPage } from "../../../ui/pages/list/list-page"
import { lazyRecord } from "../../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../../ui/pages/loading/prefetch"
import { withTexts } from "../../../ui/pages/loading/with-texts"
import { activation } from "../../../ui/pages/record/record-actions"
import { cityOptions, isOwnSubsidiary } from "../api"
import { companyColumns, companyFilters } from "../columns"
import { getSubsidiary, listSubsidiaries, patchSubsidiary, subsidiaries } from "./api"

/** The list. The administrator of a subsidiary is offered no create, which the server refuses. */
export const List = () => {
  const t = useT()
  const screen = useScreenContext()
  const own = useQuery(isOwnSubsidiary, undefined).data
  const mayAdd = own === false || own === null
  return (
    <ScreenContext value={{ ...screen, has: { ...screen.has, add: screen.has.add && mayAdd } }}>
      <ListPage
        resource={subsidiaries}
        read={listSubsidiaries}
        columns={companyColumns}
        filters={useCan("companies.filters") ? companyFilters : undefined}
        header={own && <Alert tone="info" title={t("tenant.oneLevel")} />}
        {...activation(subsidiaries, patchSubsidiary)}
      />
    </ScreenContext>
  )
}

export const { Add, Edit, View } = lazyRecord(withTexts("subsidiaries.record", () => import("./record")))

export const prefetch = prefetchModule(subsidiaries, listSubsidiaries, getSubsidiary, [cityOptions])
