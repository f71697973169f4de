import { http } from "../../../api/http"
import { ifMissing } from "../../../api/missing-call"
import type { PasskeyMade, Passkeys } from "../../../contract/passkeys"
import { objectValue } from "../../../core/http/pages"
import { read } from "../../../core/http/query"
import { write } from "../../../state/instances"
import { type CreationOptions, makePasskey } from "../webauthn"

/** Calls of the own passkeys (docs/contract.md#passkeys). */

const path = "/api/auth/passkeys"

export const listPasskeys = read("passkeys.list", (_: undefined, signal) =>
  http.get(path, { signal }).then(objectValue<Passkeys>()).catch(ifMissing("passkeys")),
)
/** Has the browser make a passkey, and keeps it. @throws KeyedError when the person cancels */
export const addPasskey = write("passkeys", async (name: string) => {
  const options = await http.post(`${path}/options`, {}).then(objectValue<CreationOptions>())
  const credential = await makePasskey(options)
  return http.post(path, { name, credential }).then(objectValue<PasskeyMade>())
})
export const renamePasskey = write("passkeys", (id: string, name: string) =>
  http.put(`${path}/${encodeURIComponent(id)}`, { name }),
)
export const removePasskey = write("passkeys", (id: string) => http.delete(`${path}/${encodeURIComponent(id)}`))
export const renewRecoveryCodes = write("passkeys", () =>
  http.post("/api/auth/recovery-codes", {}).then(objectValue<{ recoveryCodes: string[] }>()),
)
