import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { useLocation, useSearch } from "wouter"
import { joinTexts } from "../../core/text/join-texts"
import { currentDay } from "../../state/current-day"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { changeSettings, setHiddenColumns, setStartView, settings } from "../../state/settings"
import { notify, undoDurationMs } from "../../state/toasts"
import { canCopy, copyText } from "../../ui/controls/copy-button"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { ViewMenuProps } from "../../ui/lists/view-menu"
import { Menu, type MenuItem, type MenuItems } from "../../ui/overlays/menu"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { addView, changeView, getViews, removeView, type View } from "./api"
import { listSearch, viewSearch } from "./view-address"

const ViewDialog = lazyScreen(
  withTexts("views.dialog", () => import("./view-dialog")),
  module => module.ViewDialog,
)

/** The saved views of a list: opening, saving, changing and sharing them (docs/console.md#saved-views). */
export const ListViews = ({ name, list, filters, columns }: ViewMenuProps) => {
  const t = useT()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { hidden: hiddenByList, density, startView } = useSnapshot(settings)
  const hidden = (hiddenByList[name] as string[] | undefined) ?? null
  const { view: openId } = list.state
  const [isNeeded, setNeeded] = useState(false)
  const { data, error, loading } = useQuery(getViews, undefined, isNeeded || openId !== undefined)
  const [dialog, setDialog] = useState<"add" | "edit">()
  const showDialog = (of: "add" | "edit") =>
    void ViewDialog.load().then(
      () => setDialog(of),
      (failure: unknown) => notifyFailure(failure, "error.generic"),
    )
  const views = data?.views.filter(view => view.list === name) ?? []
  const isLocal = data?.isLocal ?? false
  const current = views.find(({ id }) => id === openId)
  const start = startView[name]

  const stateOf = () => ({
    search: viewSearch(list.hrefOf({ page: 0 }).split("?")[1] ?? "", filters, currentDay()),
    hidden,
    density,
  })
  const shown = current && { search: current.search, hidden: current.hidden, density: current.density }
  const isChanged =
    shown &&
    JSON.stringify({
      ...shown,
      search: viewSearch(listSearch(shown.search, filters, currentDay()).search, filters, currentDay()),
    }) !== JSON.stringify(stateOf())

  const goTo = (view: View, replace: boolean) => {
    const { search, hasLoss } = listSearch(view.search, filters, currentDay())
    const params = new URLSearchParams(search)
    params.set("view", view.id)
    navigate(`${path}?${params}`, { replace })
    return hasLoss
  }
  /** The view that was opened here: one that was just added is in no list that was read before. */
  const opened = useRef<string>(undefined)
  const open = (view: View, replace = false) => {
    opened.current = view.id
    const known = view.hidden?.filter(key => columns.some(column => column.key === key)) ?? null
    setHiddenColumns(name, known)
    changeSettings({ density: view.density })
    if (goTo(view, replace) || known?.length !== view.hidden?.length) notify({ tone: "info", title: t("view.dropped") })
  }
  // A list that is opened by its plain address begins with the chosen view.
  const openStart = useEffectEvent(() => {
    if (start && !search) navigate(`${path}?view=${start}`, { replace: true })
  })
  useEffect(() => openStart(), [])

  // A link names the view alone.
  const openLinked = useEffectEvent(() => {
    if (!openId || !data || loading || openId === opened.current) return
    if (current) {
      if (new URLSearchParams(search).size === 1) open(current, true)
      return
    }
    notify({ tone: "info", title: t("view.missing"), alwaysShown: true })
    if (start === openId) setStartView(name, undefined)
    navigate(list.hrefOf({ view: undefined }), { replace: true })
  })
  useEffect(() => openLinked(), [openId, data, loading])

  const run = (call: Promise<unknown>, done: string) =>
    call.then(
      () => notifySuccess(done, current?.name),
      (failure: unknown) => notifyFailure(failure, "view.failed"),
    )
  const remove = async (view: View) => {
    const { id: _, isOwn: __, ownerName: ___, version: ____, ...draft } = view
    try {
      await removeView(isLocal, view.id)
    } catch (failure) {
      return notifyFailure(failure, "view.failed")
    }
    if (start === view.id) setStartView(name, undefined)
    navigate(list.hrefOf({ view: undefined }), { replace: true })
    notify({
      tone: "success",
      title: t("view.removed"),
      text: view.name,
      alwaysShown: true,
      durationMs: undoDurationMs,
      action: {
        label: "ui.undo",
        run: () => addView(isLocal, draft).then(open, (failure: unknown) => notifyFailure(failure, "view.failed")),
      },
    })
  }

  const ofView = (view: View): MenuItems => [
    { separator: true },
    view.isOwn &&
      isChanged && {
        label: t("view.saveChanges"),
        icon: "check",
        run: () => run(changeView(isLocal, view, stateOf()), t("view.saved")),
      },
    view.isOwn && { label: t("view.edit"), icon: "edit", run: () => showDialog("edit") },
    {
      label: t(start === view.id ? "view.startEnd" : "view.start"),
      icon: "target",
      run: () => setStartView(name, start === view.id ? undefined : view.id),
    },
    !isLocal &&
      canCopy() && {
        label: t("view.copyLink"),
        icon: "link",
        run: () => void copyText(`${location.origin}${path}?view=${view.id}`, t("view.linkCopied")),
      },
    view.isOwn && { label: t("view.remove"), icon: "trash", tone: "danger", run: () => void remove(view) },
  ]
  const items = (): MenuItems => [
    error !== undefined && { label: t("view.loadFailed"), reason: t("view.loadFailedText") },
    views.length === 0 && { label: t("view.none"), reason: t(isLocal ? "view.localText" : "view.noneText") },
    ...views.map(
      (view): MenuItem => ({
        label: joinTexts(view.name, !view.isOwn && view.ownerName),
        icon: view.id === openId ? "check" : view.isShared ? "users" : "list",
        run: () => open(view),
      }),
    ),
    current && { label: t("view.leave"), icon: "x", run: () => navigate(path) },
    { separator: true },
    { label: t("view.add"), icon: "plus", run: () => showDialog("add") },
    ...(current ? ofView(current) : []),
  ]

  const label = current ? `${current.name}${isChanged ? " *" : ""}` : t("view.views")
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the control
    <span className="push-end" onPointerEnter={() => setNeeded(true)} onFocus={() => setNeeded(true)}>
      <Menu label={label} icon="star" className="btn btn--ghost btn--sm" items={items} />
      {dialog === "add" && (
        <ViewDialog
          title={t("view.add")}
          initial={{ name: "", isShared: false }}
          isLocal={isLocal}
          save={async (draft, options) =>
            open(await addView(isLocal, { ...draft, ...stateOf(), list: name as View["list"] }, options), true)
          }
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "edit" && current && (
        <ViewDialog
          title={t("view.edit")}
          initial={{ name: current.name, isShared: current.isShared }}
          isLocal={isLocal}
          save={draft => changeView(isLocal, current, draft)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </span>
  )
}
