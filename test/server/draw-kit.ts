import { nodeHashing } from "../../server/src/hashing"
import type { Proof } from "../../src/contract/draw-proof/proof"
import { verify } from "../../src/contract/draw-proof/verify"
import { canonicalJson } from "../../src/core/hashing/canonical-json"
import { utf8 } from "../../src/core/hashing/hashing"
import type { TestApi } from "../api"
import { callsOf, type Signed, type Who } from "./record-kit"

/** Calls on the steps of draws, and their proofs. */

const day = 86_400_000

/** A published draw whose entries are over and whose draw date has come. */
export const drawBody = (now: number, given: object = {}) => ({
  title: "Yıl sonu çekilişi",
  description: "Bütün çalışanlar arasında",
  method: 0,
  eligibility: 0,
  prizes: [
    { name: "Bisiklet", type: 0, quantity: 2, value: 12_000 },
    { name: "Kitap", type: 2, quantity: 1, value: null },
  ],
  startDate: new Date(now - 20 * day).toISOString(),
  endDate: new Date(now - 2 * day).toISOString(),
  drawDate: new Date(now - day).toISOString(),
  status: 1,
  ...given,
})

export const createSteps = (signed: () => Signed) => {
  const call = callsOf(signed)
  const step =
    (name: string) =>
    (id: string, body: object = {}, who: Who = "elif", headers = {}) =>
      call("POST", `/draw/${id}/${name}`, body, who, headers)
  return {
    call,
    /** @returns the id of a stored draw */
    create: async (given: object = {}, who: Who = "elif"): Promise<string> => {
      const { status, value, body } = await call("POST", "/draw/create", drawBody(signed().api.now(), given), who)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return value.id
    },
    read: async (id: string) => (await call("GET", `/draw/${id}`)).value,
    lock: step("lock"),
    rehearse: step("rehearse"),
    run: step("run"),
    voidResult: step("void"),
    setWinner: (id: string, place: number | string, body: object, who: Who = "elif", headers = {}) =>
      call("PUT", `/draw/${id}/winner/${place}`, body, who, headers),
    audit: (id: string, headers: Record<string, string> = {}) => signed().api.call("GET", `/draw/${id}/audit`, { headers }),
  }
}

/** Verifies the public proof of a draw, as a stranger would. */
export const verifyAudit = async (api: TestApi, id: string) => {
  const { value } = await api.call("GET", `/draw/${id}/audit`)
  return { proof: value as Proof, report: await verify(utf8(canonicalJson(value)), nodeHashing) }
}
