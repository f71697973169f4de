import { read } from "../../../core/http/query"
import { isSameJson } from "../../../core/json"
import { joinTexts } from "../../../core/text/join-texts"
import { config } from "../../../state/config"
import { Alert } from "../../display/alert"
import { useFormat } from "../../hooks/use-format"
import { useNow } from "../../hooks/use-now"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { ChangeTable } from "../history/change-table"
import type { HistorySpec, Members } from "../history/history-spec"
import { withTexts } from "../loading/with-texts"
import type { Approval, SeenProposal } from "./approval"
import { hostsOfPictures } from "./outside-pictures"
import type { Seen } from "./use-seen-proposal"

type Props = { approval: Approval; history: HistorySpec; proposal: SeenProposal; seen: Pick<Seen, "first" | "notice"> }

/** The note about a new person, which few pages show, and its texts. */
const loadNote = withTexts("approval.newPerson", () => import("./new-person-note"))
const newPersonNote = read("approval.newPersonNote", (_: undefined) => loadNote())

const isSame = (one: SeenProposal, other: SeenProposal) =>
  one.version === other.version && isSameJson([one.after, one.note], [other.after, other.note])

/** The person who returned a change, when, and why. */
export const ReturnNotice = ({ proposal: { returned, comment } }: { proposal: SeenProposal }) => {
  const t = useT()
  const format = useFormat()
  const name = returned && (returned.name || returned.email)
  return (
    <Alert
      tone="warning"
      title={name ? joinTexts(t("approval.returnedBy", { name }), format.dateTime(returned.at)) : t("approval.returnedWith")}
      text={comment}
    />
  )
}

/** What a proposal changes, with the status that its approval would give the record now, and what the person has to know first. */
export const ProposalDetails = ({ approval, history, proposal, seen: { first = proposal, notice } }: Props) => {
  const t = useT()
  const now = useNow()
  const { state, before, after, current, note, newPerson, step } = proposal
  const withStatus = (members: Members) => (step ? members : { ...members, status: approval.statusOf(members, now) })
  const { data: noted } = useQuery(newPersonNote, undefined, newPerson !== null)
  const hasChanged = state === "waiting" && !isSame(first, proposal)
  const isNew = state === "waiting" && newPerson !== null
  const page = location.origin
  const hosts = hostsOfPictures(after, [page, new URL(config.apiBaseUrl, page).origin])
  const hasNotice = state === "returned" || hasChanged || current !== null || isNew || note !== "" || hosts.length > 0
  return (
    <>
      {hasNotice && (
        <div ref={notice} tabIndex={-1} className="stack-sm">
          {state === "returned" && <ReturnNotice proposal={proposal} />}
          {hasChanged && (
            <Alert tone="warning" title={t("approval.resent")} text={t("approval.resentText")}>
              <ChangeTable
                spec={history}
                caption={t("approval.resent")}
                before={withStatus(first.after)}
                after={withStatus(after)}
                sides={["approval.seen", "approval.proposed"]}
              />
            </Alert>
          )}
          {current && (
            <Alert tone="warning" title={t("approval.outdated")} text={t("approval.outdatedText")}>
              <ChangeTable
                spec={history}
                caption={t("approval.outdated")}
                before={withStatus(before)}
                after={withStatus(current)}
                sides={["approval.whenSent", "history.current"]}
              />
            </Alert>
          )}
          {isNew && noted && <noted.NewPersonNote newPerson={newPerson} />}
          {hosts.length > 0 && (
            <Alert
              tone="warning"
              title={t("approval.outsidePictures", { hosts: hosts.join(", ") })}
              text={t("approval.outsidePicturesText")}
            />
          )}
          {note && <Alert tone="info" title={t("approval.noteOf")} text={note} />}
        </div>
      )}
      <ChangeTable
        spec={history}
        caption={t("approval.change")}
        before={withStatus(before)}
        after={withStatus(after)}
        sides={[current ? "approval.whenSent" : "history.current", "approval.proposed"]}
      />
    </>
  )
}
