import { type Contact, contactErrors, maxContacts } from "../../contract/partners"
import { Button, IconButton } from "../../ui/controls/button"
import { TextInput } from "../../ui/controls/text-input"
import { Badge } from "../../ui/display/badge"
import { Field } from "../../ui/forms/field"
import type { FieldOf } from "../../ui/forms/use-form"
import { useT } from "../../ui/hooks/use-t"

const none: Contact = { name: "", email: "", phone: "", isPrimary: false }

const parts = [
  { name: "name", type: "text", label: "brand.contactName" },
  { name: "email", type: "email", label: "brand.contactEmail" },
  { name: "phone", type: "tel", label: "brand.contactPhone" },
] as const

/** The first contact is the primary one: order says it, so that the two can't contradict each other. */
const ordered = (contacts: Contact[]) => contacts.map((contact, at) => ({ ...contact, isPrimary: at === 0 }))

/** Contacts of a partner: name, e-mail and phone each, put in order by buttons; empty ones are not saved (S5). */
export const ContactsField = ({ field }: { field: FieldOf<Contact[]> }) => {
  const t = useT()
  const { value: contacts, error } = field
  const become = (next: Contact[]) => field.onChange(ordered(next))
  const move = (from: number, to: number) => {
    const next = contacts.filter((_, at) => at !== from)
    next.splice(to, 0, contacts[from] ?? none)
    become(next)
  }
  return (
    <fieldset
      className="stack"
      id="contacts"
      tabIndex={-1}
      aria-label={t("brand.contacts")}
      aria-invalid={error ? true : undefined}
    >
      {contacts.map((contact, at) => {
        const broken = error ? contactErrors(contact) : {}
        const number = at + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no other name than their place
          <div key={at} className="stack-sm">
            <div className="row row-between">
              <span className="row">
                <b>{t("brand.contactOf", { number })}</b>
                {at === 0 && <Badge tone="info">{t("brand.primary")}</Badge>}
              </span>
              <span className="row">
                {at > 0 && (
                  <Button size="sm" tone="ghost" onClick={() => move(at, 0)}>
                    {t("brand.makePrimary")}
                  </Button>
                )}
                <IconButton
                  icon="up"
                  label={t("brand.contactUp", { number })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="down"
                  label={t("brand.contactDown", { number })}
                  disabled={at === contacts.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  icon="trash"
                  label={t("brand.contactRemove", { number })}
                  onClick={() => become(contacts.filter((_, other) => other !== at))}
                />
              </span>
            </div>
            <div className="grid-3">
              {parts.map(({ name, type, label }) => {
                const message = broken[name]
                const text = typeof message === "string" ? t(message) : message && t(message.key, message.params)
                return (
                  <Field key={name} id={`contact-${at}-${name}`} label={t(label)} error={text}>
                    {aria => (
                      <TextInput
                        {...aria}
                        type={type}
                        maxLength={254}
                        value={contact[name]}
                        onChange={next => become(contacts.map((row, other) => (other === at ? { ...row, [name]: next } : row)))}
                      />
                    )}
                  </Field>
                )
              })}
            </div>
          </div>
        )
      })}
      <div>
        <Button icon="plus" disabled={contacts.length >= maxContacts} onClick={() => become([...contacts, none])}>
          {t("brand.contactAdd")}
        </Button>
      </div>
    </fieldset>
  )
}
