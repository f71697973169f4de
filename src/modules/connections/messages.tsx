import { Link } from "wouter"
import type { MessageItem } from "../../contract/messages"
import { deliveryStates } from "../../contract/webhooks"
import { joinTexts } from "../../core/text/join-texts"
import { notifySuccess } from "../../state/notifications"
import { IconButton } from "../../ui/controls/button"
import { Segmented } from "../../ui/controls/segmented"
import { Select } from "../../ui/controls/select"
import { Badge, type BadgeTone } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { dateTimeColumn } from "../../ui/lists/columns"
import { FilterBar } from "../../ui/lists/filter-bar"
import { ListCard } from "../../ui/lists/list-card"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Menu } from "../../ui/overlays/menu"
import { PageHeader } from "../../ui/pages/page-header"
import { Empty } from "../../ui/placeholders/empty"
import { NoMatch } from "../../ui/placeholders/no-match"
import { getMessageSettings, listMessages, resendMessage, setMessageSettings } from "./api"
import { report } from "./parts"

const tones: Record<MessageItem["state"], BadgeTone> = { waiting: "info", delivered: "success", failed: "danger" }

const columns: Column<MessageItem>[] = [
  { key: "subject", label: "message.subject", isMain: true, text: ({ subject }) => subject },
  {
    key: "recipient",
    label: "message.recipient",
    rank: 0,
    text: ({ name, email }) => joinTexts(name, email),
    cell: ({ name, email }) => (
      <span className="table__pair">
        {name || email}
        {name && <small>{email}</small>}
      </span>
    ),
  },
  {
    key: "state",
    label: "message.state",
    rank: 0,
    text: ({ state }, { t }) => t(`message.state.${state}`),
    cell: ({ state }, { t }) => <Badge tone={tones[state]}>{t(`message.state.${state}`)}</Badge>,
  },
  { key: "type", label: "message.type", rank: 1, text: ({ type }, { t }) => t(`message.type.${type}`) },
  { ...dateTimeColumn("createdAt", "message.createdAt"), rank: 1 },
]

/** Whether answers to feedback are mailed to its author. */
const FeedbackMails = () => {
  const t = useT()
  const { data } = useQuery(getMessageSettings, undefined)
  if (!data) return null
  return (
    <Card title={t("message.settings")}>
      <ul className="profile-list">
        <li>
          <div className="profile-list__text">
            <b>{t("message.feedback")}</b>
            <small id="feedback-mails">{t("message.feedbackText")}</small>
          </div>
          <Segmented
            label={t("message.feedback")}
            describedBy="feedback-mails"
            value={data.feedback ? "on" : "off"}
            options={(["on", "off"] as const).map(value => ({ value, label: t(`message.switch.${value}`) }))}
            onChange={value => report(setMessageSettings({ feedback: value === "on" }), "message.settingsFailed", () => {})}
          />
        </li>
      </ul>
    </Card>
  )
}

/** The mails of the last 30 days to single people, newest first; failed ones can be sent again (docs/console.md#connections). */
export const Messages = () => {
  const t = useT()
  const { base } = useScreenContext()
  const list = useList("messages", { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const { state = "" } = filters
  const entry = useQuery(listMessages, { page, pageSize, ...(state && { state }) })
  useTitle(t("message.title"))
  const resend = ({ id }: MessageItem) =>
    report(resendMessage(id), "message.resendFailed", () => notifySuccess(t("message.resent")))
  return (
    <>
      <PageHeader title={t("message.title")} text={t("message.intro")} trail={[{ label: t("nav.connections"), href: base }]} />
      <FeedbackMails />
      <ListCard
        label={t("message.title")}
        name="messages"
        list={list}
        entry={entry}
        columns={columns}
        rowLabel={({ subject }) => subject}
        rowMenu={row =>
          row.state === "failed" && (
            <Menu
              label={t("ui.actionsOf", { title: row.subject })}
              items={[{ label: t("message.resend"), icon: "send", run: () => resend(row) }]}
            />
          )
        }
        empty={
          state ? (
            <NoMatch onClear={() => list.filter({ state: "" })} />
          ) : (
            <Empty tone="accent" icon="mail" title={t("message.empty")} text={t("message.emptyText")} />
          )
        }
        failed={t("message.loadFailed")}
        summary={(from, to, count) => t("message.count", { count, from, to })}
      >
        <FilterBar>
          <Select
            aria-label={t("message.state")}
            value={state}
            onChange={value => list.filter({ state: value })}
            options={[
              { value: "", label: t("message.anyState") },
              ...deliveryStates.map(value => ({ value, label: t(`message.state.${value}`) })),
            ]}
          />
          <IconButton className="push-end" icon="refresh" label={t("connections.refresh")} onClick={entry.reload} />
        </FilterBar>
      </ListCard>
    </>
  )
}

/** Leads to the mails; one sentence where the server has no such call. */
export const MessagesCard = () => {
  const t = useT()
  const { base } = useScreenContext()
  return (
    <Card title={t("message.title")}>
      {useCan("messages") ? (
        <p>
          {t("message.intro")}{" "}
          <Link className="link" href={`${base}?mails`}>
            {t("message.show")}
          </Link>
        </p>
      ) : (
        <p className="subtle">{t("message.notOffered")}</p>
      )}
    </Card>
  )
}
