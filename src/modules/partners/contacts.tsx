import { memo } from "react"
import { type Contact, checkContact, maxContacts } from "../../contract/partners"
import type { Message } from "../../core/rules"
import { Button, IconButton } from "../../ui/controls/button"
import { Field } from "../../ui/controls/field"
import { MoveButtons } from "../../ui/controls/move-buttons"
import { TextInput } from "../../ui/controls/text-input"
import { Badge } from "../../ui/display/badge"
import { messageText } from "../../ui/forms/message-text"
import type { FieldOf } from "../../ui/forms/use-form"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"

const blankContact: Contact = { name: "", email: "", phone: "", isPrimary: false }

const inputs = [
  { name: "name", type: "text", label: "brand.contactName" },
  { name: "email", type: "email", label: "brand.contactEmail" },
  { name: "phone", type: "tel", label: "brand.contactPhone" },
] as const

/** The contacts of a partner, ordered by buttons; the first is primary (docs/contract.md#partner-contacts). */
export const ContactsField = memo(({ field }: { field: FieldOf<Contact[]> }) => {
  const t = useT()
  const { value: contacts, error } = field
  const change = (next: Contact[]) => field.onChange(next.map((contact, index) => ({ ...contact, isPrimary: index === 0 })))
  const editor = useListEditor(contacts, change)
  const errorText = (message: Message | undefined) => message && messageText(message, t)
  return (
    <fieldset
      className="stack"
      id="contacts"
      ref={editor.root}
      tabIndex={-1}
      aria-label={t("brand.contacts")}
      aria-invalid={error ? true : undefined}
    >
      {contacts.map((contact, index) => {
        const { errors, notes } = checkContact(contact, field.stored)
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no identity but their position
          <div key={index} className="stack-sm" data-entry>
            <div className="row row-between">
              <span className="row">
                <b>{t("brand.contactOf", { number })}</b>
                {index === 0 && <Badge tone="info">{t("brand.primary")}</Badge>}
              </span>
              <span className="row">
                {index > 0 && (
                  <Button size="sm" tone="ghost" onClick={() => editor.move(index, 0)}>
                    {t("brand.makePrimary")}
                  </Button>
                )}
                <MoveButtons
                  index={index}
                  count={contacts.length}
                  up={t("brand.contactUp", { number })}
                  down={t("brand.contactDown", { number })}
                  onMove={to => editor.move(index, to)}
                />
                <IconButton icon="trash" label={t("brand.contactRemove", { number })} onClick={() => editor.remove(index)} />
              </span>
            </div>
            <div className="grid-3">
              {inputs.map(({ name, type, label }) => (
                <Field
                  key={name}
                  id={`contact-${index}-${name}`}
                  label={t(label)}
                  error={error || editor.hasLeft(index, name) ? errorText(errors[name]) : undefined}
                  note={notes[name] && t("ui.storedInvalid")}
                  onLeave={() => editor.leave(index, name)}
                >
                  {aria => (
                    <TextInput
                      {...aria}
                      type={type}
                      maxLength={254}
                      value={contact[name]}
                      onChange={next => change(contacts.with(index, { ...contact, [name]: next }))}
                    />
                  )}
                </Field>
              ))}
            </div>
          </div>
        )
      })}
      <div>
        <Button icon="plus" disabled={contacts.length >= maxContacts} onClick={() => editor.add(blankContact)}>
          {t("brand.contactAdd")}
        </Button>
      </div>
    </fieldset>
  )
})
