import { type ChangeEvent, type KeyboardEvent, useId, useState } from "react"
import { errorMessage } from "../../core/http/errors"
import type { Option } from "../../core/http/options"
import { cleanLine } from "../../core/text/clean-text"
import { useLatest } from "../hooks/use-latest"
import { type OptionSource, useOptions } from "../hooks/use-options"
import { useT } from "../hooks/use-t"

/** An entry of the list: an option, or an action after the options. */
export type ComboboxEntry = { kind: "option"; option: Option } | { kind: "create"; text: string } | { kind: "retry" }

export type ComboboxSource = OptionSource & {
  /** Labels of selected values that may be missing from the options. */
  known?: readonly Option[]
  /** Creates an option from the typed text; the new option is selected. Resolves to nothing where the person decided against it. */
  onCreate?: (text: string) => Promise<Option | undefined>
}

/** Number of options in the list; typing finds the others. */
const maxShown = 100

const lower = (text: string) => cleanLine(text).toLocaleLowerCase("tr")

/**
 * State and keyboard behaviour that combobox and multiselect share (WAI-ARIA combobox): filtering by typed text, the active
 * entry, labels of selected values, creation of missing options.
 * @param selected the value at which the list opens
 */
export const useCombobox = (source: ComboboxSource, onSelect: (option: Option) => void, selected?: string) => {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [active, setActive] = useState<number>()
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [creation, setCreation] = useState<{ text: string; failure?: string }>()
  const { matches, known, isBusy, error, load, abort } = useOptions(source, text)
  // A created option is selected after later renders.
  const latest = useLatest(onSelect)
  const isCreating = creation !== undefined && !creation.failure

  const typed = cleanLine(text)
  const isNew = typed !== "" && !isBusy && error === undefined && !matches.some(({ label }) => lower(label) === lower(typed))
  const entries: ComboboxEntry[] = [
    ...matches.slice(0, maxShown).map(option => ({ kind: "option", option }) as const),
    ...(source.onCreate && isNew ? [{ kind: "create", text: typed } as const] : []),
    ...(error === undefined ? [] : [{ kind: "retry" } as const]),
  ]
  const initial = text
    ? 0
    : Math.max(
        0,
        matches.findIndex(({ value }) => value === selected),
      )
  const activeIndex = Math.min(active ?? initial, entries.length - 1)

  const optionOf = (value: string) => [...(source.known ?? []), ...known, ...chosen].find(option => option.value === value)
  const close = () => {
    setOpen(false)
    setText("")
    setCreation(undefined)
    abort()
  }
  const open = () => {
    setOpen(true)
    setActive(undefined)
    load("")
  }
  const type = (next: string) => {
    setOpen(true)
    setText(next)
    setActive(undefined)
    setCreation(undefined)
    load(next, true)
  }
  const choose = (option: Option) => {
    setChosen(all => [...all, option])
    latest.current(option)
  }
  const create = async (name: string) => {
    setCreation({ text: name })
    try {
      const created = await source.onCreate?.(name)
      setCreation(undefined)
      if (created) choose(created)
    } catch (error) {
      // A question in between took the focus, which closed the list.
      setOpen(true)
      setText(name)
      setCreation({ text: name, failure: errorMessage(error, "ui.createOptionFailed", t) })
    }
  }
  const run = (entry: ComboboxEntry | undefined) => {
    if (!entry || isCreating) return
    if (entry.kind === "option") choose(entry.option)
    else if (entry.kind === "create") create(entry.text)
    else load(text)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault()
      if (!isOpen) return open()
      const step = key === "ArrowDown" ? 1 : -1
      setActive((activeIndex + step + entries.length) % Math.max(1, entries.length))
    } else if (key === "Enter" && isOpen) {
      event.preventDefault()
      run(entries[activeIndex])
    } else if (key === "Escape" && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  const status = isCreating
    ? t("ui.creatingOption", { text: creation.text })
    : (creation?.failure ??
      (error !== undefined
        ? errorMessage(error, "ui.optionsFailed", t)
        : matches.length
          ? matches.length > maxShown
            ? t("ui.moreOptions", { count: matches.length - maxShown })
            : ""
          : t(isBusy ? "ui.loadingOptions" : "ui.noOption")))

  return {
    isOpen,
    text,
    close,
    type,
    optionOf,
    /** Returns the label of a value; "…" while the options load. */
    labelOf: (value: string) =>
      optionOf(value)?.label ?? (known.length && !isBusy && !source.loadOptions ? t("ui.unknown") : "…"),
    /** Props of {@link OptionList}. */
    listProps: {
      id: `${id}-list`,
      // Options that are searched are people.
      translate: source.loadOptions && ("no" as const),
      entries,
      active: activeIndex,
      isBusy: isBusy || isCreating,
      isFailed: error !== undefined || creation?.failure !== undefined,
      status,
      onRun: run,
      onHover: setActive,
    },
    /** Props of the input. */
    inputProps: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? `${id}-list` : undefined,
      "aria-activedescendant": isOpen && entries[activeIndex] ? `${id}-list-${activeIndex}` : undefined,
      autoComplete: "off",
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
      onClick: () => !isOpen && open(),
      onBlur: close,
      onKeyDown,
    } as const,
  }
}
