import type { Plugin, StdinOptions } from "esbuild"

/** Returns the entry of React's file, which re-exports the names of React. */
export const vendorEntry: () => StdinOptions
/** The plugin that makes modules of React's production files. */
export const reactModules: Plugin
