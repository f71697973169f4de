import { useState } from "react"
import { type Module, nameOfModule } from "../../contract/modules"
import { type AccessToken, auditScope, blank, fields, type TokenDraft, tokenRules, tokenScopes } from "../../contract/tokens"
import type { Bound } from "../../core/form/parts"
import type { Key } from "../../core/text/i18n"
import { confirmation } from "../../state/instances"
import { notifySuccess } from "../../state/notifications"
import { Badge } from "../../ui/display/badge"
import { DialogForm } from "../../ui/forms/dialog-form"
import { NumberField } from "../../ui/forms/number-field"
import { TextField } from "../../ui/forms/text-field"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { focusBesideRow } from "../../ui/lists/focus-row"
import { addToken, listTokens, revokeToken } from "./api"
import { ConnectionCard, type Line, ManyField, report, type Secret } from "./parts"

const readScopes = tokenScopes.filter(scope => scope.endsWith(".read") && scope !== auditScope)
const labels = { name: "token.name", scopes: "token.scopes", days: "token.days" } as const
const card = { texts: "token.card", icon: "lock" } as const

/** The tokens by which programs make calls (docs/console.md#connections). */
export const Tokens = ({ onSecret }: { onSecret: (secret: Secret) => void }) => {
  const t = useT()
  const format = useFormat()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)

  /** To a company, `companies` is itself. */
  const scopeLabel = (scope: string) => {
    const [module, verb] = scope.split(".")
    if (scope === auditScope) return `${t("nav.audit")} · ${t("token.verb.read")}`
    const name = t(module === "companies" ? "token.ownCompany" : nameOfModule(module as Module))
    return `${name} · ${t(`token.verb.${verb}` as Key)}`
  }
  const revoke = async ({ id, name }: AccessToken) => {
    const question = { title: t("token.revokeTitle", { name }), text: t("token.revokeText"), confirmLabel: t("token.revoke") }
    if (await confirmation.ask({ ...question, tone: "danger" }))
      report(revokeToken(id), "token.revokeFailed", () => {
        notifySuccess(t("token.revoked"), name)
        focusBesideRow(id)
      })
  }
  const lineOf = (row: AccessToken): Line => {
    const isExpired = Date.parse(row.expiresAt) <= Date.now()
    const others = row.scopes.filter(scope => !readScopes.includes(scope))
    const named = isPlatform || readScopes.every(scope => row.scopes.includes(scope)) ? others : row.scopes
    return {
      name: row.name,
      badge: isExpired && <Badge tone="warning">{t("token.expired")}</Badge>,
      code: `${row.hint}…`,
      facts: [
        [named !== row.scopes && t("token.allRead"), ...named.map(scopeLabel)].filter(Boolean).join(", "),
        !isExpired && t("token.expiresAt", { date: format.date(row.expiresAt) }),
        row.lastUsedAt ? t("token.lastUsed", { time: format.dateTime(row.lastUsedAt) }) : t("token.unused"),
        row.ownerName && t("token.owner", { name: row.ownerName }),
      ],
      items: () => [{ label: t("token.revoke"), icon: "trash", tone: "danger", run: () => revoke(row) }],
    }
  }

  return (
    <>
      <ConnectionCard {...card} feature="tokens" rows={listTokens} lineOf={lineOf} onAdd={() => setAdding(true)} />
      {isAdding && (
        <DialogForm<TokenDraft>
          title={t("token.card.add")}
          text={t(isPlatform ? "token.formTextPlatform" : "token.formText")}
          initial={blank}
          labels={labels}
          fields={fields}
          rules={tokenRules(isPlatform)}
          failure="token.addFailed"
          submit={t("token.card.add")}
          save={async (draft, options) => onSecret({ of: "token", value: (await addToken(draft, options)).secret })}
          onClose={close}
        >
          {({ bind }) => (
            <>
              <TextField {...bind("name")} hint={t("token.nameHint")} />
              {!isPlatform && (
                <ManyField
                  {...bind("scopes")}
                  placeholder={t("token.scopeAdd")}
                  values={tokenScopes}
                  labelOf={scopeLabel}
                  whole={{ label: t("token.allRead"), values: readScopes }}
                />
              )}
              <NumberField {...(bind("days") as Bound<number | null>)} affix={t("token.dayUnit")} />
            </>
          )}
        </DialogForm>
      )}
    </>
  )
}
