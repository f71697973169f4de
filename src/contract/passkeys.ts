import { maxLength, type Rules, required } from "../core/rules"

/** Passkeys of administrators (docs/contract.md#passkeys). */

/** `isBackedUp`: it is kept by a password manager, and survives the loss of a device. Times are instants. */
export type Passkey = { id: string; name: string; isBackedUp: boolean; createdAt: string; lastUsedAt: string | null }

/** The own ones. `recoveryCodes`: how many are left. `host`: what they are bound to; null where the server's address allows none. */
export type Passkeys = { passkeys: Passkey[]; recoveryCodes: number; isRequired: boolean; host: string | null }

/** `recoveryCodes`: of the first passkey, shown once; none else. */
export type PasskeyMade = { passkey: Passkey; recoveryCodes: string[] }

/** The answer to a right code where a passkey is required, in place of tokens. Without one, the person makes it now. */
export type PasskeyConfirmation = { confirmation: string; hasPasskey: boolean }

/**
 * Whether administrators of the own company, or of the platform, need a passkey. `isInherited`: the parent company requires it.
 * `without`: how many administrators have none; `hasOwn`: whether the caller has one.
 */
export type PasskeyRule = { isRequired: boolean; isInherited: boolean; without: number; hasOwn: boolean }

export const maxPasskeys = 10
export const recoveryCodeCount = 10

export const passkeyRules: Rules<{ name: string }> = { name: [required("passkey.nameRequired"), maxLength(100)] }
