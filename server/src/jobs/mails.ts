import { and, eq, inArray, lt, sql } from "drizzle-orm"
import { type JobKind, jobs } from "../db/job-tables"
import { type Database, rowsOf } from "../db/open"
import { inSlices, oneSlice } from "../db/slices"
import { minuteStep, takeStep } from "../db/steps"
import { DeadlineExceeded, withDeadline } from "../errors/deadline"
import { loggable } from "../errors/faults"
import type { Deps } from "../http/context"
import { MailDeferred, MailDown, type Mailer, MailRefused } from "../mail/mail"
import { instant, isDue, storeTries } from "./queue"

/**
 * Mails that wait in the table of jobs: of each kind one of every company in turn, each with a known or a doubtful outcome. A process
 * that is killed leaves as many in doubt as the kind has connections.
 */

/** What is stored of a mail: `recordId` says of what, or for whom, it is; `type` and `about` what a message tells of which record. */
export type MailJob = Pick<typeof jobs.$inferSelect, "id" | "messageId" | "type" | "about" | "tenantId" | "body" | "tries"> & {
  /** "" of a message to somebody without an account. */
  recordId: string
}

export type MailKind = {
  kind: Exclude<JobKind, "delivery">
  /** How often a mail is sent whose outcome is not known: then it counts as sent. */
  maxDoubts: number
  /** Whether each try of a mail waits as long again as since its first one, in place of a minute. */
  waitsLonger?: boolean
  /** How many mails a process sends at the same time, each on a connection to the mail server; 1 without it. */
  connections?: number
  /** Adds the mails that are due by themselves. */
  add?: (deps: Deps) => Promise<unknown>
  /** Whether what was sent, and what was given up, stays for the list of mails. */
  isListed?: boolean
  /** Sends a mail. @returns false: nothing was sent, because what it was about is gone */
  send: (deps: Deps, job: MailJob) => Promise<unknown>
  /** Ends what waits for a mail that certainly did not arrive and is not tried again. */
  onUnsent?: (deps: Deps, tx: Database, job: MailJob) => Promise<void>
}

/** How often is looked for mails, and after which time a mail that was not sent is tried again at the earliest, ms. */
const intervalMs = 60_000
/** After which time since its first try a mail is given up, ms. */
const giveUpMs = 24 * 3_600_000
/** Mails that are given up in a transaction. */
const maxGivenUp = 200

/** Ends what has certainly not been sent a day after its first try. */
const giveUp = async (deps: Deps, mails: MailKind): Promise<void> => {
  const { kind, isListed, onUnsent } = mails
  const count = await deps.db.transaction(async tx => {
    const isWaiting = and(eq(jobs.kind, kind), eq(jobs.state, "waiting"))
    const isDayOld = lt(jobs.firstTriedAt, new Date(deps.clock() - giveUpMs))
    const isOld = inArray(jobs.id, tx.select({ id: jobs.id }).from(jobs).where(and(isWaiting, isDayOld)).limit(maxGivenUp))
    const old = isListed
      ? await tx.update(jobs).set({ state: "failed", nextTryAt: null }).where(isOld).returning()
      : await tx.delete(jobs).where(isOld).returning()
    for (const { recordId, ...job } of old) if (!job.tries && recordId) await onUnsent?.(deps, tx, { ...job, recordId })
    return old.length
  })
  if (count) deps.log.error({ mails: "given up after a day", kind, count })
  if (count === maxGivenUp) await giveUp(deps, mails)
}

/** Of the platform. */
const noCompany = "00000000-0000-0000-0000-000000000000"
const companyOfJob = sql`coalesce(j.tenant_id, ${sql.raw(`'${noCompany}'`)})`

/**
 * Takes the next mail that is due, of the first company behind another one. Its outcome is in doubt from now on.
 * @param after the company's id; undefined: of the first company
 */
const takeNext = async ({ db, clock }: Deps, { kind, waitsLonger }: MailKind, after: string | undefined) => {
  const now = clock()
  const age = waitsLonger ? sql`(${instant(now)} - coalesce(j.first_tried_at, ${instant(now)}))` : sql`interval '0'`
  const isBehind = after === undefined ? sql`true` : sql`${companyOfJob} > ${after}::uuid`
  const [job] = await rowsOf<Omit<MailJob, "id"> & { id: string; takenUntil: Date | string }>(
    db,
    sql`with next as (select j.id from jobs j where j.kind = ${kind} and ${isDue(now)} and ${isBehind}
        order by ${companyOfJob}, j.id limit 1 for update skip locked)
      update jobs j set tries = tries + 1, taken_until = greatest(${instant(now)} + ${age}, ${instant(now + intervalMs)}),
        first_tried_at = coalesce(first_tried_at, ${instant(now)})
      from next where j.id = next.id
      returning j.id, message_id as "messageId", type, coalesce(record_id::text, '') as "recordId", about, tenant_id as "tenantId", body, tries,
        taken_until as "takenUntil"`,
  )
  return job && { ...job, id: Number(job.id), nextTryAt: new Date(job.takenUntil).toISOString() }
}

