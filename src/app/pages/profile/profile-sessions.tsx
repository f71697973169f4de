import { useId, useRef, useState } from "react"
import type { Translate } from "../../../core/text/i18n"
import { parseUserAgent } from "../../../core/text/user-agent"
import { confirmation } from "../../../state/instances"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { Icon } from "../../../ui/display/icons/icon"
import { Skeleton } from "../../../ui/display/skeleton"
import { useOfferedQuery } from "../../../ui/hooks/use-can"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { FailedCall } from "../../../ui/placeholders/failed-call"
import { SlowCallNotice } from "../../../ui/placeholders/slow-call-notice"
import { endSession, listSessions, type OpenSession, signOutEverywhere } from "../account"

/** Returns "Chrome, Windows", or the part of it that the header reveals. */
const deviceName = (userAgent: string, t: Translate): string => {
  const { browser, system } = parseUserAgent(userAgent)
  if (browser && system) return t("profile.device", { browser, system })
  return browser ?? system ?? t("profile.deviceUnknown")
}

/** Number of sessions shown before the list is expanded. */
const collapsedCount = 5

const SessionRow = ({ session, onEnded }: { session: OpenSession; onEnded: () => void }) => {
  const t = useT()
  const format = useFormat()
  const factsId = useId()
  const [isEnding, setEnding] = useState(false)
  const { id, userAgent = "", current, way } = session
  const device = deviceName(userAgent, t)
  const signedIn = t("profile.signedIn", { time: format.dateTime(session.createdAt) })
  const lastUsed = t("profile.lastUsed", { time: format.dateTime(session.lastUsedAt) })

  const end = async () => {
    const isConfirmed = await confirmation.ask({
      title: t("profile.endSessionTitle", { device }),
      text: t("profile.endSessionText"),
      confirmLabel: t("shell.signOut"),
      tone: "danger",
    })
    if (!isConfirmed) return
    setEnding(true)
    try {
      await endSession(id)
      notifySuccess(t("profile.sessionEnded", { device }))
      onEnded()
    } catch (error) {
      notifyFailure(error, "profile.endSessionFailed")
    } finally {
      setEnding(false)
    }
  }
  return (
    <li>
      <span className="profile-list__icon">
        <Icon name={parseUserAgent(userAgent).isHandheld ? "mobile" : "laptop"} />
      </span>
      <div className="profile-list__body">
        <div className="profile-list__text">
          <b>{device}</b>
          <small className="profile-list__facts" id={factsId}>
            {!current && <span>{lastUsed}</span>}
            <span>{signedIn}</span>
            {way === "provider" && <span>{t("profile.byProvider")}</span>}
            {way === "passkey" && <span>{t("profile.byPasskey")}</span>}
          </small>
        </div>
        {current ? (
          <Badge tone="success">{t("profile.thisSession")}</Badge>
        ) : (
          <Button busy={isEnding} aria-label={t("profile.endSessionOf", { device })} aria-describedby={factsId} onClick={end}>
            {t("shell.signOut")}
          </Button>
        )}
      </div>
    </li>
  )
}

const SignOutEverywhere = () => {
  const t = useT()
  const [isEnding, setEnding] = useState(false)
  const end = async () => {
    const isConfirmed = await confirmation.ask({
      title: t("profile.everywhereTitle"),
      text: t("profile.everywhereConfirm"),
      confirmLabel: t("profile.everywhere"),
      tone: "danger",
    })
    if (!isConfirmed) return
    setEnding(true)
    try {
      await signOutEverywhere()
    } catch (error) {
      notifyFailure(error, "auth.signOutFailed")
      setEnding(false)
    }
  }
  return (
    <>
      <p className="profile-list__text">{t("profile.everywhereText")}</p>
      <Button tone="danger" icon="logout" busy={isEnding} onClick={end}>
        {t("profile.everywhere")}
      </Button>
    </>
  )
}

/** The person's sessions, each with a button that ends it (docs/console.md#profile). */
export const Sessions = () => {
  const t = useT()
  const { entry, isOffered } = useOfferedQuery("sessions", listSessions, undefined)
  const { data, error, loading, reload, cancel } = entry
  const [isExpanded, setExpanded] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = isExpanded ? data : data?.slice(0, collapsedCount)

  return (
    <Card title={t("profile.sessions")} foot={<SignOutEverywhere />}>
      <SlowCallNotice isPending={loading} onCancel={cancel} />
      {!isOffered ? (
        <p className="muted">{t("profile.sessionsUnavailable")}</p>
      ) : data ? null : error !== undefined ? (
        <FailedCall size="sm" title={t("profile.sessionsFailed")} error={error} isBusy={loading} onRetry={reload} />
      ) : (
        <div className="stack-sm" aria-busy="true">
          <Skeleton />
          <Skeleton width="short" />
        </div>
      )}
      {shown && (
        <ul className="profile-list" ref={list} tabIndex={-1} aria-label={t("profile.sessions")}>
          {shown.map(session => (
            <SessionRow key={session.id} session={session} onEnded={() => list.current?.focus()} />
          ))}
        </ul>
      )}
      {data && shown && data.length > shown.length && (
        <Button tone="ghost" size="sm" className="profile-list-more" onClick={() => setExpanded(true)}>
          {t("profile.allSessions", { count: data.length })}
        </Button>
      )}
    </Card>
  )
}
