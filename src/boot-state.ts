import type { Language } from "./core/text/i18n"

/** Work that boot.ts has started before React; main.tsx, the HTTP client and the login page take it over. */
export type Boot = {
  language: Language
  /** Responses of sent calls and of files of texts, by URL; each is taken once. */
  calls: Map<string, Promise<Response>>
  /** The access token of the calls, if they have one. */
  token?: string
  /** A submission of the prerendered form. Without `promise`, the address was invalid and no call was sent. */
  login?: { email: string; promise?: Promise<Response> }
  /** A button that was clicked before React was loaded; the login page repeats the click. */
  pressedButton?: HTMLElement
  /** What has changed in the prerendered page: `#end` is the last element of it, other programs add what follows. */
  changes: MutationRecord[]
  /** Ends all of this, before React renders. */
  dispose(): void
}

declare global {
  var boot: Boot | undefined
}
