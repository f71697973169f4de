import { z } from "zod"
import { maxLength, type Rules, required } from "../../../../src/core/rules"
import { emailError } from "../../../../src/core/text/email"
import { refuseField } from "../../errors/problem"
import { readAddress, trimmed } from "../../http/body"

/** @throws Refusal 400 naming `email` */
export const requireEmail = (given: string): string => {
  const email = readAddress(given)
  const error = emailError(email)
  return error ? refuseField("email", error) : email
}

const address = z.string().meta({ maxLength: 254 })

export const loginBody = z.object({ email: address, code: z.string().max(100) })

export const registerBody = z.object({ email: address, firstName: trimmed(100), lastName: trimmed(100) })
export type Registration = z.infer<typeof registerBody>
export const registerRules: Rules<Registration> = {
  firstName: [required("employee.firstNameRequired"), maxLength(100)],
  lastName: [required("employee.lastNameRequired"), maxLength(100)],
}

const refreshToken = z.string().max(200)
export const refreshBody = z.object({ refreshToken })
export const logoutBody = z.object({ refreshToken: refreshToken.optional() })
