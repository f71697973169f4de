import { useRef, useState } from "react"
import { useLocation } from "wouter"
import type { Loaded } from "../../core/envelope"
import type { Answer, HttpError } from "../../core/http"
import type { Key } from "../../core/i18n"
import { cache, type Read } from "../../core/query"
import { Empty } from "../display/empty"
import { ErrorPanel } from "../display/error-panel"
import { Waiting } from "../display/waiting"
import { FormFrame, type FormGiven } from "../forms/form-frame"
import { isConflict, isSame } from "../forms/use-form"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { useTitle } from "../hooks/use-title"
import { offerUndo } from "../overlays/notifications"
import { RecordMissing } from "./record-missing"
import { useResourceTexts } from "./resource-texts"
import { type Owned, useScreenContext } from "./screen-context"

/** A form for a record that exists: loads it, saves against the version that was loaded, settles conflicts. */
export const EditPage = <R extends Owned, D extends object>(
  props: FormGiven<D> & {
    read: Read<string, Loaded<R>>
    /** What the server sends beside a conflict, as the module's own record. */
    recordOf(raw: object): R
    draftOf: (record: R) => D
    titleOf: (record: R) => string
    save: (id: string, draft: D, options: { version?: string; signal: AbortSignal }) => Promise<Answer>
  },
) => {
  const word = useResourceTexts(props.words)
  const t = useT()
  const { id = "", base, mayChange } = useScreenContext()
  const entry = useQuery(props.read, id)
  // What was loaded first is edited; a reload in the background must not take the ground away.
  const [loaded, setLoaded] = useState(entry.data)
  if (!loaded && entry.data && !entry.loading) setLoaded(entry.data)
  useTitle(word("edit"))

  if (!loaded) {
    if (entry.error === undefined) return <Waiting onCancel={entry.cancel} />
    if (RecordMissing.fits(entry.error))
      return <RecordMissing error={entry.error} text={word("gone")} back={word("many")} href={base} />
    return <ErrorPanel title={word("loadFailed")} error={entry.error} onRetry={entry.reload} />
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

const EditForm = <R extends Owned, D extends object>(
  props: Parameters<typeof EditPage<R, D>>[0] & { id: string; loaded: Loaded<R> },
) => {
  const { id, loaded, draftOf, recordOf, titleOf } = props
  const draftIn = (error: HttpError) => draftOf(recordOf(error.value as object))
  const word = useResourceTexts(props.words)
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  const version = useRef(loaded.version)
  const [theirs, setTheirs] = useState<{ draft: D; version?: string }>()

  return (
    <FormFrame
      {...props}
      record={id}
      title={word("edit")}
      crumb={{ label: titleOf(loaded.record), href: `${base}/${id}` }}
      initial={draftOf(loaded.record)}
      version={version}
      failure={`${props.words}.updateFailed` as Key}
      conflict={(error: HttpError) => setTheirs({ draft: draftIn(error), version: error.version })}
      theirs={theirs}
      onSettled={() => setTheirs(undefined)}
      save={async (draft, signal) => {
        const answer = await props.save(id, draft, { version: version.current, signal }).catch((error: unknown) => {
          // The first try was carried out and its answer was lost: the record stands as it was to be.
          if (isConflict(error) && isSame(draftIn(error), draft)) return { value: error.value, status: 200 } as Answer
          throw error
        })
        if (answer.etag !== undefined) version.current = answer.etag
        cache.load(props.read, id, true).catch(() => undefined)
        return {
          warnings: answer.warnings,
          go: () => {
            offerUndo(answer.undoToken ? [answer.undoToken] : [], [props.name], word("updated"))
            navigate(`${base}/${id}`, { replace: true })
          },
        }
      }}
    />
  )
}
