import { Field } from "../../ui/controls/field"
import { TextArea } from "../../ui/controls/text-area"
import { Alert } from "../../ui/display/alert"
import { useT } from "../../ui/hooks/use-t"

/** The recovery codes of a person, which no later answer contains: to select, copy or print. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const t = useT()
  return (
    <>
      <Alert tone="warning" title={t("passkey.codes.once")} text={t("passkey.codes.text")} />
      <Field id="recoveryCodes" label={t("passkey.codes.title")}>
        {aria => (
          <TextArea
            {...aria}
            rows={codes.length}
            readOnly
            value={codes.join("\n")}
            onChange={() => {}}
            onFocus={event => event.target.select()}
          />
        )}
      </Field>
    </>
  )
}
