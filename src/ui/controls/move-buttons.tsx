import { IconButton } from "./button"

/** Buttons that move an entry of a list up and down by one. They stay focusable at the ends of the list. */
export const MoveButtons = (props: {
  /** Position of the entry, from 0, and number of entries. */
  index: number
  count: number
  up: string
  down: string
  disabled?: boolean
  onMove: (to: number) => void
}) => {
  const { index, count, disabled, onMove } = props
  return (
    <>
      <IconButton
        icon="arrow-up"
        label={props.up}
        data-action="up"
        disabled={disabled}
        aria-disabled={index === 0 || undefined}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon="arrow-down"
        label={props.down}
        data-action="down"
        disabled={disabled}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => onMove(index + 1)}
      />
    </>
  )
}
