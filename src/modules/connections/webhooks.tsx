import { useState } from "react"
import { nameOfRecord } from "../../contract/modules"
import {
  type Delivery,
  fields,
  recordOfKind,
  rules,
  type Webhook,
  type WebhookDraft,
  type WebhookEvent,
  type WebhookKind,
  webhookTypes,
} from "../../contract/webhooks"
import type { CreateOptions } from "../../core/http/calls"
import type { Key, Translate } from "../../core/text/i18n"
import { cache, confirmation } from "../../state/instances"
import { notifyRemoved, notifySuccess, removalText } from "../../state/notifications"
import { notify } from "../../state/toasts"
import { Badge } from "../../ui/display/badge"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import type { CellContext } from "../../ui/lists/cell-context"
import { focusBesideRow } from "../../ui/lists/focus-row"
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, rotateSecret, testWebhook } from "./api"
import { ConnectionCard, type Line, ManyField, report, type Secret } from "./parts"

/** Returns the name of a type of events, such as "Campaign · Published"; the type itself when it is unknown. */
export const eventLabel = (type: string, t: Translate): string => {
  const [kind, event] = type.split(".") as [WebhookKind, WebhookEvent]
  if (type === "ping") return t("webhook.test")
  if (!webhookTypes.includes(type)) return type
  return `${t(nameOfRecord(recordOfKind(kind)) as Key)} · ${t(`webhook.event.${event}`)}`
}

/** The description, or else the host of the address. */
export const titleOf = ({ description, url }: WebhookDraft) => description || url.replace(/^https?:\/\/([^/?#]+).*/, "$1")

/** Returns what the last try was answered, and how long it took: "200, 84 ms"; "" before the first one. */
export const answerText = ({ status, error, ms }: Delivery, { t, format }: CellContext): string =>
  [status ?? (error && t(`delivery.error.${error}`)), ms !== null && t("delivery.ms", { ms: format.number(ms) })]
    .filter(Boolean)
    .join(", ")

const labels = { url: "webhook.url", description: "webhook.description", events: "webhook.events" } as const
const blank: WebhookDraft = { url: "", description: "", events: [] }
const tones = { active: "success", failing: "warning", paused: "neutral", ended: "danger" } as const
const card = { texts: "webhook.card", icon: "send" } as const

/** The endpoints that hear of changes (docs/console.md#connections). */
export const Webhooks = ({ onSecret }: { onSecret: (secret: Secret) => void }) => {
  const t = useT()
  const format = useFormat()
  /** The one in the form, which may be new. */
  const [edited, setEdited] = useState<Webhook | WebhookDraft>()
  const close = () => setEdited(undefined)

  const save = async (draft: WebhookDraft, options: CreateOptions) => {
    if (!edited || !("id" in edited)) return onSecret({ of: "webhook", value: (await addWebhook(draft, options)).secret })
    // The stored one may be newer: after a conflict it is replaced when it is saved again.
    const stored = cache.entry(listWebhooks, undefined).data?.find(({ id }) => id === edited.id)
    await changeWebhook(stored ?? edited, draft)
    notifySuccess(t("webhook.saved"), titleOf(draft))
  }
  const test = ({ id }: Webhook) => {
    notify({ tone: "info", title: t("webhook.testing"), alwaysShown: true })
    report(testWebhook(id), "webhook.testFailed", delivery => {
      const isDelivered = delivery.state === "delivered"
      const title = t(isDelivered ? "webhook.testDelivered" : "webhook.testFailed")
      notify({ tone: isDelivered ? "success" : "danger", title, text: answerText(delivery, { t, format }), alwaysShown: true })
    })
  }
  const setState = (row: Webhook, state: "active" | "paused") =>
    report(changeWebhook(row, { state }), "webhook.saveFailed", () => notifySuccess(t(`webhook.changed.${state}`), titleOf(row)))
  const rotate = async ({ id }: Webhook) => {
    const question = { title: t("webhook.rotateTitle"), text: t("webhook.rotateText"), confirmLabel: t("webhook.rotate") }
    if (await confirmation.ask(question))
      report(rotateSecret(id), "webhook.rotateFailed", ({ secret }) => onSecret({ of: "webhook", value: secret }))
  }
  const remove = async (row: Webhook) => {
    const title = t("webhook.removeTitle", { name: titleOf(row) })
    const text = removalText(t("webhook.removeText"))
    if (await confirmation.ask({ title, text, confirmLabel: t("webhook.remove"), tone: "danger" }))
      report(removeWebhook(row.id), "webhook.removeFailed", ({ undoToken }) => {
        notifyRemoved(undoToken, [listWebhooks.tag], t("webhook.removed"), { subject: titleOf(row) })
        focusBesideRow(row.id)
      })
  }
  const lineOf = (row: Webhook): Line => {
    const { id, url, events, lastDeliveryAt, waiting, failed } = row
    const href = `${location.pathname}?webhook=${encodeURIComponent(id)}`
    const state = row.state === "active" && row.failingSince ? "failing" : row.state
    const hasAll = webhookTypes.every(type => events.includes(type))
    return {
      name: titleOf(row),
      href,
      badge: <Badge tone={tones[state]}>{t(`webhook.state.${state}`)}</Badge>,
      code: url,
      facts: [
        hasAll ? t("webhook.allEvents") : t("webhook.eventCount", { count: events.length }),
        lastDeliveryAt && t("webhook.lastDelivery", { time: format.dateTime(lastDeliveryAt) }),
        waiting && t("webhook.waiting", { count: waiting }),
        failed && t("webhook.failed", { count: failed }),
      ],
      items: () => [
        { label: t("delivery.title"), icon: "list", href },
        { label: t("webhook.testSend"), icon: "send", run: () => test(row) },
        { label: t("ui.edit"), icon: "edit", run: () => setEdited(row) },
        row.state === "active"
          ? { label: t("webhook.pause"), icon: "minus", run: () => setState(row, "paused") }
          : { label: t("ui.activate"), icon: "check", run: () => setState(row, "active") },
        { label: t("webhook.rotate"), icon: "lock", run: () => rotate(row) },
        { label: t("webhook.remove"), icon: "trash", tone: "danger", run: () => remove(row) },
      ],
    }
  }

  return (
    <>
      <ConnectionCard {...card} feature="webhooks" rows={listWebhooks} lineOf={lineOf} onAdd={() => setEdited(blank)} />
      {edited && (
        <DialogForm<WebhookDraft>
          title={t(edited === blank ? "webhook.card.add" : "webhook.edit")}
          text={t("webhook.formText")}
          initial={{ url: edited.url, description: edited.description, events: edited.events }}
          isStored={edited !== blank}
          labels={labels}
          fields={fields}
          rules={rules}
          failure="webhook.saveFailed"
          submit={t(edited === blank ? "webhook.card.add" : "ui.save")}
          save={save}
          onClose={close}
        >
          {({ bind }) => (
            <>
              <TextField {...bind("url")} type="url" hint={t("webhook.urlHint")} />
              <TextField {...bind("description")} optional />
              <ManyField
                {...bind("events")}
                placeholder={t("webhook.eventAdd")}
                values={webhookTypes}
                labelOf={type => eventLabel(type, t)}
                whole={{ label: t("webhook.allEvents"), values: webhookTypes }}
              />
            </>
          )}
        </DialogForm>
      )}
    </>
  )
}
