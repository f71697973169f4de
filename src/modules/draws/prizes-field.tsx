import { memo, useState } from "react"
import { type Prize, prizeRules, prizeTypes } from "../../contract/draws/draws"
import { checkChange } from "../../core/rules"
import { Button, IconButton } from "../../ui/controls/button"
import { Field, FieldError } from "../../ui/controls/field"
import { MoveButtons } from "../../ui/controls/move-buttons"
import { NumberInput } from "../../ui/controls/number-input"
import { Select } from "../../ui/controls/select"
import { TextInput } from "../../ui/controls/text-input"
import { Icon } from "../../ui/display/icons/icon"
import { messageText } from "../../ui/forms/message-text"
import { PictureField } from "../../ui/forms/picture-field"
import type { FieldOf } from "../../ui/forms/use-form"
import { useDragOrder } from "../../ui/hooks/use-drag-order"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"
import { uploadDrawMedia } from "./api"

/** Number of prizes that a body holds (docs/contract.md#draw-record). */
const maxPrizes = 100

const blankPrize: Prize = { name: "", type: prizeTypes.value("physical"), quantity: 1, value: null, imageUrl: null }

type Props = { field: FieldOf<Prize[]>; onBusy: (isBusy: boolean) => void }

/** The prizes of a draw in the order in which they are drawn; ordered by drag or by buttons. */
export const PrizesField = memo(({ field, onBusy }: Props) => {
  const t = useT()
  const { value: prizes, error, onChange } = field
  const editor = useListEditor<Prize, HTMLDivElement>(prizes, onChange)
  /** While a picture is uploaded the prizes keep their positions, by which its prize is found. */
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set())
  const isFixed = uploading.size > 0
  const move = (from: number, to: number) => editor.move(from, to, t("draw.prizeMoved", { from: from + 1, to: to + 1 }))
  const drag = useDragOrder(editor.root, move)
  const setBusy = (index: number, isBusy: boolean) => {
    const next = new Set(uploading)
    if (isBusy) next.add(index)
    else next.delete(index)
    setUploading(next)
    onBusy(next.size > 0)
  }

  return (
    <fieldset className="stack" id="prizes" tabIndex={-1} aria-label={t("draw.prizes")} aria-invalid={error ? true : undefined}>
      <FieldError error={prizes.length === 0 ? error : undefined} />
      <div className="stack drag-list" ref={editor.root}>
        {prizes.map((prize, index) => {
          const { errors, notes } = checkChange(prizeRules, prize, field.stored)
          const number = index + 1
          const change = (patch: Partial<Prize>) => onChange(prizes.with(index, { ...prize, ...patch }))
          const bind = (name: "name" | "type" | "quantity" | "value") => {
            const message = name in prizeRules && (error || editor.hasLeft(index, name)) ? errors[name] : undefined
            return {
              id: `prize-${index}-${name}`,
              error: message && messageText(message, t),
              note: notes[name as keyof typeof notes] && t("ui.storedInvalid"),
              onLeave: () => editor.leave(index, name),
            }
          }
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: prizes have no identity but their position
            <div key={index} className="prize" data-entry>
              <div className="row row-between">
                <span className="row">
                  {prizes.length > 1 && (
                    <span className="grip" aria-hidden="true" onPointerDown={isFixed ? undefined : drag.onPointerDown}>
                      <Icon name="grip" />
                    </span>
                  )}
                  <b>{t("draw.prizeOf", { number })}</b>
                </span>
                <span className="row">
                  <MoveButtons
                    index={index}
                    count={prizes.length}
                    up={t("draw.prizeUp", { number })}
                    down={t("draw.prizeDown", { number })}
                    disabled={isFixed}
                    onMove={to => move(index, to)}
                  />
                  <IconButton
                    icon="trash"
                    label={t("draw.prizeRemove", { number })}
                    disabled={isFixed}
                    onClick={() => editor.remove(index, t("draw.prizeRemoved", { number }))}
                  />
                </span>
              </div>
              <div className="grid-2">
                <Field {...bind("name")} label={t("draw.prizeName")} required>
                  {aria => <TextInput {...aria} maxLength={100} value={prize.name} onChange={name => change({ name })} />}
                </Field>
                <Field {...bind("type")} label={t("draw.prizeType")}>
                  {aria => (
                    <Select
                      {...aria}
                      value={String(prize.type)}
                      onChange={type => change({ type: Number(type) })}
                      options={prizeTypes.names.map(name => ({
                        value: String(prizeTypes.value(name)),
                        label: t(`draw.prizeType.${name}`),
                      }))}
                    />
                  )}
                </Field>
                <Field {...bind("quantity")} label={t("draw.quantity")} required>
                  {aria => (
                    <NumberInput
                      {...aria}
                      inputMode="numeric"
                      value={prize.quantity}
                      onChange={quantity => change({ quantity: quantity ?? Number.NaN })}
                    />
                  )}
                </Field>
                <Field {...bind("value")} label={t("draw.prizeValue")} optional>
                  {aria => <NumberInput {...aria} affix="₺" value={prize.value} onChange={value => change({ value })} />}
                </Field>
              </div>
              <PictureField
                id={`prize-${index}-image`}
                label={t("draw.prizeImage", { number })}
                field={{
                  value: prize.imageUrl ?? "",
                  onChange: url => change({ imageUrl: url || null }),
                  error: undefined,
                }}
                upload={uploadDrawMedia}
                onBusy={isBusy => setBusy(index, isBusy)}
              />
            </div>
          )
        })}
      </div>
      <div>
        <Button icon="plus" disabled={prizes.length >= maxPrizes} onClick={() => editor.add(blankPrize)}>
          {t("draw.prizeAdd")}
        </Button>
      </div>
      <p className="sr-only" role="status">
        {editor.liveText}
      </p>
    </fieldset>
  )
})
