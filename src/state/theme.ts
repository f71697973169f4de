import { proxy } from "valtio/vanilla"

/** The company's identity as it is painted (S3 tenant theme, decisions §7). Colours are always valid `#RRGGBB`. */
export type Theme = { tenantId?: string; name?: string; logo?: string; primary: string; secondary: string; updated: number }

export const defaultTheme: Theme = { primary: "#3A9355", secondary: "#152136", updated: 0 }

export const theme = proxy<Theme & { loading: boolean }>({ ...defaultTheme, loading: false })

/** An arriving identity replaces a stored one that belongs to another company or is older than this (S4), ms. */
export const replaceAfterMs = 60_000

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
