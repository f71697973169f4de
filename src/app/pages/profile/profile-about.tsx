import { useSnapshot } from "valtio"
import type { User } from "../../../state/session"
import { theme } from "../../../state/theme"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { untranslated } from "../../../ui/display/untranslated"
import { useT } from "../../../ui/hooks/use-t"
import { roleKey } from "../../access/role-key"

/** The signed-in person. @param name from the server, where it has one */
export const About = ({ user, name }: { user: User; name: string | undefined }) => {
  const t = useT()
  const company = useSnapshot(theme).name
  return (
    <Card title={t("profile.about")}>
      <PersonIdentity picture={<Avatar name={name ?? user.email} size="lg" />} note={t(roleKey[user.role])}>
        <b>{name ?? user.email}</b>
      </PersonIdentity>
      <Facts
        items={[
          [t("profile.email"), untranslated(user.email)],
          ...(company ? ([[t("profile.company"), company]] as const) : []),
          [
            t("profile.userId"),
            <span key="id" className="mono small" translate="no">
              {user.userId}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}
