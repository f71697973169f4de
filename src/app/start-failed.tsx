import { ConfigError } from "../state/config"
import { i18n } from "../state/instances"

/** Texts of the error screen, which also appears when dictionaries cannot be loaded. */
const words = {
  tr: { title: "Konsol başlatılamadı", text: "Bağlantınızı kontrol edip yeniden deneyin.", retry: "Yeniden dene" },
  en: { title: "The console could not start", text: "Check your connection and try again.", retry: "Try again" },
} as const

/** Shown when the console cannot start. It uses neither components nor dictionaries. */
export const StartFailed = ({ error }: { error: unknown }) => {
  const { title, text, retry } = words[i18n.language()]
  const problems = error instanceof ConfigError ? error.problems : []
  return (
    <main className="empty" role="alert">
      <h1>{title}</h1>
      {problems.length ? (
        <ul lang="en">
          {problems.map(problem => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : (
        <p>{text}</p>
      )}
      <div className="button-row">
        <button className="btn btn--primary" type="button" onClick={() => location.reload()}>
          {retry}
        </button>
      </div>
    </main>
  )
}
