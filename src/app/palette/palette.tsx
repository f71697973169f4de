import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import { type Module, modules, nameOfModule } from "../../contract/modules"
import { joinTexts } from "../../core/text/join-texts"
import { getViews } from "../../modules/views/api"
import { i18n } from "../../state/instances"
import { recentRecords } from "../../state/recent-records"
import { changeSettings, settings } from "../../state/settings"
import { Button, IconButton } from "../../ui/controls/button"
import { codeLabel } from "../../ui/display/badge"
import { Icon } from "../../ui/display/icons/icon"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useModal } from "../../ui/overlays/dialog"
import type { RecordSource } from "../../ui/pages/record/record-source"
import { textKey } from "../../ui/pages/resource-texts"
import type { Access } from "../access/access"
import { signOut } from "../pages/sign-in/sign-out"
import { hasRecords, loadRecords, type RecordChunkName } from "../screens/chunks"
import { chooseLanguage, languages } from "../shell/language-switch"
import type { MenuEntry } from "../shell/menu"
import { type Entry, type Group, matchingGroups, modulePath, openRecords, pageLinks } from "./palette-entries"
import { useRecordSearch } from "./use-record-search"

/** Number of records that a module shows; the list has the others. */
const maxShown = 5

type Sources = Partial<Record<Module, RecordSource>>

/** Returns the modules' sources of records, once their chunks are loaded; a chunk that fails is left out. */
const useSources = (names: readonly RecordChunkName[]): Sources => {
  const [sources, setSources] = useState<Sources>({})
  const load = useEffectEvent(() => {
    for (const name of names)
      loadRecords(name).then(
        ({ prefetch: { source } }) => setSources(all => ({ ...all, [name]: source })),
        () => undefined,
      )
  })
  // Once, when the palette opens.
  useEffect(() => load(), [])
  return sources
}

type Props = { access: Access; menu: readonly MenuEntry[]; initialText: string; onShortcuts: () => void; onClose: () => void }

/** Returns the groups that need no search: commands, pages, and the records that the person opened last. */
const useFixedGroups = ({ access, menu, onShortcuts }: Props, sources: Sources): Group[] => {
  const t = useT()
  const { theme } = settings
  const isDark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark"
  const pages = pageLinks(access, menu)
  const { data: saved } = useQuery(getViews, undefined)
  const creates = modules.flatMap(module => {
    const source = sources[module]
    const href = modulePath("add", module, access)
    return source && href ? [{ label: t(textKey(source.resource.texts, "create")), icon: "plus" as const, href }] : []
  })
  const otherLanguages = languages.filter(({ code }) => code !== i18n.language())
  return [
    {
      label: t("palette.commands"),
      entries: [
        ...creates,
        { label: t("palette.settings"), icon: "gear" as const, href: pages.find(({ title }) => title === "nav.profile")?.href },
        {
          label: t(isDark ? "palette.light" : "palette.dark"),
          icon: isDark ? ("sun" as const) : ("moon" as const),
          run: () => changeSettings({ theme: isDark ? "light" : "dark" }),
        },
        ...otherLanguages.map(({ code, name }) => ({
          label: t("palette.language", { name }),
          icon: "globe" as const,
          run: () => chooseLanguage(code),
        })),
        { label: t("shortcuts.title"), icon: "list" as const, run: onShortcuts },
        { label: t("shell.signOut"), icon: "logout" as const, run: signOut },
      ],
    },
    { label: t("palette.pages"), entries: pages.map(({ href, title, icon }) => ({ label: t(title), icon, href })) },
    {
      label: t("view.views"),
      entries: (saved?.views ?? []).flatMap(({ id, name, list }): Entry[] => {
        const href = modulePath("list", list, access)
        return href
          ? [{ label: name, icon: "star", note: t(nameOfModule(list)), href: `${href}?view=${encodeURIComponent(id)}` }]
          : []
      }),
    },
    {
      label: t("palette.recent"),
      entries: openRecords(recentRecords(), access).map(({ href, title, module }) => ({
        label: title,
        isPerson: sources[module]?.resource.isPerson,
        icon: sources[module]?.resource.icon ?? "history",
        note: t(nameOfModule(module)),
        href,
      })),
    },
  ]
}

const keyOf = ({ href, label }: Entry) => href ?? label
const idOf = (entry: Entry) => `palette-${encodeURIComponent(keyOf(entry))}`

/**
 * The command palette (docs/console.md#command-palette): a dialog with a combobox, whose list has the pages and commands that
 * the person may use, the records that they opened last, and the records of all modules that a text finds.
 */
