import { gift } from "../../kinds/gift"
import { recordsOf } from "../../records/records"

export const giftRecords = recordsOf(gift)
