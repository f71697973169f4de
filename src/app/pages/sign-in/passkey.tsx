import { useState } from "react"
import { http } from "../../../api/http"
import type { PasskeyConfirmation } from "../../../contract/passkeys"
import { errorMessage, KeyedError } from "../../../core/http/errors"
import type { Answer } from "../../../core/http/http"
import { HttpError } from "../../../core/http/http-error"
import { codeRequestFailed, sentCode, session, verificationAbandoned } from "../../../state/session"
import { Button } from "../../../ui/controls/button"
import { Field } from "../../../ui/controls/field"
import { TextInput } from "../../../ui/controls/text-input"
import { Alert } from "../../../ui/display/alert"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { RecoveryCodes } from "../recovery-codes"
import { askForPasskey, type CreationOptions, makePasskey, passkeyName, type RequestOptions } from "../webauthn"
import { signInWith } from "./sign-in"

/**
 * Sign-in by a passkey (docs/console.md#passkeys), in place of a code or after one that it confirms. Loaded when it is used: the
 * sign-in page does not wait for it.
 */

const post = (path: string, body: object) => http.post(`/api/auth/passkey${path}`, body, { anonymous: true, retry: false })
const optionsFor = async <O,>(confirmation: string) => (await post("/options", { confirmation })).value as O

/** Signs in by a passkey that the person chooses, without an address. What goes wrong is shown where a code is asked for. */
export const signInByPasskey = async () => {
  try {
    const credential = await askForPasskey(await optionsFor<RequestOptions>(""))
    signInWith(await post("", { credential }))
  } catch (error) {
    const isMissing = error instanceof HttpError && (error.status === 404 || error.status === 405)
    codeRequestFailed(session.paused?.user.email ?? "", isMissing ? new KeyedError("passkey.error.notOffered") : error)
  }
}

/** The code is used up: the person requests another one. */
const giveUp = () => {
  const email = sentCode(session.current)?.email ?? ""
  verificationAbandoned()
  codeRequestFailed(email, new KeyedError("auth.unconfirmed"))
}

/** Confirms a right code with a passkey or a recovery code, or makes the first passkey. */
export const PasskeyDialog = ({ confirmation, hasPasskey }: PasskeyConfirmation) => {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [code, setCode] = useState<string>()
  const [made, setMade] = useState<{ answer: Answer; codes: string[] }>()

  const run = async (call: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await call().catch(setProblem)
    setBusy(false)
  }
  const confirm = async () => {
    const credential = await askForPasskey(await optionsFor<RequestOptions>(confirmation))
    signInWith(await post("", { credential, confirmation }))
  }
  const make = async () => {
    const credential = await makePasskey(await optionsFor<CreationOptions>(confirmation))
    const answer = await post("/first", { name: passkeyName(t), credential, confirmation })
    setMade({ answer, codes: (answer.value as { recoveryCodes: string[] }).recoveryCodes })
  }
  const recover = async () => signInWith(await post("/recovery", { confirmation, code }))

  if (made) return <RecoveryCodes codes={made.codes} submit={t("passkey.codes.goOn")} onKept={() => signInWith(made.answer)} />
  const isRecovery = code !== undefined
  const text = isRecovery ? "passkey.confirm.codeText" : hasPasskey ? "passkey.confirm.text" : "passkey.confirm.firstText"
  return (
    <Dialog title={t(hasPasskey ? "passkey.confirm.title" : "passkey.confirm.firstTitle")} text={t(text)} onClose={giveUp}>
      <form
        onSubmit={event => {
          event.preventDefault()
          run(isRecovery ? recover : hasPasskey ? confirm : make)
        }}
      >
        <div className="dialog__body">
          {problem !== undefined && <Alert tone="danger" title={errorMessage(problem, "passkey.error.failed", t)} />}
          {isRecovery && (
            <Field id="recoveryCode" label={t("passkey.confirm.code")}>
              {aria => <TextInput {...aria} data-focus autoComplete="off" spellCheck={false} value={code} onChange={setCode} />}
            </Field>
          )}
          {hasPasskey && (
            <Button block onClick={() => setCode(isRecovery ? undefined : "")}>
              {t(isRecovery ? "passkey.confirm.usePasskey" : "passkey.confirm.useCode")}
            </Button>
          )}
        </div>
        <div className="dialog__foot">
          <Button tone="ghost" onClick={giveUp}>
            {t("ui.cancel")}
          </Button>
          <Button data-focus={!isRecovery || undefined} type="submit" tone="primary" busy={isBusy} disabled={code === ""}>
            {t(isRecovery ? "passkey.confirm.useThis" : hasPasskey ? "passkey.confirm.do" : "passkey.confirm.make")}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
