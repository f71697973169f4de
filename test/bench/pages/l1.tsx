import { type FormEvent, useState } from "react"
import { createRoot } from "react-dom/client"

/** L1: the least that React can be: one field, one button, one call. */
const Hello = () => {
  const [email, setEmail] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    fetch(`/backend/Auth/GetCode/${encodeURIComponent(email)}`)
  }
  return (
    <form onSubmit={submit}>
      <label>
        E-mail <input type="email" value={email} onChange={event => setEmail(event.target.value)} />
      </label>
      <button type="submit">Send code</button>
    </form>
  )
}

createRoot(document.getElementById("root") as HTMLElement).render(<Hello />)
