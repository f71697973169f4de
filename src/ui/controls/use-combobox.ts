import { type KeyboardEvent, useId, useRef, useState } from "react"
import { errorMessage } from "../../core/errors"
import type { Option } from "../../core/options"
import { type Source, useOptions } from "../hooks/use-options"
import { useT } from "../hooks/use-t"

/** What stands in the list: options, then what can be done when none of them fits. */
export type Entry = { kind: "option"; option: Option } | { kind: "create"; text: string } | { kind: "retry" }

export type Choice = Source & {
  /** Names of values that the options at hand may not hold. */
  known?: readonly Option[]
  /** Makes a record of what was typed; it is chosen once it is there. */
  onCreate?: (text: string) => Promise<Option>
}

/** So many options are shown at once; typing finds the others. */
const limit = 100

const lower = (text: string) => text.trim().toLocaleLowerCase("tr")

/**
 * What a combobox and a multiselect share: free typing that filters, an active entry, the keys (WAI-ARIA combobox), and
 * the names of what was picked. @param chosen where the list opens
 */
export const useCombobox = (choice: Choice, onPick: (option: Option) => void, chosen?: string) => {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [active, setActive] = useState<number>()
  const [picked, setPicked] = useState<readonly Option[]>([])
  const [making, setMaking] = useState<{ text: string; failure?: string }>()
  const { found, known, isBusy, error, ask, stop } = useOptions(choice, text)
  // A record that is being made is picked some renders later.
  const latest = useRef(onPick)
  latest.current = onPick
  const isMaking = making !== undefined && !making.failure

  const isNew = text.trim() !== "" && !isBusy && error === undefined && !found.some(({ label }) => lower(label) === lower(text))
  const entries: Entry[] = [
    ...found.slice(0, limit).map(option => ({ kind: "option", option }) as const),
    ...(choice.onCreate && isNew ? [{ kind: "create", text: text.trim() } as const] : []),
    ...(error === undefined ? [] : [{ kind: "retry" } as const]),
  ]
  const opensAt = text
    ? 0
    : Math.max(
        0,
        found.findIndex(({ value }) => value === chosen),
      )
  const at = Math.min(active ?? opensAt, entries.length - 1)

  const close = () => {
    setOpen(false)
    setText("")
    setMaking(undefined)
    stop()
  }
  const open = () => {
    setOpen(true)
    setActive(undefined)
    ask("")
  }
  const type = (next: string) => {
    setOpen(true)
    setText(next)
    setActive(undefined)
    setMaking(undefined)
    ask(next, true)
  }
  const take = (option: Option) => {
    setPicked(all => [...all, option])
    latest.current(option)
  }
  const make = async (wanted: string) => {
    setMaking({ text: wanted })
    try {
      const made = await choice.onCreate?.(wanted)
      setMaking(undefined)
      if (made) take(made)
    } catch (failure) {
      setMaking({ text: wanted, failure: errorMessage(failure, "ui.createOptionFailed", t) })
    }
  }
  const run = (entry: Entry | undefined) => {
    if (!entry || isMaking) return
    if (entry.kind === "option") take(entry.option)
    else if (entry.kind === "create") make(entry.text)
    else ask(text)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault()
      if (!isOpen) return open()
      const step = key === "ArrowDown" ? 1 : -1
      setActive((at + step + entries.length) % Math.max(1, entries.length))
    } else if (key === "Enter" && isOpen) {
      event.preventDefault()
      run(entries[at])
    } else if (key === "Escape" && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  const status = isMaking
    ? t("ui.creatingOption", { text: making.text })
    : (making?.failure ??
      (error !== undefined
        ? errorMessage(error, "ui.optionsFailed", t)
        : found.length
          ? found.length > limit
            ? t("ui.moreOptions", { count: found.length - limit })
            : ""
          : t(isBusy ? "ui.loadingOptions" : "ui.noOption")))

  return {
    isOpen,
    text,
    open,
    close,
    type,
    /** The name of a value; an ellipsis while the options are on their way. */
    labelOf: (value: string) =>
      [...(choice.known ?? []), ...known, ...picked].find(option => option.value === value)?.label ??
      (known.length && !isBusy && !choice.loadOptions ? t("ui.unknown") : "…"),
    /** For the list. */
    list: {
      id: `${id}-list`,
      entries,
      active: at,
      isBusy: isBusy || isMaking,
      isFailed: error !== undefined || making?.failure !== undefined,
      status,
      onRun: run,
      onHover: setActive,
    },
    /** For the input that types. */
    aria: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? `${id}-list` : undefined,
      "aria-activedescendant": isOpen && entries[at] ? `${id}-list-${at}` : undefined,
      autoComplete: "off",
      onKeyDown,
    } as const,
  }
}
