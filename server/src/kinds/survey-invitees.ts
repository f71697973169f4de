import { createHmac, createSecretKey } from "node:crypto"

/**
 * Returns a function that makes the hash under which a person is kept as invited. It needs a secret that is not in the
 * database: the database alone does not disclose who was invited.
 */
export const personHashing = (codeSecret: string) => {
  const key = createSecretKey(codeSecret, "utf8")
  return (surveyId: string, personId: string) =>
    createHmac("sha256", key).update(`survey invitation\n${surveyId}\n${personId}`).digest("base64url")
}

/** Returns a function that makes the hash under which the mailed link of a person is found: it leads to no other row. */
export const linkHashing = (codeSecret: string) => {
  const hash = personHashing(codeSecret)
  return (surveyId: string, personId: string) => hash(surveyId, `link ${personId}`)
}
