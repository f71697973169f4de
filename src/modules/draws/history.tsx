import { type DrawDraft, draftOf, drawOf, fields, type Prize, randomnessKinds } from "../../contract/draws/draws"
import { isRecord } from "../../core/is-record"
import { dash } from "../../core/text/format"
import { joinTexts } from "../../core/text/join-texts"
import { codeLabel } from "../../ui/display/badge"
import { untranslated } from "../../ui/display/untranslated"
import { asCode, asDateTime, asOptions, type Compare, compareOf } from "../../ui/forms/compare"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { historyOf } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { peopleOptions } from "../records/search-people"
import { prizesText } from "./prizes"
import { draws, eligibilityTexts, methodTexts, reasonTexts, stateLook, statusLook } from "./resource"

const Prizes = ({ value }: { value: readonly Prize[] }) => prizesText(value, useFormat()) || dash

/** Returns a function that names people by id: "…" while they are read, unknown when they cannot be. */
const usePeople = (ids: readonly string[]) => {
  const t = useT()
  const { data } = useQuery(peopleOptions, ids, ids.length > 0)
  return (id: string) => data?.find(option => option.value === id)?.label ?? (data ? t("ui.unknown") : "…")
}

const People = ({ value }: { value: readonly string[] }) => untranslated(value.map(usePeople(value)).join(", ")) || dash

/** How members are displayed in a conflict, and in the history. */
export const compare: Compare<DrawDraft> = {
  ...compareOf(
    fields,
    {
      method: methodTexts,
      eligibility: eligibilityTexts,
      status: statusLook,
    },
    { department: departmentOptions },
  ),
  tenantId: asOptions(companyOptions),
  employeeIds: People,
  organiserIds: People,
  prizes: Prizes,
}

const Person = ({ value }: { value: unknown }) => <People value={[String(value)]} />

const Code = ({ value }: { value: unknown }) => <code translate="no">{String(value)}</code>

/** A position counted from 0, as people count it. */
const Position = ({ value }: { value: unknown }) => useFormat().number(Number(value) + 1)

const Reason = ({ value }: { value: unknown }) => codeLabel(reasonTexts, value, useT())

const Randomness = ({ value }: { value: unknown }) => {
  const t = useT()
  const { kind, round } = isRecord(value) ? value : {}
  return [codeLabel({ of: randomnessKinds, texts: "draw.randomness" }, kind, t), round].filter(Boolean).join(" ")
}

const proposedSteps = ["lock", "run", "void", "winner", "entries"] as const

/** A step that a second person confirms. */
const ProposedStep = ({ value }: { value: unknown }) => {
  const t = useT()
  const name = proposedSteps.find(step => step === value)
  return name ? t(`draw.proposedStep.${name}`) : t("ui.unknown")
}

/** Recorded entries, a line each: person and time. */
const Entries = ({ value }: { value: unknown }) => {
  const format = useFormat()
  const entries = Array.isArray(value) ? value.filter(isRecord) : []
  const nameOf = usePeople(entries.map(({ employeeId }) => String(employeeId)))
  return (
    untranslated(
      entries.map(({ employeeId, at }) => joinTexts(nameOf(String(employeeId)), format.dateTime(String(at)))).join("\n"),
    ) || dash
  )
}

export const history = historyOf("draw", { resource: draws, compare, draftOf }, drawOf, {
  labels: {
    step: "draw.proposedStep",
    entries: "draw.entries",
    removedEntries: "draw.removedEntries",
    note: "draw.note",
    lockHash: "draw.lock.code",
    entryCount: "draw.entryCount",
    publicRandomness: "draw.randomness",
    publicValue: "draw.publicValue",
    drawnAt: "draw.drawnAt",
    winnerCount: "draw.winnerCount",
    round: "draw.round",
    place: "draw.place",
    employeeId: "draw.person",
    state: "draw.state",
    reason: "draw.reason",
    movedUp: "draw.movedUp",
  },
  compare: {
    step: ProposedStep,
    entries: Entries,
    removedEntries: People,
    lockHash: Code,
    publicRandomness: Randomness,
    publicValue: Code,
    drawnAt: asDateTime(),
    round: Position,
    place: Position,
    employeeId: Person,
    state: asCode(stateLook),
    reason: Reason,
    movedUp: Position,
  },
})
