/** A progress bar. @param value 0 to 1 */
export const Progress = ({ value, label }: { value: number; label: string }) => (
  <progress className="progress" max="1" value={value} aria-label={label} />
)
