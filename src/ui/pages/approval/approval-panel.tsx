import { type ReactNode, type RefObject, useState } from "react"
import type { Key } from "../../../core/text/i18n"
import { joinTexts } from "../../../core/text/join-texts"
import { Button } from "../../controls/button"
import { Alert } from "../../display/alert"
import { Card } from "../../display/card"
import { type Owned, useScreenContext } from "../../hooks/screen-context"
import { useCan } from "../../hooks/use-can"
import { useFormat } from "../../hooks/use-format"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import type { HistorySpec } from "../history/history-spec"
import { QueryPlaceholder } from "../loading/query-placeholder"
import type { Approval, SeenProposal } from "./approval"
import { Decision } from "./decision"
import { ProposalDetails } from "./proposal-details"
import { useSeenProposal } from "./use-seen-proposal"

type Props = { approval: Approval; history: HistorySpec; record: Owned & { id: string; approval?: string }; title: string }

/** Who sent a proposal, and when. */
export const useSender = () => {
  const t = useT()
  const format = useFormat()
  return ({ isOwn, name, email, at }: SeenProposal) => joinTexts(isOwn ? t("approval.byYou") : name || email, format.dateTime(at))
}

const focusMain = () => document.getElementById("main")?.focus()

/** The change of a record that waits for approval or was returned: what it changes, and what the person may do about it. */
export const ApprovalPanel = ({ approval, history, record, title }: Props) => {
  const t = useT()
  const senderOf = useSender()
  const { may, mayChange } = useScreenContext()
  const { id } = record
  const seen = useSeenProposal(approval, { id, state: record.approval })
  const [isEndRead, setEndRead] = useState(false)
  const { entry, isEnded, isShown, notice } = seen
  const { data } = entry
  const showRecord = () => {
    setEndRead(true)
    focusMain()
  }
  if (isEnded && isEndRead) return null
  if (isEnded)
    return (
      <ProposalEnd
        history={history}
        id={id}
        notice={notice}
        actions={<Button onClick={showRecord}>{t("approval.showRecord")}</Button>}
      />
    )
  if (!isShown) return null
  if (!data)
    return (
      <Card title={t("approval.waiting")}>
        <QueryPlaceholder entry={entry} failed={t("approval.notLoaded")} />
      </Card>
    )
  return (
    <Card
      title={t(data.state === "returned" ? "approval.returned" : "approval.waiting")}
      note={senderOf(data)}
      foot={
        seen.first &&
        may("write") &&
        mayChange(record) && <Decision id={id} title={title} proposal={data} seen={seen} onDecided={focusMain} />
      }
    >
      <ProposalDetails approval={approval} history={history} proposal={data} seen={seen} />
    </Card>
  )
}

/** Actions that end a proposal, as the history has them. */
const endings = ["approve", "withdraw", "delete"]

type EndProps = { history: HistorySpec; id: string; notice: RefObject<HTMLDivElement | null>; actions?: ReactNode }

/** What became of a change that the person has seen and that waits no more: who decided, and when; and the way to the record. */
export const ProposalEnd = ({ history, id, notice, actions }: EndProps) => {
  const t = useT()
  const format = useFormat()
  const query = { entity: history.entity, entityId: id, page: 0, pageSize: 10 }
  const { data } = useQuery(history.list, query, useCan("audit"))
  const end = data?.rows.find(({ action }) => endings.includes(action))
  return (
    <div ref={notice} tabIndex={-1}>
      <Alert
        tone="info"
        title={
          end ? t(`approval.ended.${end.action}` as Key, { name: end.actorName || end.actorEmail }) : t("approval.endedUnknown")
        }
        text={end && format.dateTime(end.at)}
        actions={actions}
      />
    </div>
  )
}
