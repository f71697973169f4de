import { findIn, records } from "../../records/records"
import { presentUser, selectUsers, visibleUsers } from "./output"

export const userRecords = records({ entity: "user", find: findIn("user", selectUsers, visibleUsers, presentUser) })
