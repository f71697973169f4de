import { type Contact, checkContact, contactFields, maxContacts, type PartnerDraft } from "../../contract/partners"
import { blankOf } from "../../core/fields"
import type { EntryPart } from "../../core/form/parts"
import type { FormSession } from "../../core/form/session"
import type { ListSpec } from "../../core/form/spec"
import { Button, IconButton } from "../../ui/controls/button"
import { MoveButtons } from "../../ui/controls/move-buttons"
import { Badge } from "../../ui/display/badge"
import { useObservable } from "../../ui/forms/bound"
import { TextField } from "../../ui/forms/text-field"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"

/** The contacts of a partner as a list of its form. */
export const contacts: ListSpec<Contact> = {
  label: "brand.contactOf",
  labels: { name: "brand.contactName", email: "brand.contactEmail", phone: "brand.contactPhone" },
  fields: contactFields,
  check: (contact, _, stored) => checkContact(contact, stored),
}

type CardProps = { part: EntryPart<Contact>; onMove: (from: number, to: number) => void; onRemove: (index: number) => void }

const ContactCard = ({ part, onMove, onRemove }: CardProps) => {
  const t = useT()
  const { index, count } = useObservable(part.place)
  const number = index + 1
  return (
    <div className="stack-sm" data-entry>
      <div className="row row-between">
        <span className="row">
          <b>{t("brand.contactOf", { number })}</b>
          {index === 0 && <Badge tone="info">{t("brand.primary")}</Badge>}
        </span>
        <span className="row">
          {index > 0 && (
            <Button size="sm" tone="ghost" onClick={() => onMove(index, 0)}>
              {t("brand.makePrimary")}
            </Button>
          )}
          <MoveButtons
            index={index}
            count={count}
            up={t("brand.contactUp", { number })}
            down={t("brand.contactDown", { number })}
            onMove={to => onMove(index, to)}
          />
          <IconButton icon="trash" label={t("brand.contactRemove", { number })} onClick={() => onRemove(index)} />
        </span>
      </div>
      <div className="grid-3">
        <TextField {...part.bind("name")} />
        <TextField {...part.bind("email")} type="email" />
        <TextField {...part.bind("phone")} type="tel" />
      </div>
    </div>
  )
}

/** The contacts of a partner, ordered by buttons; the first is primary (docs/contract.md#partner-contacts). */
export const ContactsField = ({ form }: { form: Pick<FormSession<PartnerDraft>, "list" | "part"> }) => {
  const t = useT()
  const list = form.list("contacts")
  const { keys, error } = useObservable(list)
  const editor = useListEditor(keys, list.arrange)
  return (
    <fieldset
      className="stack"
      id="contacts"
      ref={editor.root}
      tabIndex={-1}
      aria-label={t("brand.contacts")}
      aria-invalid={error ? true : undefined}
    >
      {keys.map(key => (
        <ContactCard key={key} part={form.part("contacts", key)} onMove={editor.move} onRemove={editor.remove} />
      ))}
      <div>
        <Button
          icon="plus"
          disabled={keys.length >= maxContacts}
          onClick={() => {
            editor.expect(keys.length)
            list.add(blankOf(contactFields))
          }}
        >
          {t("brand.contactAdd")}
        </Button>
      </div>
    </fieldset>
  )
}
