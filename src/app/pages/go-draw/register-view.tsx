import type { Relation } from "../../../contract/draw-proof/extends"
import type { Register, RegisterEntry } from "../../../contract/draw-proof/proof"
import type { RegisterReport } from "../../../contract/draw-proof/register"
import { Card } from "../../../ui/display/card"
import { IconTile } from "../../../ui/display/icons/icon-tile"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { FileActions, proofPath } from "./file-actions"
import { Code } from "./lock-card"
import { RelationAlert } from "./report"

/** A register that holds, newest entry first. */
const Entries = ({ register: { entries }, hashes }: { register: Register; hashes: readonly string[] }) => {
  const t = useT()
  const format = useFormat()
  const numberOf = (drawId: string) => entries.find(entry => entry.drawId === drawId)?.number
  const notesOf = ({ at, company, organisers, round, reason, copyOf, number }: RegisterEntry) => [
    format.dateTime(at),
    ...(company ? [company] : []),
    ...(organisers ? [t("proof.register.organisers", { count: organisers })] : []),
    ...(round ? [t("proof.register.round", { round: round + 1 })] : []),
    ...(reason ? [t(`proof.reason.${reason}`)] : []),
    ...(copyOf ? [t("proof.register.copy", { number: numberOf(copyOf) ?? "–" })] : []),
    (hashes[number - 1] ?? "").slice(0, 16),
  ]
  return (
    <Card title={t("proof.register.entries")} note={format.number(entries.length)}>
      <p className="muted">{t("proof.register.entriesText")}</p>
      <ol className="timeline">
        {entries.toReversed().map(entry => (
          <li key={entry.number}>
            <span>
              {format.number(entry.number)} · <b>{t(`proof.register.${entry.event}`)}</b> ·{" "}
              <a className="link" href={proofPath(entry.drawId)}>
                {entry.title}
              </a>
            </span>
            {notesOf(entry).map(note => (
              <small key={note}>{note}</small>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type Props = { file: Uint8Array; report: RegisterReport; relation: Relation | undefined }

/** A company's register of draws, and whether its chain holds. */
export const RegisterView = ({ file, report: { register, hashes, failure }, relation }: Props) => {
  const t = useT()
  const verdict = failure ? "fails" : "holds"
  return (
    <>
      <Card label={t(`proof.register.${verdict}`)}>
        <div className="proof__verdict" role={failure ? "alert" : "status"}>
          <IconTile icon={failure ? "error" : "ok"} tone={failure ? "danger" : "success"} />
          <div>
            <h2>{t(`proof.register.${verdict}`)}</h2>
            {failure && (
              <p className="strong">{t(`proof.failure.register.${failure.reason}`, { number: failure.number ?? "" })}</p>
            )}
            <p>{t(`proof.register.${verdict}Text`)}</p>
          </div>
        </div>
      </Card>
      {relation && <RelationAlert relation={relation} />}
      {register && (
        <>
          <Card title={t("proof.register.head")}>
            <Code code={hashes.at(-1) ?? ""} />
            <p className="muted">{t("proof.register.headText")}</p>
            <FileActions file={file} label={t("proof.register.download")} name={t("proof.register.title")} />
          </Card>
          <Entries register={register} hashes={hashes} />
        </>
      )}
    </>
  )
}
