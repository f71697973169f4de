import { useRef, useState } from "react"
import { useLocation } from "wouter"
import type { UpdateOptions } from "../../core/calls"
import type { Loaded } from "../../core/envelope"
import type { Answer, HttpError } from "../../core/http"
import { isSameJson } from "../../core/json"
import type { Read } from "../../core/query"
import { cache } from "../../state/instances"
import { Empty } from "../display/empty"
import { ErrorPanel } from "../display/error-panel"
import { Waiting } from "../display/waiting"
import { isConflict } from "../forms/use-form"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { useTitle } from "../hooks/use-title"
import { offerUndo } from "../overlays/notifications"
import { FormFrame, type FormSpec } from "./form-frame"
import { RecordMissing } from "./record-missing"
import { textKey, useResourceTexts } from "./resource-texts"
import { type Owned, useScreenContext } from "./screen-context"

type Props<R, D extends object> = FormSpec<R, D> & {
  read: Read<string, Loaded<R>>
  /** Reads the record that the server sends beside a conflict. */
  recordOf: (raw: object) => R
  save: (id: string, draft: D, options: UpdateOptions) => Promise<Answer>
}

/** A form for a stored record: loads it, saves against the version that was loaded, settles conflicts. */
export const EditPage = <R extends Owned, D extends object>(props: Props<R, D>) => {
  const text = useResourceTexts(props.resource.texts)
  const t = useT()
  const { id = "", base, mayChange } = useScreenContext()
  const entry = useQuery(props.read, id)
  // The record that was loaded first is edited: a reload in the background must not replace it.
  const [loaded, setLoaded] = useState(entry.data)
  if (!loaded && entry.data && !entry.loading) setLoaded(entry.data)
  useTitle(text("edit"))

  if (!loaded) {
    if (entry.error === undefined) return <Waiting onCancel={entry.cancel} />
    if (RecordMissing.fits(entry.error))
      return <RecordMissing error={entry.error} text={text("gone")} back={text("many")} href={base} />
    return <ErrorPanel title={text("loadFailed")} error={entry.error} onRetry={entry.reload} />
  }
  if (!mayChange(loaded.record))
    return (
      <Empty
        tone="neutral"
        icon="lock"
        title={t("ui.notYours")}
        text={t("ui.notYoursText")}
        actions={[{ label: t("ui.view"), icon: "eye", tone: "primary", href: `${base}/${id}` }]}
      />
    )
  return <EditForm {...props} id={id} loaded={loaded} />
}

const EditForm = <R extends Owned, D extends object>(props: Props<R, D> & { id: string; loaded: Loaded<R> }) => {
  const { id, loaded, draftOf, recordOf, resource } = props
  const draftIn = (error: HttpError) => draftOf(recordOf(error.value as object))
  const text = useResourceTexts(resource.texts)
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  const version = useRef(loaded.version)
  const [theirs, setTheirs] = useState<{ draft: D; version?: string }>()

  return (
    <FormFrame
      {...props}
      record={id}
      title={text("edit")}
      crumb={{ label: resource.titleOf(loaded.record), href: `${base}/${id}` }}
      initial={draftOf(loaded.record)}
      version={version}
      failure={textKey(resource.texts, "updateFailed")}
      conflict={(error: HttpError) => setTheirs({ draft: draftIn(error), version: error.version })}
      theirs={theirs}
      onSettled={() => setTheirs(undefined)}
      save={async (draft, signal) => {
        const answer = await props.save(id, draft, { version: version.current, signal }).catch((error: unknown) => {
          // An earlier try was carried out and its answer was lost: the stored record equals the draft.
          if (isConflict(error) && isSameJson(draftIn(error), draft)) return { value: error.value, status: 200 } as Answer
          throw error
        })
        if (answer.etag !== undefined) version.current = answer.etag
        cache.load(props.read, id, true).catch(() => undefined)
        return {
          warnings: answer.warnings,
          go: () => {
            offerUndo(answer.undoToken ? [answer.undoToken] : [], [resource.tag], text("updated"))
            navigate(`${base}/${id}`, { replace: true })
          },
        }
      }}
    />
  )
}
