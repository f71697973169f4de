import type { ComponentType } from "react"
import type { AuditedRecord } from "../../contract/modules"
import type { Code } from "../../core/codes"
import type { Owned } from "../../ui/hooks/screen-context"
import { CreatePage, type CreateProps } from "../../ui/pages/form/create-page"
import { EditPage, type EditProps } from "../../ui/pages/form/edit-page"
import type { HistorySpec } from "../../ui/pages/history/history-spec"
import { ViewPage, type ViewProps } from "../../ui/pages/record/view-page"
import { historyOf, lastChangeOf } from "../audit/api"
import { companyOptions } from "../owners/api"

/** What follows from the others: the calls, the history, and the owners of a new record. */
type Derived = "read" | "list" | "save" | "remove" | "lastChangeOf" | "owners" | "Content"

type Kind<R, D extends object> = Omit<CreateProps<R, D>, Derived> &
  Omit<EditProps<R, D>, Derived> &
  Omit<ViewProps<R>, Derived | "history"> & {
    calls: {
      get: CreateProps<R, D>["read"]
      list: ViewProps<R>["list"]
      add: CreateProps<R, D>["save"]
      update: EditProps<R, D>["save"]
      remove: ViewProps<R>["remove"]
    }
    /** The content of a record's page. */
    Content: ComponentType<{ record: R; history: HistorySpec }>
    /** Members of the wire whose values the form has under other names. */
    grouped?: readonly string[]
  }

/**
 * Returns the pages on which records of a kind are created, edited and displayed, and how their history is displayed.
 * @param record what the API calls the records
 */
export const recordPages = <
  R extends Owned & { id: string; updatedDate: string | null; status?: Code; approval?: string },
  D extends object,
>(
  record: AuditedRecord,
  { calls: { get, list, add, update, remove }, Content, grouped, ...kind }: Kind<R, D>,
) => {
  const form = { ...kind, owners: companyOptions, lastChangeOf: lastChangeOf(record) }
  const history = historyOf(record, form, kind.recordOf, { grouped })
  const Page = ({ record }: { record: R }) => <Content record={record} history={history} />
  return {
    history,
    Add: () => <CreatePage {...form} read={get} save={add} />,
    Edit: () => <EditPage {...form} read={get} save={update} />,
    View: () => <ViewPage {...form} history={history} read={get} list={list} remove={remove} Content={Page} />,
  }
}
