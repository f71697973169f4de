import { confirmation } from "../../state/instances"
import { notifySuccess } from "../../state/notifications"
import { Segmented } from "../../ui/controls/segmented"
import { Card } from "../../ui/display/card"
import { Link } from "../../ui/display/link"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useT } from "../../ui/hooks/use-t"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { getPasskeyRule, setPasskeyRule } from "./api"
import { report } from "./parts"

/** Whether administrators need a passkey; nothing where the server has no such call (docs/console.md#passkeys). */
export const PasskeyRuleCard = () => {
  const t = useT()
  const { root } = useScreenContext()
  const { entry, isOffered } = useOfferedQuery("passkeys", getPasskeyRule, undefined)
  const { data } = entry
  if (!isOffered) return null

  const change = async (isRequired: boolean) => {
    const question = {
      title: t(isRequired ? "passkey.rule.requireTitle" : "passkey.rule.allowTitle"),
      text: isRequired ? t("passkey.rule.requireText", { count: data?.without ?? 0 }) : t("passkey.rule.allowText"),
      confirmLabel: t(isRequired ? "passkey.rule.require" : "passkey.rule.allow"),
    }
    if (await confirmation.ask(question))
      await report(setPasskeyRule(isRequired), "passkey.rule.failed", () => notifySuccess(t("passkey.rule.saved")))
  }
  return (
    <Card title={t("passkey.title")}>
      {!data ? (
        <QueryPlaceholder entry={entry} failed={t("passkey.rule.loadFailed")} />
      ) : (
        <>
          <ul className="profile-list">
            <li>
              <div className="profile-list__text">
                <b>{t("passkey.rule.label")}</b>
                <small id="passkey-rule">
                  {data.without ? t("passkey.rule.without", { count: data.without }) : t("passkey.rule.all")}
                </small>
              </div>
              {(data.hasOwn || data.isRequired) && (
                <Segmented
                  label={t("passkey.rule.label")}
                  describedBy="passkey-rule"
                  value={data.isRequired ? "required" : "optional"}
                  options={[
                    { value: "optional", label: t("passkey.rule.optional") },
                    { value: "required", label: t("passkey.rule.required") },
                  ]}
                  onChange={value => change(value === "required")}
                />
              )}
            </li>
          </ul>
          {data.isInherited && <p className="read-only-note">{t("passkey.rule.inherited")}</p>}
          {!data.hasOwn && !data.isRequired && (
            <p className="read-only-note">
              {t("passkey.rule.ownFirst")}{" "}
              <Link className="link" href={`${root}/profile`}>
                {t("nav.profile")}
              </Link>
            </p>
          )}
        </>
      )}
    </Card>
  )
}
