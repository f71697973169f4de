import { announcements as announcementTable, brands, campaigns as table, users } from "../../server/src/db/schema"
import { announcement } from "../../server/src/kinds/announcement"
import { storedFields } from "../../server/src/kinds/fields"
import { kindOf, nameOf } from "../../server/src/kinds/kind-of"
import * as announcements from "../../src/contract/announcements"
import * as contract from "../../src/contract/campaigns"
import * as employees from "../../src/contract/employees"
import { derivedStatus } from "../../src/core/derived-status"
import * as field from "../../src/core/fields"

/** What does not compile: each case is a whole kind with one thing wrong. */
const name = nameOf(brands.name, brands.id, table.brandId)
const number = announcement.status.sql.expression(new Date(0))
const reason = () => undefined
const counts = { participantCount: number, useCount: number, amountUsed: number }
const answers = { brandName: name, categoryName: name, giftCardName: name, ...counts }
const attention = { ending: reason, filling: reason, review: reason }
const { brandName, ...fewer } = answers
const { status } = contract
const right = { tag: "", noun: "", example: {}, sorts: {}, filters: {}, status, answers, attention }
const { status: _, ...withoutStatus } = right

kindOf("campaigns", table, contract, right)

// @ts-expect-error a member of the answer without a source
kindOf("campaigns", table, contract, { ...right, answers: fewer })
// @ts-expect-error a source of another type
kindOf("campaigns", table, contract, { ...right, answers: { ...fewer, brandName: number } })
// @ts-expect-error a reason of the contract without a condition
kindOf("campaigns", table, contract, { ...right, attention: { ending: reason } })
// @ts-expect-error no status, although the table has an intent
kindOf("campaigns", table, contract, withoutStatus)
// @ts-expect-error the status of another kind
kindOf("campaigns", table, contract, { ...right, status: announcements.status })
// @ts-expect-error a column that the table does not have
kindOf("campaigns", table, contract, { ...right, unlisted: ["participants"] })
// @ts-expect-error a column to keep that the table does not have
kindOf("campaigns", table, contract, { ...right, keeps: ["participants"] })
// @ts-expect-error a hook of a column that the table does not have
kindOf("campaigns", table, contract, { ...right, isValid: ({ participants }) => participants > 0 })

const { added } = announcements
/** The contract of announcements with other fields. */
const contractOf = <F extends field.Fields>(fields: F) => ({ fields, rules: field.rulesOf(fields), added })
const more = contractOf({ ...announcements.fields, colour: field.text(20) })
const other = contractOf({ ...announcements.fields, title: field.instantAt() })
const ofAnnouncements = { ...withoutStatus, answers: undefined, status: announcements.status, attention: { ending: reason } }
const colour = { stored: { colour: { read: () => "", write: () => ({}) } }, answers: { colour: () => "" } }

kindOf("announcements", announcementTable, more, { ...ofAnnouncements, ...colour })

// @ts-expect-error a field without a column
kindOf("announcements", announcementTable, more, ofAnnouncements)
// @ts-expect-error a field whose column has another type: an instant in a column of text
kindOf("announcements", announcementTable, other, ofAnnouncements)

const ofPeople = field.omitFields(employees.fields, "role")
storedFields(users, ofPeople)
// @ts-expect-error a field of people, who are a kind written by hand, without a column
storedFields(users, { ...ofPeople, colour: field.text(20) })

// @ts-expect-error a status without its cases
derivedStatus<announcements.Status, announcements.Intent>(announcements.statuses, "published", { draft: [{ intent: "draft" }] })

export { brandName }
