/** Calls back after the next paint, at once in a tab that is not shown, where nothing is painted. */
export const afterPaint = (run: () => void) => {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}
