import type { Code } from "../../../core/codes"
import type { Owned } from "../../hooks/screen-context"
import { CreatePage, type CreateProps } from "../form/create-page"
import { EditPage, type EditProps } from "../form/edit-page"
import { ViewPage, type ViewProps } from "./view-page"

type Call = "read" | "list" | "save" | "remove"

/** What the pages of a kind of record have in common, and its calls. */
type Kind<R, D extends object> = Omit<CreateProps<R, D>, Call> &
  Omit<EditProps<R, D>, Call> &
  Omit<ViewProps<R>, Call> & {
    calls: {
      get: CreateProps<R, D>["read"]
      list: ViewProps<R>["list"]
      add: CreateProps<R, D>["save"]
      update: EditProps<R, D>["save"]
      remove: ViewProps<R>["remove"]
    }
  }

/** Returns the pages on which records of a kind are created, edited and displayed, from its form, its calls and its content. */
export const recordPages = <R extends Owned & { id: string; updatedDate: string | null; status?: Code }, D extends object>({
  calls: { get, list, add, update, remove },
  ...kind
}: Kind<R, D>) => ({
  Add: () => <CreatePage {...kind} read={get} save={add} />,
  Edit: () => <EditPage {...kind} read={get} save={update} />,
  View: () => <ViewPage {...kind} read={get} list={list} remove={remove} />,
})