/**
 * Sends a mail that was taken, and removes it. What the mail server has certainly not taken waits, without a doubt; what it refuses
 * for good stays as failed.
 * @returns whether the next mail may be tried
 */
const sendTaken = async (deps: Deps, mails: MailKind, job: MailJob & { nextTryAt: string }): Promise<boolean> => {
  const { db, clock, log } = deps
  const { kind, maxDoubts, isListed, onUnsent } = mails
  const { id, recordId, type, tries, nextTryAt } = job
  let isSent = true
  if (tries > maxDoubts) log.warn({ mails: "it is not known whether one arrived", kind, recordId })
  else
    try {
      isSent = (await mails.send(deps, job)) !== false
      if (isSent) log.info({ email: "sent", kind, ...(type && { type }), id: job.messageId })
    } catch (error) {
      log.error({ mails: "one was not sent", kind, recordId, ...loggable(error) })
      if (error instanceof MailRefused)
        await db.transaction(async tx => {
          await onUnsent?.(deps, tx, job)
          await storeTries(tx, clock(), [{ id, state: "failed", tries: 0, nextTryAt: null }])
        })
      if (error instanceof MailDeferred || (error instanceof MailDown && error.isUnsent))
        await storeTries(db, clock(), [{ id, state: "waiting", tries: tries - 1, nextTryAt }])
      return error instanceof MailDeferred || error instanceof MailRefused
    }
  if (isListed && isSent) await storeTries(db, clock(), [{ id, state: "delivered", tries: 0, nextTryAt: null }])
  else await db.delete(jobs).where(eq(jobs.id, id))
  return true
}

/** That the mail server cannot be reached counts as a try of all that is due. */
const storeFirstTries = ({ db, clock }: Deps, { kind }: MailKind) => {
  const isUntried = sql`j.kind = ${kind} and ${isDue(clock())} and j.first_tried_at is null`
  return inSlices(() =>
    rowsOf(
      db,
      sql`update jobs set first_tried_at = ${instant(clock())} where ${oneSlice(sql`jobs j`, isUntried)} returning 1 as found`,
    ),
  )
}

/** `last`: the company whose mail was taken last, also by the calls before: the next one is another company's. */
type Turn = { last?: string | undefined }

const sendDue = async (deps: Deps, mails: MailKind, maxMs: number, turn: Turn) => {
  const end = performance.now() + maxMs
  await giveUp(deps, mails)
  const [due] = await rowsOf(deps.db, sql`select 1 from jobs j where j.kind = ${mails.kind} and ${isDue(deps.clock())} limit 1`)
  if (!due) return
  // A mail server that cannot be reached leaves no mail in doubt.
  await deps.mailer.open().catch(async error => {
    await storeFirstTries(deps, mails)
    throw error
  })
  let goesOn = true
  const sendInTurn = async () => {
    while (goesOn && performance.now() < end && deps.isReady()) {
      const next = (await takeNext(deps, mails, turn.last)) ?? (turn.last && (await takeNext(deps, mails, undefined)))
      if (!next) return
      turn.last = next.tenantId ?? noCompany
      goesOn = (await sendTaken(deps, mails, next)) && goesOn
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: mails.connections ?? 1 }, sendInTurn))
  for (const one of ended) if (one.status === "rejected") throw one.reason
}

/** Mails of a kind: `send` those that are due, or `start` to do so every minute. */
export const createMailQueue = (mails: MailKind) => {
  const sending = new WeakMap<Mailer, Promise<void>>()
  const turn: Turn = {}
  /** Sends until the server cannot be reached or the time is over. */
  const send = async (deps: Deps, maxMs: number, mayAdd = async () => true) => {
    const { mailer } = deps
    const addAndSend = async () => {
      if (mails.add && (await mayAdd())) await mails.add(deps)
      await sendDue(deps, mails, maxMs, turn)
    }
    const running = sending.get(mailer) ?? addAndSend().finally(() => sending.delete(mailer))
    sending.set(mailer, running)
    await withDeadline(maxMs, () => running).catch(error => {
      if (!(error instanceof DeadlineExceeded)) deps.log.error({ mails: "they wait", kind: mails.kind, ...loggable(error) })
    })
  }
  return {
    send,
    /** @returns stop */
    start: (deps: Deps) => {
      // What is due by itself, one process looks for each minute.
      const takenMs = intervalMs - 5_000
      const run = () =>
        void send(deps, intervalMs, () => takeStep(deps.db, deps.clock(), `${mails.kind}${minuteStep}`, takenMs, takenMs))
      run()
      const timer = setInterval(run, intervalMs).unref()
      return () => clearInterval(timer)
    },
  }
}
