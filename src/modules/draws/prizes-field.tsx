import { type DrawDraft, type Prize, prizeRules, prizeTypes } from "../../contract/draws/draws"
import type { Bound, EntryPart } from "../../core/form/parts"
import type { FormSession } from "../../core/form/session"
import type { ListSpec } from "../../core/form/spec"
import { checkChange, storedAs } from "../../core/rules"
import { Button, IconButton } from "../../ui/controls/button"
import { Field, FieldError } from "../../ui/controls/field"
import { MoveButtons } from "../../ui/controls/move-buttons"
import { NumberInput } from "../../ui/controls/number-input"
import { Select } from "../../ui/controls/select"
import { Icon } from "../../ui/display/icons/icon"
import { useBound, useObservable } from "../../ui/forms/bound"
import { messageText } from "../../ui/forms/message-text"
import { NumberField } from "../../ui/forms/number-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useDragOrder } from "../../ui/hooks/use-drag-order"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"
import { uploadDrawMedia } from "./api"

/** Number of prizes that a body holds (docs/contract.md#draw-record). */
const maxPrizes = 100

const blankPrize: Prize = { name: "", type: prizeTypes.value("physical"), quantity: 1, value: null, imageUrl: null }

/** The prizes of a draw as a list of its form. */
export const prizes: ListSpec<Prize> = {
  label: "draw.prize.of",
  labels: {
    name: "draw.prize.name",
    type: "draw.prizeType",
    quantity: "draw.quantity",
    value: "draw.prize.value",
    imageUrl: "draw.prize.image",
  },
  fields: { name: { kind: "text", max: 100, isRequired: true } },
  check: (prize, _, stored = []) => checkChange(prizeRules, prize, storedAs(prize, stored)),
}

const TypeField = (bound: Bound<Prize["type"]>) => {
  const t = useT()
  const { field, ...props } = useBound(bound)
  return (
    <Field {...props} error={field.error}>
      {aria => (
        <Select
          {...aria}
          value={String(field.value)}
          onChange={type => field.onChange(Number(type))}
          options={prizeTypes.names.map(name => ({
            value: String(prizeTypes.value(name)),
            label: t(`draw.prizeType.${name}`),
          }))}
        />
      )}
    </Field>
  )
}

const QuantityField = (bound: Bound<number>) => {
  const { field, ...props } = useBound(bound)
  return (
    <Field {...props} error={field.error} note={field.note} onLeave={field.onLeave} required>
      {aria => (
        <NumberInput
          {...aria}
          inputMode="numeric"
          value={field.value}
          onChange={quantity => field.onChange(quantity ?? Number.NaN)}
        />
      )}
    </Field>
  )
}

type PrizeProps = {
  part: EntryPart<Prize>
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  onPointerDown: ReturnType<typeof useDragOrder>["onPointerDown"]
}

const PrizeCard = ({ part, onMove, onRemove, onPointerDown }: PrizeProps) => {
  const t = useT()
  const { index, count } = useObservable(part.place)
  const number = index + 1
  return (
    <div className="prize" data-entry>
      <div className="row row-between">
        <span className="row">
          {count > 1 && (
            <span className="grip" aria-hidden="true" onPointerDown={onPointerDown}>
              <Icon name="grip" />
            </span>
          )}
          <b>{t("draw.prize.of", { number })}</b>
        </span>
        <span className="row">
          <MoveButtons
            index={index}
            count={count}
            up={t("draw.prize.up", { number })}
            down={t("draw.prize.down", { number })}
            onMove={to => onMove(index, to)}
          />
          <IconButton icon="trash" label={t("draw.prize.remove", { number })} onClick={() => onRemove(index)} />
        </span>
      </div>
      <div className="grid-2">
        <TextField {...part.bind("name")} />
        <TypeField {...part.bind("type")} />
        <QuantityField {...part.bind("quantity")} />
        <NumberField {...part.bind("value")} affix="₺" optional />
      </div>
      <PictureField {...part.bind("imageUrl")} name={t("draw.prize.image", { number })} none={null} upload={uploadDrawMedia} />
    </div>
  )
}

/** The prizes of a draw in the order in which they are drawn; ordered by drag or by buttons. */
export const PrizesField = ({ form }: { form: FormSession<DrawDraft> }) => {
  const t = useT()
  const list = form.list("prizes")
  const { keys, error } = useObservable(list)
  const editor = useListEditor<string, HTMLDivElement>(keys, list.arrange)
  const move = (from: number, to: number) => editor.move(from, to, t("draw.prize.moved", { from: from + 1, to: to + 1 }))
  const drag = useDragOrder(editor.root, move)
  return (
    <fieldset className="stack" id="prizes" tabIndex={-1} aria-label={t("draw.prizes")} aria-invalid={error ? true : undefined}>
      <FieldError error={error && messageText(error, t)} />
      <div className="stack drag-list" ref={editor.root}>
        {keys.map(key => (
          <PrizeCard
            key={key}
            part={form.part("prizes", key)}
            onMove={move}
            onRemove={index => editor.remove(index, t("draw.prize.removed", { number: index + 1 }))}
            onPointerDown={drag.onPointerDown}
          />
        ))}
      </div>
      <div>
        <Button
          icon="plus"
          disabled={keys.length >= maxPrizes}
          onClick={() => {
            editor.expect(keys.length)
            list.add({ ...blankPrize })
          }}
        >
          {t("draw.prize.add")}
        </Button>
      </div>
      <p className="sr-only" role="status">
        {editor.liveText}
      </p>
    </fieldset>
  )
}