export const Palette = (props: Props) => {
  const { access, onClose } = props
  const t = useT()
  const format = useFormat()
  const [, navigate] = useLocation()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const modal = useModal(onClose)
  const [text, setText] = useState(props.initialText)
  const [activeKey, setActiveKey] = useState("")
  const searched = modules.filter(hasRecords).filter(module => modulePath("view", module, access))
  const sources = useSources(searched)
  const found = useRecordSearch(searched)
  const typed = text.trim()
  const searchInitialText = useEffectEvent(() => found.start(text))
  useEffect(() => searchInitialText(), [])

  const fixed = useFixedGroups(props, sources)
  const shown = matchingGroups(typed ? fixed : fixed.toReversed(), text)
  const isShown = (href: string | undefined) => shown.some(({ entries }) => entries.some(entry => entry.href === href))
  const recordGroup = (module: Module): Group => {
    const { rows, total } = found.pages[module] ?? { rows: [], total: 0 }
    const { icon = "history" as const, isPerson, status: look } = sources[module]?.resource ?? {}
    const entries: Entry[] = rows.slice(0, maxShown).map(({ id, title, status, note }) => ({
      label: title,
      isPerson,
      icon,
      note: joinTexts(note, look && codeLabel(look, status, t)),
      href: modulePath("view", module, access, id),
    }))
    // The platform has people in a list of their own.
    const base = modulePath("list", module, access) ?? "/user/users"
    if (total > maxShown)
      entries.push({
        label: t("palette.showAll", { total: format.number(total) }),
        icon: "search" as const,
        href: `${base}?keyword=${encodeURIComponent(found.text)}`,
      })
    return { label: t(nameOfModule(module)), entries: entries.filter(({ href }) => !isShown(href)) }
  }
  const groups = [...shown, ...searched.map(recordGroup).filter(({ entries }) => entries.length > 0)]
  const entries = groups.flatMap(group => group.entries)
  const activeIndex = Math.max(
    0,
    entries.findIndex(entry => keyOf(entry) === activeKey),
  )
  const active = entries[activeIndex]

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" })
  }, [activeKey])

  const run = ({ href, run }: Entry, event: KeyboardEvent | MouseEvent) => {
    if (href && (event.ctrlKey || event.metaKey)) return open(href, "_blank", "noopener")
    onClose()
    run?.()
    if (href) navigate(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0
    if (!active || event.nativeEvent.isComposing || (!step && key !== "Enter")) return
    event.preventDefault()
    if (step) setActiveKey(keyOf(entries.at((activeIndex + step) % entries.length) ?? active))
    else run(active, event)
  }
  const hasFailed = !found.isBusy && found.failed.length > 0
  const status = () => {
    if (found.isBusy) return t("palette.searching")
    if (hasFailed) return t("palette.failed", { names: found.failed.map(module => t(nameOfModule(module))).join(", ") })
    if (!active) return t("palette.nothing", { text: typed })
    return typed && t("palette.count", { count: entries.length })
  }

  return (
    <dialog {...modal} className="dialog palette" aria-label={t("palette.title")}>
      <div className="input-wrap">
        <Icon name="search" />
        <input
          className="control"
          role="combobox"
          aria-label={t("palette.open")}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={active && idOf(active)}
          autoComplete="off"
          maxLength={200}
          placeholder={t("palette.open")}
          value={text}
          data-focus
          onChange={({ target }) => {
            setText(target.value)
            setActiveKey("")
            found.start(target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton icon="x" label={t("ui.close")} onClick={onClose} />
      </div>
      <div
        ref={list}
        className="palette__list option-list__options"
        role="listbox"
        id={id}
        aria-label={t("palette.results")}
        aria-busy={found.isBusy}
        tabIndex={-1}
        onMouseDown={event => event.preventDefault()}
      >
        {groups.map(({ label, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true">{label}</p>
            {entries.map(entry => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
              <div
                key={keyOf(entry)}
                id={idOf(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                data-active={entry === active || undefined}
                onPointerMove={() => setActiveKey(keyOf(entry))}
                onClick={event => run(entry, event)}
              >
                <Icon name={entry.icon} size="sm" />
                <span translate={entry.isPerson ? "no" : undefined}>{entry.label}</span>
                <small>{entry.note}</small>
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="palette__foot">
        <p role="status" data-tone={hasFailed ? "danger" : undefined}>
          {status()}
        </p>
        {hasFailed && (
          <Button size="sm" onClick={() => found.start(text, 0)}>
            {t("ui.retry")}
          </Button>
        )}
        <span className="wide-only key-hint" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {t("palette.move")} <kbd>Enter</kbd> {t("palette.run")} <kbd>Esc</kbd> {t("palette.close")}
        </span>
      </div>
    </dialog>
  )
}
