/** Joins class names; false and undefined ones are dropped. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ")
