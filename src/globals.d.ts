/** Replaced by the build: the icon sprite's hashed URL. */
declare const __ICONS__: string
