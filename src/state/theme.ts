import { proxy } from "valtio/vanilla"

/**
 * The company's identity as it is shown (docs/console.md#theme-and-colours). Colours are valid `#RRGGBB`; `updated`: epoch ms
 * at which it was fetched, 0 for the default.
 */
export type Theme = { tenantId?: string; name?: string; logo?: string; primary: string; secondary: string; updated: number }

export const defaultTheme: Theme = { primary: "#3A9355", secondary: "#152136", updated: 0 }

export const theme = proxy<Theme & { loading: boolean }>({ ...defaultTheme, loading: false })

/** A fetched identity replaces one of the same company when that is older than this. */
const replaceAfterMs = 60_000

export const themeLoading = () => {
  theme.loading = true
}

export const themeLoaded = (next: Theme) => {
  const replaces = next.tenantId !== theme.tenantId || theme.updated === 0 || next.updated - theme.updated > replaceAfterMs
  if (replaces) Object.assign(theme, { tenantId: undefined, name: undefined, logo: undefined, ...next })
  theme.loading = false
}

export const themeFailed = () => {
  theme.loading = false
}

export const themeReset = () => {
  Object.assign(theme, { tenantId: undefined, name: undefined, logo: undefined, ...defaultTheme, loading: false })
}
