import { useEffect, useMemo, useState } from "react"
import {
  maxSignInDomains,
  type SignInConnection,
  type SignInDraft,
  signInProblems,
  signInRules,
  signInStates,
} from "../../contract/sign-in-connections"
import { text } from "../../core/fields"
import { knownName } from "../../core/named"
import type { Rules } from "../../core/rules"
import { confirmation } from "../../state/instances"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { notify } from "../../state/toasts"
import { Button } from "../../ui/controls/button"
import { Badge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { untranslated } from "../../ui/display/untranslated"
import { DialogForm } from "../../ui/forms/dialog-form"
import { SelectField } from "../../ui/forms/select-field"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { Menu } from "../../ui/overlays/menu"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { searchAssignees } from "../feedback/api"
import { PersonField } from "../records/person-field"
import { getSignInConnection, removeSignInConnection, setSignInConnection, testSignIn, trySignIn } from "./api"
import { ReadOnlyText, report } from "./parts"

/** The form has the domains as one line. */
type Draft = Omit<SignInDraft, "domains"> & { domains: string }
const domainsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
const draftOf = ({ domains, ...draft }: Draft): SignInDraft => ({ ...draft, domains: domainsOf(domains) })

const rules = Object.fromEntries(
  Object.entries(signInRules).map(([name, rule]) => [
    name,
    [rule].flat().map(rule => (draft: Draft) => rule(draftOf(draft), name as keyof SignInDraft)),
  ]),
) as Rules<Draft>

const labels = {
  issuer: "signIn.issuer",
  clientId: "signIn.clientId",
  secret: "signIn.secret",
  domains: "signIn.domains",
  state: "signIn.state",
  wayBackId: "signIn.wayBack",
} as const
const fields = { issuer: text(500), clientId: text(200), secret: text(500), domains: text(254 * maxSignInDomains) }
const tones = { off: "neutral", on: "success", only: "info" } as const

const EditDialog = ({ stored, onClose }: { stored: SignInConnection; onClose: () => void }) => {
  const t = useT()
  const loadOptions = useMemo(() => searchAssignees(), [])
  const { issuer, clientId, domains, state, wayBackId, wayBackName } = stored
  const save = async (draft: Draft) => {
    await setSignInConnection(draftOf(draft), stored.version)
    notifySuccess(t("signIn.saved"))
  }
  return (
    <DialogForm<Draft>
      title={t("signIn.title")}
      text={t("signIn.dialogText")}
      initial={{ issuer, clientId, secret: "", domains: domains.join(", "), state, wayBackId }}
      labels={labels}
      fields={fields}
      rules={rules}
      failure="signIn.saveFailed"
      submit={t("ui.save")}
      save={save}
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          <TextField {...bind("issuer")} hint={t("signIn.issuerHint")} type="url" required />
          <TextField {...bind("clientId")} required />
          <TextField
            {...bind("secret")}
            type="password"
            hint={stored.hasSecret ? t("signIn.secretHint") : undefined}
            required={!stored.hasSecret}
          />
          <ReadOnlyText id="redirectUri" label={t("signIn.redirectUri")} text={stored.redirectUri} rows={1} />
          <TextField {...bind("domains")} hint={t("signIn.domainsHint")} required />
          <SelectField
            {...bind("state")}
            hint={t("signIn.stateHint")}
            options={signInStates.map(value => ({ value, label: t(`signIn.state.${value}`) }))}
          />
          <PersonField
            {...bind("wayBackId")}
            hint={t("signIn.wayBackHint")}
            loadOptions={loadOptions}
            known={wayBackId ? [{ value: wayBackId, label: wayBackName }] : undefined}
            placeholder={t("signIn.wayBackSearch")}
            optional
          />
        </>
      )}
    </DialogForm>
  )
}

/** Tells what became of a sign-in on trial, which leads back to this page. */
const useTrialOutcome = () => {
  const t = useT()
  useEffect(() => {
    const told = new URLSearchParams(location.hash.slice(1)).get("provider")
    if (!told) return
    history.replaceState(history.state, "", location.pathname + location.search)
    const problem = knownName(signInProblems, told)
    notify({
      tone: problem ? "danger" : "success",
      title: t(problem ? "signIn.tryFailed" : "signIn.tried"),
      text: problem && t(`signIn.problem.${problem}`),
      alwaysShown: true,
    })
  }, [t])
}

/** Sign-in by the company's own provider; one sentence where the server has no such call (docs/console.md#connections). */
export const SignIn = () => {
  const t = useT()
  const format = useFormat()
  const { base } = useScreenContext()
  const [isEdited, setEdited] = useState(false)
  const { entry, isOffered } = useOfferedQuery("signInConnection", getSignInConnection, undefined)
  useTrialOutcome()
  const { data } = entry

  const test = () =>
    report(testSignIn(), "signIn.testFailed", ({ problem }) =>
      notify({
        tone: problem ? "danger" : "success",
        title: t(problem ? "signIn.testFailed" : "signIn.tested"),
        text: problem ? t(`signIn.problem.${problem}`) : undefined,
        alwaysShown: true,
      }),
    )
  const tryIt = () =>
    report(trySignIn(`${base}?signIn`), "signIn.tryFailed", ({ url, problem }) => {
      if (url) location.assign(url)
      else
        notify({
          tone: "danger",
          title: t("signIn.tryFailed"),
          text: problem ? t(`signIn.problem.${problem}`) : undefined,
          alwaysShown: true,
        })
    })
  const remove = async (version: number) => {
    const question = { title: t("signIn.removeTitle"), text: t("signIn.removeText"), confirmLabel: t("ui.remove") }
    if (!(await confirmation.ask({ ...question, tone: "danger" }))) return
    try {
      await removeSignInConnection(version)
      notifySuccess(t("signIn.removed"))
    } catch (error) {
      notifyFailure(error, "signIn.saveFailed")
    }
  }
  return (
    <Card
      title={t("signIn.title")}
      note={
        data?.version === 0 && (
          <Button icon="plus" onClick={() => setEdited(true)}>
            {t("signIn.add")}
          </Button>
        )
      }
    >
      {!isOffered ? (
        <p className="subtle">{t("signIn.notOffered")}</p>
      ) : !data ? (
        <QueryPlaceholder entry={entry} failed={t("signIn.failed")} />
      ) : data.version === 0 ? (
        <p>{t("signIn.intro")}</p>
      ) : (
        <ul className="profile-list">
          <li>
            <div className="profile-list__text">
              <div className="row row-wrap">
                <b>{untranslated(data.issuer)}</b>
                <Badge tone={tones[data.state]}>{t(`signIn.state.${data.state}`)}</Badge>
              </div>
              <small className="profile-list__facts">
                <span>{untranslated(data.domains.join(", "))}</span>
                <span>{data.triedAt ? t("signIn.triedAt", { date: format.dateTime(data.triedAt) }) : t("signIn.untried")}</span>
              </small>
            </div>
            <Menu
              label={t("ui.actionsOf", { title: data.issuer })}
              items={[
                { label: t("ui.edit"), icon: "edit", run: () => setEdited(true) },
                { label: t("signIn.test"), icon: "refresh", run: test },
                { label: t("signIn.try"), icon: "lock", run: tryIt },
                { label: t("ui.remove"), icon: "trash", run: () => remove(data.version) },
              ]}
            />
          </li>
        </ul>
      )}
      {isEdited && data && <EditDialog stored={data} onClose={() => setEdited(false)} />}
    </Card>
  )
}
