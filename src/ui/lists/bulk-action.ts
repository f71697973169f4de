import type { ReactNode } from "react"
import type { Answer } from "../../core/http/http"
import type { Message } from "../../core/rules"
import type { Key, Translate } from "../../core/text/i18n"
import type { IconName } from "../display/icons/icon"

export type RunOptions = { note?: string | undefined; signal: AbortSignal; onSettled: (settled: number) => void }

/** An action on selected records: one call per record, undone by the tokens of all calls (docs/console.md#bulk-actions). */
export type BulkAction<T> = {
  label: Key
  icon: IconName
  tone?: "danger"
  /** Question before the action starts; its texts take {{count}}. */
  confirm?: { title: Key; text: Key }
  /** Whether the action changes a record at `now` (epoch ms); absent: it changes every record. */
  appliesTo?: (row: T, now: number) => boolean
  /** Why the action does not apply to a record; absent or without a result, the status of the record is the reason. */
  reasonOf?: (row: T, now: number) => Key | undefined
  /** Text about a record in the question before the action. */
  noteOf?: (row: T) => Message | undefined
  /** Whether it makes records live, which may need approval. */
  goesLive?: true
  /** Whether the change of a record is sent for approval. */
  sends?: (row: T) => boolean
  /** @param note to who decides about a change that is sent for approval */
  run: (row: T, note?: string) => Promise<Answer>
  /** Text after records were changed; takes {{count}}. */
  done: Key
}

/** An action that changes many records by few calls. */
export type LotAction<T> = Omit<BulkAction<T>, "run"> & {
  /** Records that it has not begun with have no result; one that it leaves as it is has the status 304. */
  runAll: (rows: readonly T[], options: RunOptions) => Promise<(PromiseSettledResult<Answer> | undefined)[]>
  /** Text about records that it leaves as they are; takes {{count}}. */
  unchanged: Key
}

/** Asks for a change of the selected records. @param props `onChoose` is called with the action that makes it */
export type BulkEditor<T> = (props: { rows: T[]; onChoose: (action: LotAction<T>) => void; onClose: () => void }) => ReactNode

/** Returns the label of an action, which names that it sends changes of the rows for approval. @param label its own label */
export const actionLabel = <T>(
  { goesLive, sends }: Pick<BulkAction<T>, "goesLive" | "sends">,
  label: Key,
  rows: readonly T[],
  t: Translate,
): string => {
  const sent = sends ? rows.filter(sends).length : 0
  const action = t(label)
  if (!sent) return action
  if (sent < rows.length) return t("approval.sendSome", { action })
  return goesLive ? t("approval.send") : t("approval.sendAction", { action })
}

/** Number of calls in flight. */
export const maxParallelCalls = 4
