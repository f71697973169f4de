import type { MeaningChange } from "../../../contract/surveys/changes"
import { Button } from "../../../ui/controls/button"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { changeText } from "./question-texts"

/** What is done with changes that alter what given answers mean. */
export type ChangeChoice = "save" | "copy" | "stay"

export type ChangeQuestion = {
  changes: readonly MeaningChange[]
  /** Number of answers. */
  answered: number
  answer: (choice: ChangeChoice) => void
}

/** The question before changes are saved that alter what given answers mean (docs/console.md#changes-to-an-answered-survey). */
export const ChangeDialog = ({ changes, answered, answer }: ChangeQuestion) => {
  const t = useT()
  const format = useFormat()
  return (
    <Dialog
      title={t("survey.changesTitle", { count: answered, number: format.number(answered) })}
      text={t("survey.changesText")}
      icon="alert"
      tone="danger"
      onClose={() => answer("stay")}
    >
      <div className="dialog__body">
        <ul className="stack-sm">
          {changes.map(change => (
            <li key={JSON.stringify(change)}>
              <span className="strong">
                {"number" in change && `${t("survey.questionNumber", { number: change.number })}: `}
                {change.text}
              </span>
              <br />
              {changeText(change, t)}
            </li>
          ))}
        </ul>
        <p className="hint">{t("survey.changesCopyHint")}</p>
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={() => answer("stay")}>
          {t("ui.cancel")}
        </Button>
        <Button icon="copy" onClick={() => answer("copy")}>
          {t("survey.changesCopy")}
        </Button>
        <Button tone="danger-solid" onClick={() => answer("save")}>
          {t("survey.changesSave")}
        </Button>
      </div>
    </Dialog>
  )
}
