import { memo, useEffect, useRef, useState } from "react"
import { type Prize, prizeRules, prizeTypes } from "../../contract/draws"
import { validate } from "../../core/rules"
import { Button, IconButton } from "../../ui/controls/button"
import { Field } from "../../ui/controls/field"
import { NumberInput } from "../../ui/controls/number-input"
import { Select } from "../../ui/controls/select"
import { TextInput } from "../../ui/controls/text-input"
import { Icon } from "../../ui/display/icon"
import { messageText } from "../../ui/forms/message-text"
import { PictureField } from "../../ui/forms/picture-field"
import type { FieldOf } from "../../ui/forms/use-form"
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
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [dragged, setDragged] = useState<number>()
  const [liveText, setLiveText] = useState("")
  const root = useRef<HTMLFieldSetElement>(null)
  /** While a picture is uploaded the prizes keep their positions, by which its prize is found. */
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set())
  const isFixed = uploading.size > 0
  const [isAdded, setAdded] = useState(false)
  useEffect(() => {
    if (!isAdded) return
    const added = [...(root.current?.querySelectorAll(".prize") ?? [])].at(-1)
    added?.querySelector("input")?.focus()
    setAdded(false)
  }, [isAdded])

  const move = (from: number, to: number) => {
    const moved = prizes[from]
    if (!moved || to < 0 || to >= prizes.length) return
    onChange(prizes.toSpliced(from, 1).toSpliced(to, 0, moved))
    setLiveText(t("draw.prizeMoved", { from: from + 1, to: to + 1 }))
  }
  const remove = (index: number) => {
    root.current?.focus()
    onChange(prizes.toSpliced(index, 1))
    setLiveText(t("draw.prizeRemoved", { number: index + 1 }))
  }
  const setBusy = (index: number, isBusy: boolean) => {
    const next = new Set(uploading)
    if (isBusy) next.add(index)
    else next.delete(index)
    setUploading(next)
    onBusy(next.size > 0)
  }

  return (
    <fieldset
      className="stack"
      id="prizes"
      ref={root}
      tabIndex={-1}
      aria-label={t("draw.prizes")}
      aria-invalid={error ? true : undefined}
      onDrop={event => {
        if (dragged !== undefined) event.preventDefault()
      }}
    >
      {error && prizes.length === 0 && (
        <p className="field-error" data-tone="danger">
          <Icon name="error" />
          {error}
        </p>
      )}
      {prizes.map((prize, index) => {
        const errors = validate(prizeRules, prize)
        const number = index + 1
        const change = (patch: Partial<Prize>) => onChange(prizes.with(index, { ...prize, ...patch }))
        const bind = (name: "name" | "type" | "quantity" | "value") => {
          const message = name in prizeRules && (error || left.has(`${index}-${name}`)) ? errors[name] : undefined
          return {
            id: `prize-${index}-${name}`,
            error: message && messageText(message, t),
            onLeave: () => setLeft(new Set(left).add(`${index}-${name}`)),
          }
        }
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: dragging has buttons as its equivalent
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: prizes have no identity but their position
            key={index}
            className="prize"
            data-dragged={dragged === index || undefined}
            onDragOver={event => {
              if (dragged === undefined) return
              event.preventDefault()
              if (dragged === index) return
              move(dragged, index)
              setDragged(index)
            }}
          >
            <div className="row row-between">
              {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has buttons as its equivalent */}
              <span
                className="prize__grip row"
                draggable={prizes.length > 1 && !isFixed}
                onDragStart={event => {
                  // Firefox drags only elements that carry data.
                  event.dataTransfer.setData("text/plain", "")
                  event.dataTransfer.effectAllowed = "move"
                  const row = event.currentTarget.closest(".prize")
                  if (row) event.dataTransfer.setDragImage(row, 0, 0)
                  setDragged(index)
                }}
                onDragEnd={() => setDragged(undefined)}
              >
                {prizes.length > 1 && <Icon name="grip" />}
                <b>{t("draw.prizeOf", { number })}</b>
              </span>
              <span className="row">
                <IconButton
                  icon="up"
                  label={t("draw.prizeUp", { number })}
                  disabled={index === 0 || isFixed}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="down"
                  label={t("draw.prizeDown", { number })}
                  disabled={index === prizes.length - 1 || isFixed}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon="trash"
                  label={t("draw.prizeRemove", { number })}
                  disabled={isFixed}
                  onClick={() => remove(index)}
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
      <div>
        <Button
          icon="plus"
          disabled={prizes.length >= maxPrizes}
          onClick={() => {
            onChange([...prizes, blankPrize])
            setAdded(true)
          }}
        >
          {t("draw.prizeAdd")}
        </Button>
      </div>
      <p className="sr-only" role="status">
        {liveText}
      </p>
    </fieldset>
  )
})
