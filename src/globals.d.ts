/** URL of the icon sprite, defined by the build. */
declare const __ICONS__: string
/** URL of the file with the boot script, defined by the build. */
declare const __BOOT__: string
