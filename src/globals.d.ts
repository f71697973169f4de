/** URL of the file with the boot script, defined by the build. */
declare const __BOOT__: string
