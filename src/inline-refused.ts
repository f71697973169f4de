/**
 * Loads boot script and stylesheet of the sign-in page from their files, where the host's policy refuses the inline ones
 * (docs/operations.md#static-console). main.tsx does so on the other pages.
 */

declare const __INDEX_CSS__: string

if (!document.styleSheets.length)
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: __INDEX_CSS__ }))
if (!globalThis.boot) import(__BOOT__)
