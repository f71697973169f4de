import { isHttpUrl } from "../../core/http-url"
import { config } from "../../state/config"
import { useT } from "../../ui/hooks/use-t"

/** An address of the web or of e-mail can be followed; whatever else it is, it is text. */
const hrefOf = (contact: string) => {
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(contact)) return `mailto:${contact}`
  return isHttpUrl(contact) ? contact : undefined
}

const Contact = ({ contact }: { contact: string }) => {
  const href = hrefOf(contact)
  if (!href) return contact
  return (
    <a className="link" href={href}>
      {contact}
    </a>
  )
}

/** Who answers for the data: what the deployment says of itself, and a visible gap where it says nothing yet (decisions §3). */
export const DataController = () => {
  const t = useT()
  const { title, address, contact } = config.controller
  const unset = (
    <mark className="legal__unset" data-tone="warning">
      {t("legal.unset")}
    </mark>
  )
  return (
    <dl className="legal__facts">
      <div>
        <dt>{t("legal.name")}</dt>
        <dd>{title?.trim() || unset}</dd>
      </div>
      <div>
        <dt>{t("legal.address")}</dt>
        <dd>{address?.trim() || unset}</dd>
      </div>
      <div>
        <dt>{t("legal.contact")}</dt>
        <dd>{contact?.trim() ? <Contact contact={contact.trim()} /> : unset}</dd>
      </div>
    </dl>
  )
}
