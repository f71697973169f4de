import { useState } from "react"
import type { GiveResult } from "../../contract/gift-codes"
import type { GiftCard } from "../../contract/gifts"
import { randomId } from "../../core/hashing/random-id"
import { type Rules, required, when } from "../../core/rules"
import { notifyFailure, offerUndo } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Segmented } from "../../ui/controls/segmented"
import { Switch } from "../../ui/controls/switch"
import { Alert } from "../../ui/display/alert"
import { useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { departmentOptions } from "../departments/api"
import type { Code } from "../records/codes/code-page"
import { PersonField } from "../records/person-field"
import { searchPeople } from "../records/search-people"
import { giveCodes } from "./api"

const ways = ["person", "emails", "department"] as const
type GiveDraft = { by: (typeof ways)[number]; employeeId: string; emails: string; departmentId: string; mail: boolean }

const isBy = (by: GiveDraft["by"]) => (draft: GiveDraft) => draft.by === by
/** The addresses in a pasted text, whatever is between them. */
const addressesIn = (text: string) => text.match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+/g) ?? []

const rules: Rules<GiveDraft> = {
  employeeId: when(isBy("person"), required("gift.give.personRequired")),
  emails: when(isBy("emails"), ({ emails }) => (addressesIn(emails).length ? undefined : "gift.give.emailsRequired")),
  departmentId: when(isBy("department"), required("gift.give.departmentRequired")),
}

/** The members of the call; of the ways, the chosen one counts. */
const bodyOf = ({ by, employeeId, emails, departmentId, mail }: GiveDraft) => ({
  ...(by === "person" && { employeeIds: [employeeId] }),
  ...(by === "emails" && { emails: addressesIn(emails) }),
  ...(by === "department" && { departmentId }),
  mail,
})

type Plan = GiveResult & { body: object; mail: boolean }

/** Who gets a code, and who gets none and why, before codes are given. */
const Preview = ({ gift, plan, onBack, onClose }: { gift: GiftCard; plan: Plan; onBack: () => void; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [idempotencyKey] = useState(randomId)
  const count = plan.rows.filter(({ outcome }) => outcome === "given").length
  const others = plan.rows.flatMap(({ employeeId, name, outcome }) =>
    outcome === "given" ? [] : [{ name, outcome, key: employeeId ?? name }],
  )
  const give = async () => {
    setBusy(true)
    try {
      const { undoToken } = await giveCodes(gift.id, plan.body, { idempotencyKey })
      offerUndo(undoToken, ["gifts"], t("gift.give.done", { count }), { subject: gift.cardName })
      onClose()
    } catch (error) {
      notifyFailure(error, "gift.give.failed")
      setBusy(false)
    }
  }
  return (
    <Dialog title={t("gift.give.open")} text={t("gift.give.free", { count: plan.free })} icon="gift" onClose={onClose}>
      <div className="dialog__body">
        <p>
          <b>{t("gift.give.count", { count, number: format.number(count) })}</b> {plan.mail && count > 0 && t("gift.give.mailed")}
        </p>
        {others.length > 0 && (
          <>
            <Alert tone="warning" title={t("gift.give.others", { count: others.length, number: format.number(others.length) })} />
            <ul className="bulk-names">
              {others.map(({ name, outcome, key }) => (
                <li key={key}>
                  <b translate="no">{name}</b>
                  <span>{t(`gift.outcome.${outcome}`)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="dialog__foot">
        <Button onClick={onBack}>{t("gift.give.back")}</Button>
        {count > 0 && (
          <Button data-focus tone="primary" icon="check" busy={isBusy} onClick={give}>
            {t("gift.give.confirm", { count, number: format.number(count) })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const WhoField = ({
  form,
  search,
}: {
  form: Parameters<Parameters<typeof DialogForm<GiveDraft>>[0]["children"]>[0]
  search: ReturnType<typeof searchPeople>
}) => {
  const t = useT()
  const by = useObservable(form.value("by"))
  const mail = useObservable(form.value("mail"))
  return (
    <>
      <Segmented
        label={t("gift.give.by")}
        value={by}
        onChange={by => form.change({ by })}
        options={ways.map(value => ({ value, label: t(`gift.give.${value}`) }))}
      />
      {by === "person" && (
        <PersonField {...form.bind("employeeId")} loadOptions={search} placeholder={t("gift.give.personSearch")} required />
      )}
      {by === "emails" && <TextField {...form.bind("emails")} hint={t("gift.give.emailsHint")} rows={6} required />}
      {by === "department" && (
        <ChoiceField
          {...form.bind("departmentId")}
          options={departmentOptions}
          placeholder={t("gift.give.departmentSearch")}
          hint={t("gift.give.departmentHint")}
          required
        />
      )}
      <Switch label={t("gift.give.mail")} hint={t("gift.give.mailHint")} value={mail} onChange={mail => form.change({ mail })} />
    </>
  )
}

/** Gives free codes to people, one to each (docs/contract.md#given-codes). @param codes empty where none is chosen */
export const GiveDialog = ({ gift, codes, onClose }: { gift: GiftCard; codes: readonly Code[]; onClose: () => void }) => {
  const t = useT()
  const [plan, setPlan] = useState<Plan>()
  const [draft, setDraft] = useState<GiveDraft>({ by: "person", employeeId: "", emails: "", departmentId: "", mail: true })
  const [search] = useState(() => searchPeople(""))
  if (plan) return <Preview gift={gift} plan={plan} onBack={() => setPlan(undefined)} onClose={onClose} />
  return (
    <DialogForm<GiveDraft>
      title={t("gift.give.open")}
      text={codes.length ? t("gift.give.textChosen", { count: codes.length }) : t("gift.give.text")}
      initial={draft}
      labels={{
        by: "gift.give.by",
        employeeId: "gift.give.person",
        emails: "gift.give.emails",
        departmentId: "gift.give.department",
        mail: "gift.give.mail",
      }}
      fields={{ emails: { kind: "text", max: 100_000 } }}
      rules={rules}
      failure="gift.give.failed"
      submit={t("gift.give.check")}
      save={async (draft, options) => {
        const body = { ...bodyOf(draft), codeIds: codes.map(({ id }) => id) }
        const { value } = await giveCodes(gift.id, { ...body, check: true }, options)
        setDraft(draft)
        setPlan({ ...(value as GiveResult), body, mail: draft.mail })
      }}
      onSaved={() => {}}
      onClose={onClose}
    >
      {form => <WhoField form={form} search={search} />}
    </DialogForm>
  )
}
