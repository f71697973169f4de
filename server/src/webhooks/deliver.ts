import { setMaxListeners } from "node:events"
import { and, eq, isNull } from "drizzle-orm"
import { activeStatuses } from "../../../src/core/codes"
import { consoleUrl } from "../config"
import { users } from "../db/schema"
import type { webhooks } from "../db/webhook-tables"
import { isTransient, loggable } from "../errors/faults"
import type { Deps } from "../http/context"
import { languageOf, translate } from "../http/messages"
import { addEnds } from "./ends"
import { type Claimed, claim, storeOutcomes, type Tried } from "./queue"
import { send } from "./send"

/** Sends what is stored for webhooks (docs/contract.md#webhook-deliveries). Each process does, without knowledge of the others. */

/** Deliveries of a process at the same time, in all, to endpoints that do not work, and of one owner. */
const maxRunning = 60
const maxNotWorking = 20
const maxPerOwner = 6
const intervalMs = 1_000
const endsIntervalMs = 60_000
type PausedEndpoint = typeof webhooks.$inferSelect

/** Tells the administrators of the owner, each in their language, who have the page of webhooks. */
const mailPaused = async ({ db, config, mailer }: Deps, { url, tenantId }: PausedEndpoint) => {
  const isActive = and(isNull(users.deletedAt), eq(users.status, activeStatuses.value("active")))
  const isAdministrator = tenantId
    ? and(eq(users.role, "TenantAdmin"), eq(users.tenantId, tenantId), eq(users.permissions, []))
    : eq(users.role, "Administrator")
  const root = consoleUrl(config)
  const link = root && `${root}/${tenantId ? "user" : "admin"}/connections`
  for (const person of await db.select().from(users).where(and(isActive, isAdministrator))) {
    const language = languageOf(person.language, config.defaultLanguage)
    await mailer.send({
      to: person.email,
      subject: translate(language, "webhook.pausedSubject", { host: new URL(url).host }),
      text: translate(language, "webhook.pausedText", { url, link }).trim(),
      language,
      ...(link && { link }),
    })
  }
}

/**
 * Starts to look for deliveries every second, and for ends every minute.
 * @param limits.timeoutMs of a try; @param limits.stopAfterMs how long a process that stops goes on with running tries
 */
export const startDeliveries = (deps: Deps, { timeoutMs = 15_000, stopAfterMs = 5_000 } = {}) => {
  const { db, clock, log, hasDiskSpace } = deps
  const running = new Map<number, Claimed>()
  const stopping = new AbortController()
  setMaxListeners(maxRunning, stopping.signal)
  /** Tries whose outcome is not stored yet. */
  let ended: Tried[] = []
  const counts = { delivered: 0, failed: 0 }
  let isStopped = false
  let isAsked = false
  let working: Promise<void> | undefined

  const report = (error: unknown) => {
    if (!isTransient(error)) log.error({ webhooks: "what is to be sent waits", ...loggable(error) })
  }
  const start = (delivery: Claimed) => {
    running.set(delivery.id, delivery)
    void send(deps, delivery, delivery, { timeoutMs, stop: stopping.signal }).then(outcome => {
      running.delete(delivery.id)
      ended = [...ended, { delivery, outcome }]
      counts[outcome.error === null ? "delivered" : "failed"]++
      // An endpoint that refuses at once would be tried without a pause: the outcome, and its next delivery, wait for the interval.
      if (outcome.error === null) wake()
    })
  }

  /** Stores outcomes, and takes the next deliveries, in one transaction. */
  const step = async () => {
    const stored = ended
    const notWorking = [...running.values()].filter(({ isWorking }) => !isWorking).length
    const taken = new Map<string, number>()
    for (const { owner } of running.values()) taken.set(owner, (taken.get(owner) ?? 0) + 1)
    const all = isStopped ? 0 : maxRunning - running.size
    const places = { all, notWorking: maxNotWorking - notWorking, ofOwner: maxPerOwner, taken }
    const { claimed, paused } = await db.transaction(async tx => {
      const paused = stored.length ? await storeOutcomes(tx, clock(), stored) : []
      return { claimed: places.all > 0 ? await claim(tx, clock(), places) : [], paused }
    })
    ended = ended.filter(one => !stored.includes(one))
    claimed.forEach(start)
    for (const endpoint of paused) void mailPaused(deps, endpoint).catch(report)
  }

  const work = async () => {
    while (isAsked) {
      isAsked = false
      if (await hasDiskSpace("session")) await step()
    }
  }
  /** Looks for deliveries at once. */
  const wake = () => {
    isAsked = true
    working ??= work()
      .catch(error => {
        isAsked = false
        report(error)
      })
      .finally(() => {
        working = undefined
        if (isAsked) wake()
      })
  }
  const checkEnds = () =>
    void hasDiskSpace("session")
      .then(has => (has ? addEnds(deps).then(wake) : undefined))
      .catch(report)

  wake()
  checkEnds()
  const timers = [setInterval(wake, intervalMs), setInterval(checkEnds, endsIntervalMs)]
  for (const timer of timers) timer.unref()
  return {
    wake,
    /** Tries since the start. */
    counts,
    /** Takes no further deliveries. @returns when those that run have ended and are stored */
    stop: async () => {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      const end = setTimeout(() => stopping.abort(), stopAfterMs)
      while (running.size || working || ended.length) {
        await new Promise(done => setTimeout(done, 20))
        if (ended.length && !working) wake()
      }
      clearTimeout(end)
    },
  }
}
