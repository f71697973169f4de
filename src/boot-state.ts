import type { Language } from "./core/i18n"

/** What boot.ts has begun before the console's own script arrived; main and the login page adopt it. */
export type Boot = {
  language: Language
  /** `translation` and `common` of that language, as fetched; rejects when either can't be had. */
  locales: Promise<[translation: unknown, common: unknown]>
  /** Calls in flight by absolute or root-relative URL: each is adopted once. */
  calls: Map<string, Promise<Response>>
  /** The prerendered form was submitted. Without `promise` the address was not valid and nothing was sent. */
  login?: { email: string; promise?: Promise<Response> }
  /** A button that was pressed before there was anything behind it: the login page presses it again. */
  pressedButton?: HTMLElement
  /** React has taken the login form over: boot stops listening to it. */
  dispose(): void
}

declare global {
  var boot: Boot | undefined
}
