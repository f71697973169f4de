/** URL of the icon sprite, defined by the build. */
declare const __ICONS__: string
