import { z } from "zod"
import { maxLength, type Rules, required } from "../../../../src/core/rules"
import { refuseField } from "../../errors/problem"
import { trimmed } from "../../http/body"
import { isMailAddress } from "../../mail/mail-address"

/** @throws Refusal 400 naming `email` */
export const emailOf = (given: string): string => {
  const email = given.trim().toLowerCase()
  return isMailAddress(email) ? email : refuseField("email", "auth.emailInvalid")
}

export const loginBody = z.object({ email: z.string(), code: z.string() })

export const registerBody = z.object({ email: z.string(), firstName: trimmed, lastName: trimmed })
export type Registration = z.infer<typeof registerBody>
export const registerRules: Rules<Registration> = {
  firstName: [required("employee.firstNameRequired"), maxLength(100)],
  lastName: [required("employee.lastNameRequired"), maxLength(100)],
}

const refreshToken = z.string().max(200)
export const refreshBody = z.object({ refreshToken })
export const logoutBody = z.object({ refreshToken: refreshToken.optional() })
