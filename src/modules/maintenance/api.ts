import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { MaintenanceDraft } from "../../contract/maintenance"
import type { Answer } from "../../core/http/answer"
import { read } from "../../core/http/query"
import { isRecord } from "../../core/is-record"
import { write } from "../../state/instances"

/** Calls of maintenance that is announced (docs/contract.md#maintenance). */

/** As it came: what reads it is loaded where something is announced. */
const announced = ({ value }: Answer) => (isRecord(value) ? value : null)

/** What is announced, asked again and again by every page; null without one. @throws HttpError 404 where the server has no such call */
export const followMaintenance = () => http.get("/maintenance", { anonymous: true, retry: false }).then(announced)

export const getMaintenance = read("maintenance.current", (_: undefined, signal) =>
  http.get("/maintenance", { signal }).then(announced).catch(ifMissing("maintenance")),
)
export const announceMaintenance = write("maintenance", ({ startDate, endDate, ...draft }: MaintenanceDraft) =>
  http.put("/maintenance", { ...draft, startDate: startDate || null, endDate: endDate || null }),
)
export const liftMaintenance = write("maintenance", () => http.delete("/maintenance"))
