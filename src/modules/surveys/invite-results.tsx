import { useState } from "react"
import type { InvitationBatch } from "../../contract/surveys/answers"
import type { Named, Survey } from "../../contract/surveys/surveys"
import { errorMessage } from "../../core/http/errors"
import { confirmation } from "../../state/instances"
import { notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { CopyButton, canCopy, copyText } from "../../ui/controls/copy-button"
import { Alert } from "../../ui/display/alert"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { csvFile, download, fileNameOf } from "../../ui/lists/csv-file"
import { Dialog } from "../../ui/overlays/dialog"
import { InvitationCards } from "./invitation-cards"
import { answerUrl } from "./public-path"

/** What the batches of one invitation add up to. `failure`: the call after which no further one was made. */
export type Invited = Omit<InvitationBatch, "remaining"> & {
  remaining?: number
  failure?: unknown
  /** Whether links may have been made whose answer was lost. */
  mayHaveLost?: boolean
}

type Props = { result: Invited; onContinue: () => void; onClose: () => void }

/** Why no further batch was made. */
const Failure = ({ result: { failure, invited, mayHaveLost } }: { result: Invited }) => {
  const t = useT()
  if (failure === undefined) return null
  return (
    <Alert
      tone="danger"
      title={errorMessage(failure, "survey.invite.failed", t)}
      text={mayHaveLost ? t("survey.links.lost") : undefined}
    >
      {invited > 0 && <p>{t("survey.invite.failedAfter", { count: invited })}</p>}
    </Alert>
  )
}

const Continue = ({ result: { remaining, failure }, onContinue }: Pick<Props, "result" | "onContinue">) => {
  const t = useT()
  return remaining || failure !== undefined ? (
    <Button icon="refresh" onClick={onContinue}>
      {t(failure === undefined ? "survey.invite.continue" : "ui.retry")}
    </Button>
  ) : null
}

/** How many invitations were mailed, and what went wrong. */
export const MailsSent = ({ result, onContinue, onClose }: Props) => {
  const t = useT()
  const { mailed, remaining } = result
  return (
    <Dialog title={t("survey.invite")} onClose={onClose}>
      <div className="dialog__body">
        <Failure result={result} />
        {(mailed > 0 || result.failure === undefined) && (
          <p role="status">{t(mailed ? "survey.mailed" : "survey.invite.nobody", { count: mailed })}</p>
        )}
        {remaining ? <p>{t("survey.invite.remaining", { count: remaining })}</p> : null}
      </div>
      <div className="dialog__foot">
        <Continue result={result} onContinue={onContinue} />
        <Button data-focus tone="primary" onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}

/** Links that the dialog lists; all are in the file, in the copied text and on the cards. */
const maxListed = 100

const canShare = () => typeof navigator.share === "function"

const LinkRow = ({
  survey,
  token,
  departmentName,
  number,
}: InvitationBatch["tokens"][number] & { survey: Named<Survey>; number: string }) => {
  const t = useT()
  const url = answerUrl(token)
  const label = `${number}${departmentName && `, ${departmentName}`}`
  const share = () => navigator.share({ title: survey.title, url }).catch(() => undefined)
  return (
    <li>
      <span>
        <code translate="no" className="mono">
          {url}
        </code>
        <small className="subtle">{label}</small>
      </span>
      <span className="row">
        <CopyButton text={url} label={t("survey.copyLink", { name: label })} message={t("survey.linkCopied")} />
        {canShare() && (
          <Button size="sm" tone="ghost" onClick={share}>
            {t("survey.share")}
          </Button>
        )}
      </span>
    </li>
  )
}

/** The links, which are shown once: to copy, to download, and to print as cards. Closing is asked back until they were taken. */
export const InvitationLinks = ({ survey, result, onContinue, onClose }: Props & { survey: Named<Survey> }) => {
  const t = useT()
  const format = useFormat()
  const [isKept, setKept] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const { tokens } = result
  const close = async () => {
    const mayClose =
      isKept ||
      tokens.length === 0 ||
      (await confirmation.ask({
        title: t("survey.links.closeTitle"),
        text: t("survey.links.closeText"),
        confirmLabel: t("survey.links.close"),
        cancelLabel: t("survey.links.back"),
        tone: "danger",
      }))
    if (mayClose) onClose()
  }
  const copyAll = () => {
    copyText(tokens.map(({ token }) => answerUrl(token)).join("\n"), t("survey.links.copied", { count: tokens.length }))
    setKept(true)
  }
  const save = () => {
    const lines = tokens.map(({ token, departmentName }) => [departmentName, answerUrl(token)])
    download(
      csvFile([[t("survey.department"), t("survey.link")], ...lines]),
      fileNameOf(`${survey.title} ${t("survey.links.file")}`),
    )
    notifySuccess(t("ui.exported", { count: tokens.length }))
    setKept(true)
  }
  const print = () => {
    setPrinting(true)
    setKept(true)
  }
  return (
    <Dialog
      title={t("survey.links.title", { count: tokens.length, number: format.number(tokens.length) })}
      size="wide"
      onClose={close}
    >
      <div className="dialog__body">
        <Failure result={result} />
        {tokens.length > 0 ? (
          <>
            <Alert tone="warning" title={t("survey.links.once")} text={t("survey.links.anonymous")} />
            <div className="button-row">
              {canCopy() && (
                <Button data-focus icon="copy" onClick={copyAll}>
                  {t("survey.links.copy")}
                </Button>
              )}
              <Button data-focus icon="download" onClick={save}>
                {t("survey.links.download")}
              </Button>
              <Button icon="print" onClick={print}>
                {t("survey.links.print")}
              </Button>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by keyboard */}
            <ol className="invitation-links" aria-label={t("survey.links.list")} tabIndex={0}>
              {tokens.slice(0, maxListed).map((row, index) => (
                <LinkRow key={row.token} {...row} survey={survey} number={format.number(index + 1)} />
              ))}
            </ol>
            {tokens.length > maxListed && <p className="subtle small">{t("survey.links.more", { count: maxListed })}</p>}
          </>
        ) : (
          result.failure === undefined && <p role="status">{t("survey.invite.nobody")}</p>
        )}
        {result.remaining ? <p>{t("survey.invite.remaining", { count: result.remaining })}</p> : null}
      </div>
      <div className="dialog__foot">
        <Continue result={result} onContinue={onContinue} />
        <Button data-focus tone="primary" onClick={close}>
          {t("ui.close")}
        </Button>
      </div>
      {isPrinting && <InvitationCards survey={survey} tokens={tokens} onDone={() => setPrinting(false)} />}
    </Dialog>
  )
}
