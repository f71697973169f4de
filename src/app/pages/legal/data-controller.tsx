import { isHttpUrl } from "../../../core/text/http-url"
import { config } from "../../../state/config"
import { useT } from "../../../ui/hooks/use-t"

/** Returns the link of an e-mail address or a web address; undefined for other texts. */
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

/** The data controller from the configuration, with a visible mark for each missing entry (docs/contract.md#configuration-block). */
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
