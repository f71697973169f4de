import { type ComponentProps, type ReactNode, useMemo } from "react"
import { useSearch } from "wouter"
import type { Loaded } from "../../core/envelope"
import type { Read } from "../../core/query"
import { Waiting } from "../display/waiting"
import type { Form } from "../forms/use-form"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { AddPage } from "./add-page"

/** The title of a copy, no longer than it may be. */
export type Titled = (title: string, max: number) => string

type Given<R extends object, D extends object> = Omit<ComponentProps<typeof AddPage<D>>, "initial" | "notice"> & {
  blank: D
  read: Read<string, Loaded<R>>
  /** What a copy of a record starts with. Stays the same between renders. */
  copyOf: (record: R, titled: Titled) => D
  /** Stands above a copy's form. */
  copyNotice?: (form: Form<D>) => ReactNode
}

/** A form for a new record: empty, or a copy of the one that `?from=` names. */
export const AddDoor = <R extends object, D extends object>(props: Given<R, D>) => {
  const from = new URLSearchParams(useSearch()).get("from")
  return from ? <Copy {...props} id={from} /> : <Blank {...props} />
}

const Blank = <R extends object, D extends object>({ blank, read: _, copyOf: __, copyNotice: ___, ...add }: Given<R, D>) => (
  <AddPage {...add} initial={blank} />
)

/** A record that can't be copied leaves an empty form. */
const Copy = <R extends object, D extends object>(props: Given<R, D> & { id: string }) => {
  const { id, read, copyOf, copyNotice, blank: _, ...add } = props
  const { data, error, cancel } = useQuery(read, id)
  const t = useT()
  const initial = useMemo(
    () => data && copyOf(data.record, (title, max) => t("ui.copyOf", { title }).slice(0, max)),
    [data, copyOf, t],
  )
  if (initial) return <AddPage {...add} initial={initial} notice={copyNotice} />
  return error === undefined ? <Waiting onCancel={cancel} /> : <Blank {...props} />
}
