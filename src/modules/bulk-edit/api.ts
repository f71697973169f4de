import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { editOutcomesOf } from "../../contract/bulk-edit"
import { moduleTable, type RecordModule } from "../../contract/modules"
import { write } from "../../state/instances"
import { noted, proposes } from "../records/api"

type Edit = { ids: string[]; body: object; note?: string | undefined }

/** Sets the member of `body` on records, at most 500. @returns a call with an outcome for each (docs/contract.md#bulk-edit) */
export const editRecords = (module: RecordModule) =>
  write(module, async ({ ids, body, note }: Edit) =>
    http
      .put(`/${moduleTable[module].record}/bulk`, { ids, ...body, ...noted(note) }, proposes(module))
      .then(({ value }) => editOutcomesOf(value))
      .catch(ifMissing("records.bulkEdit")),
  )
