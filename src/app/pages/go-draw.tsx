import { FailedCall } from "../../ui/placeholders/failed-call"
import "../../ui/display/icons/add-console-icons"
import { useEffect, useState } from "react"
import { useLocation } from "wouter"
import { HttpError } from "../../core/http/http-error"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { Link } from "../../ui/display/link"
import { Progress } from "../../ui/display/progress"
import { FullDates, useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { useTexts } from "../../ui/hooks/use-texts"
import { useTitle } from "../../ui/hooks/use-title"
import { Waiting } from "../../ui/placeholders/waiting"
import { matchScreen } from "../screens/match"
import { FilePicker } from "./go-draw/file-picker"
import { registerRoot } from "./go-draw/proof-source"
import { RegisterView } from "./go-draw/register-view"
import { ProofReport } from "./go-draw/report"
import { isSecure, type Phase, useProof } from "./go-draw/use-proof"
import { PublicPage } from "./public-page"
import { BackLink } from "./sign-in/back-link"
import { TextsFailed } from "./texts-failed"

/** The address of this page over TLS, which browsers require for `crypto.subtle` (docs/console.md#plain-http). */
const Insecure = () => {
  const t = useT()
  return (
    <Alert tone="warning" title={t("proof.insecure")} text={t("proof.insecureText")}>
      <p>
        <a className="link" href={location.href.replace(/^http:/, "https:")}>
          {t("proof.insecureLink")}
        </a>
      </p>
    </Alert>
  )
}

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const t = useT()
  if (error instanceof HttpError && error.status === 404)
    return <Alert tone="info" title={t("proof.missing")} text={t("proof.missingText")} />
  return <FailedCall title={t("proof.loadFailed")} error={error} failure="error.network" onRetry={onRetry} />
}

const Checking = ({ share }: { share: number }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Card label={t("proof.checking")}>
      <div className="card__body">
        <p className="strong">{t("proof.checking")}</p>
        <Progress value={share} label={t("proof.checking")} />
        <p className="subtle tabular">{format.percent(Math.round(share * 100))}</p>
      </div>
    </Card>
  )
}

const Content = ({ phase, receipt, retry }: { phase: Phase; receipt: string; retry: () => void }) => {
  switch (phase.at) {
    case "loading":
      return <Waiting />
    case "checking":
      return <Checking share={phase.share} />
    case "failed":
      return <Failure error={phase.error} onRetry={retry} />
    case "checked":
      return <ProofReport {...phase} receipt={receipt} />
    case "registered":
      return <RegisterView {...phase} />
    default:
      return null
  }
}

const prefix = "#receipt="

/** Returns the receipt in the fragment of the address, unescaped; "" without one. */
const receiptInAddress = () => {
  if (!location.hash.startsWith(prefix)) return ""
  const receipt = location.hash.slice(prefix.length)
  try {
    return decodeURIComponent(receipt)
  } catch {
    return receipt
  }
}

const Verifier = () => {
  const t = useT()
  const [path] = useLocation()
  const { phase, retry, open } = useProof(matchScreen(path)?.id && path)
  // The receipt of a link is kept apart from the address: it would stay in the history of a shared computer.
  const [receipt] = useState(receiptInAddress)
  const isRegister = phase.at === "registered" || (phase.at !== "checked" && path.startsWith(registerRoot))
  const ownTitle = (phase.at === "checked" && phase.report.holds && phase.report.proof?.rules.title) || ""
  const title = ownTitle || t(isRegister ? "proof.register.title" : "proof.title")
  useTitle(title)
  useEffect(() => {
    if (receipt) history.replaceState(history.state, "", location.pathname + location.search)
  }, [receipt])
  const isIdle = phase.at !== "loading" && phase.at !== "checking"
  return (
    <>
      <div className="proof__head">
        {ownTitle && <p className="strong muted">{t("proof.title")}</p>}
        <h1>{title}</h1>
        <p className="muted">{t(isRegister ? "proof.register.lead" : "proof.lead")}</p>
      </div>
      {isSecure() ? (
        <>
          <Content phase={phase} receipt={receipt} retry={retry} />
          {isIdle && <FilePicker onFile={open} isFirst={phase.at === "empty"} />}
        </>
      ) : (
        <Insecure />
      )}
    </>
  )
}

/** Loads the page's texts, then shows the verifier. */
const Texts = () => {
  const { isLoaded, ...texts } = useTexts("proof")
  if (isLoaded) return <Verifier />
  return texts.error === undefined ? <Waiting /> : <TextsFailed {...texts} />
}

/** The public verifier of draws: no session, no names (docs/console.md#public-verifier). */
export const GoDraw = () => {
  const t = useT()
  return (
    <PublicPage
      className="proof"
      links={
        <>
          <BackLink />
          <Link className="link" href="/policy">
            {t("auth.policy")}
          </Link>
          <Link className="link" href="/kvkk">
            {t("auth.kvkk")}
          </Link>
        </>
      }
    >
      <FullDates value={true}>
        <Texts />
      </FullDates>
    </PublicPage>
  )
}
