/** An XMLHttpRequest, as much of it as uploads use, over `fetch`. */
export class UploadRequest {
  upload = {}
  status = 0
  responseText = ""
  onload?: () => void
  onloadend?: () => void
  private method = ""
  private url = ""
  private headers = new Headers()
  private sent = new Headers()
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.sent.set(name, value)
  }
  getAllResponseHeaders = () => [...this.headers].map(([name, value]) => `${name}: ${value}`).join("\r\n")
  abort() {}
  async send(body: FormData) {
    const answer = await fetch(this.url, { method: this.method, headers: this.sent, body })
    this.status = answer.status
    this.headers = answer.headers
    this.responseText = await answer.text()
    this.onload?.()
    this.onloadend?.()
  }
}
