import { useState } from "react"
import { useSnapshot } from "valtio"
import { nameFields, nameRules } from "../../../contract/employees"
import { getMe, renameMe } from "../../../modules/account/api"
import type { User } from "../../../state/session"
import { theme } from "../../../state/theme"
import { Button } from "../../../ui/controls/button"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { untranslated } from "../../../ui/display/untranslated"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { TextField } from "../../../ui/forms/text-field"
import { useCan } from "../../../ui/hooks/use-can"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { roleKey } from "../../access/role-key"

type Name = { firstName: string; lastName: string }

const NameDialog = ({ name, onClose }: { name: Name; onClose: () => void }) => {
  const t = useT()
  return (
    <DialogForm<Name>
      title={t("profile.rename")}
      initial={name}
      isStored
      labels={{ firstName: "employee.firstName", lastName: "employee.lastName" }}
      fields={nameFields}
      rules={nameRules}
      failure="profile.renameFailed"
      submit={t("ui.save")}
      save={renameMe}
      done={t("profile.renamed")}
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          <TextField {...bind("firstName")} />
          <TextField {...bind("lastName")} />
        </>
      )}
    </DialogForm>
  )
}

/** The signed-in person, whose name can be changed. @param name from the server, where it has one */
export const About = ({ user, name }: { user: User; name: string | undefined }) => {
  const t = useT()
  const company = useSnapshot(theme).name
  const mayRename = useCan("account.rename")
  const { data: me } = useQuery(getMe, undefined, mayRename)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={t("profile.about")}
      note={
        mayRename &&
        me && (
          <Button size="sm" icon="edit" onClick={() => setOpen(true)}>
            {t("profile.rename")}
          </Button>
        )
      }
    >
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
      {isOpen && (
        <NameDialog name={{ firstName: me?.firstName ?? "", lastName: me?.lastName ?? "" }} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}
