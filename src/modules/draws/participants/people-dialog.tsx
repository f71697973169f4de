import { useState } from "react"
import type { Stage, StagePerson } from "../../../contract/draws/entries"
import { nameOf } from "../../../contract/employees"
import { joinTexts } from "../../../core/text/join-texts"
import { Button } from "../../../ui/controls/button"
import { TextInput } from "../../../ui/controls/text-input"
import { Icon } from "../../../ui/display/icons/icon"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { useDebounced } from "../../../ui/hooks/use-debounced"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { StepPager } from "../../../ui/lists/step-pager"
import { Dialog } from "../../../ui/overlays/dialog"
import { QueryPlaceholder } from "../../../ui/pages/loading/query-placeholder"
import { type FunnelRules, funnelOf } from "../api"

const pageSize = 20

/** The people of a stage, or those who fell out at it, with a search by name. */
export const PeopleDialog = ({
  rules,
  stage,
  isOut,
  onClose,
}: {
  rules: FunnelRules | string
  stage: Stage
  isOut: boolean
  onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const [text, setText] = useState("")
  const [page, setPage] = useState(0)
  const keyword = useDebounced(text.trim(), 250)
  const entry = useQuery(funnelOf, {
    rules,
    query: { stage, ...(isOut && { out: true }), page, pageSize, ...(keyword && { keyword }) },
  })
  const people = entry.data?.people
  const total = people?.totalCount ?? 0
  const noteOf = ({ departmentName, score, hiredAt }: StagePerson) =>
    joinTexts(
      departmentName,
      hiredAt && t("draw.hiredSince", { date: format.date(hiredAt) }),
      score !== null && t("draw.points", { count: score, number: format.number(score) }),
    )
  return (
    <Dialog title={isOut ? t(`draw.outTitle.${stage}`) : t(`draw.stage.${stage}`)} onClose={onClose}>
      <div className="dialog__body">
        <span className="input-wrap">
          <Icon name="search" />
          <TextInput
            type="search"
            aria-label={t("draw.personSearch")}
            placeholder={t("draw.personSearch")}
            value={text}
            onChange={next => {
              setText(next)
              setPage(0)
            }}
          />
        </span>
        {people ? (
          <ul className="stack-sm" aria-busy={entry.loading || undefined}>
            {people.users.map(person => (
              <li key={person.id}>
                <PersonIdentity picture={<Avatar name={nameOf(person)} />} note={noteOf(person)}>
                  {nameOf(person)}
                </PersonIdentity>
              </li>
            ))}
          </ul>
        ) : (
          <QueryPlaceholder entry={entry} failed={t("draw.peopleFailed")} />
        )}
        {people && total === 0 && <p className="subtle">{t("draw.nobody")}</p>}
      </div>
      <div className="dialog__foot">
        {total > 0 && (
          <StepPager
            {...{ page, pageSize, total }}
            onChange={setPage}
            summary={(from, to, count) => t("draw.peopleCount", { from, to, count })}
          />
        )}
        <Button data-focus onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}
