import { z } from "zod"
import { newPersonKinds, type Proposal } from "../../../src/contract/approval"
import { type ApprovalSetting, approvableModules, approvalNeeds } from "../../../src/contract/approvals"
import { moduleTable } from "../../../src/contract/modules"
import { kindNamed } from "../kinds"
import { type Calls, exampleId, literalTrue, tagged } from "../records/call"
import { settingBody } from "../resources/approval-settings"
import { commentBody } from "../resources/approvals"
import { id, instant, named, text, total } from "./values"

const members = z.record(z.string(), z.unknown())

const person = z.object({ email: text, name: text, at: instant })

const newPerson = named("NewPerson", {
  person: z.enum(["approver", "sender"]),
  how: z.enum(newPersonKinds),
  at: instant,
  blockedUntil: instant.nullable(),
})

const proposal = named("Proposal", {
  state: z.enum(["waiting", "returned"]),
  email: text,
  name: text,
  at: instant,
  isOwn: z.boolean(),
  newPerson: newPerson.nullable(),
  step: text.nullable(),
  note: text,
  comment: text,
  returned: person.nullable(),
  before: members,
  after: members,
  current: members.nullable(),
}) satisfies z.ZodType<Proposal>

const settingChange = named("SettingChange", {
  version: text,
  email: text,
  name: text,
  at: instant,
  isOwn: z.boolean(),
  removed: z.array(z.enum(approvalNeeds)),
  waitDays: total.nullable(),
  newPerson: newPerson.nullable(),
})

const setting = named("ApprovalSetting", {
  tenantId: id.nullable(),
  modules: z.array(z.enum(approvalNeeds)),
  inherited: z.array(z.enum(approvalNeeds)),
  waitDays: total.nullable(),
  people: total,
  unrestricted: total,
  change: settingChange.nullable(),
}) satisfies z.ZodType<ApprovalSetting>

/** Approval by a second person. */
export const approvalCalls: Calls = {
  ...tagged("Approvals", {
    "GET /approval/settings": { summary: "What needs approval, by owner within reach", value: z.array(setting) },
    "PUT /approval/settings": {
      summary: "Set what needs approval for one owner",
      body: settingBody,
      example: { tenantId: exampleId, modules: ["campaigns"] },
      value: z.array(setting),
    },
    "POST /approval/settings/:owner/approve": {
      summary: "Make the change of a setting that waits",
      value: z.array(setting),
    },
    "DELETE /approval/settings/:owner/change": {
      summary: "Withdraw or return the change of a setting that waits",
      value: z.array(setting),
    },
  }),
  ...Object.assign(
    {},
    ...approvableModules.map(module => {
      const entity = moduleTable[module].record ?? "campaign"
      const { tag, noun } = kindNamed(entity)
      const path = `/${entity}/:id/proposal`
      const example = { comment: "Tarihleri kontrol edin." }
      return tagged(tag, {
        [`GET ${path}`]: { summary: `The change of one ${noun} that waits for approval, or was returned`, value: proposal },
        [`POST ${path}/approve`]: { summary: `Make the change of one ${noun}`, body: commentBody, example, value: literalTrue },
        [`POST ${path}/return`]: {
          summary: `Return the change of one ${noun} with a comment`,
          body: commentBody,
          example,
          required: ["comment"],
          value: literalTrue,
        },
        [`DELETE ${path}`]: { summary: `Withdraw one’s own change of one ${noun}`, value: literalTrue },
      })
    }),
  ),
}
