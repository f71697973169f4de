import { Button } from "../../ui/controls/button"
import { CopyButton } from "../../ui/controls/copy-button"
import { Field } from "../../ui/controls/field"
import { TextArea } from "../../ui/controls/text-area"
import { Alert } from "../../ui/display/alert"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"

type Props = { codes: readonly string[]; submit: string; onKept: () => void }

/** The recovery codes of a person, which no later answer contains: to select, copy or print. The button alone closes the dialog. */
export const RecoveryCodes = ({ codes, submit, onKept }: Props) => {
  const t = useT()
  const text = codes.join("\n")
  return (
    <Dialog title={t("passkey.codes.title")} onClose={() => {}}>
      <div className="dialog__body">
        <Alert tone="warning" title={t("passkey.codes.once")} text={t("passkey.codes.text")} />
        <Field id="recoveryCodes" label={t("passkey.codes.title")}>
          {aria => (
            <TextArea
              {...aria}
              rows={codes.length}
              readOnly
              value={text}
              onChange={() => {}}
              onFocus={event => event.target.select()}
            />
          )}
        </Field>
      </div>
      <div className="dialog__foot">
        <CopyButton text={text} message={t("passkey.codes.copied")} />
        <Button data-focus tone="primary" onClick={onKept}>
          {submit}
        </Button>
      </div>
    </Dialog>
  )
}
