import { useCallback, useEffect, useRef, useState } from "react"
import { type Relation, registerRelation, relationOf } from "../../../contract/draw-proof/extends"
import type { Proof } from "../../../contract/draw-proof/proof"
import { type RegisterReport, verifyRegister } from "../../../contract/draw-proof/register"
import type { Report } from "../../../contract/draw-proof/report"
import { verify } from "../../../contract/draw-proof/verify"
import { createSlices } from "../../../core/concurrency/slices"
import { webHashing } from "../../../core/hashing/web-hashing"
import { isRegister, readFile, readProof, registerRoot } from "./proof-source"

/**
 * What the page shows. `empty`: the address names no draw and no file was chosen yet. `share`: the done part of the check, 0 to 1.
 * `file`: the bytes of the proof, or of a register. `relation`: to the proof of the same draw, or the register of the same company,
 * that was shown before. `isCancelled`: the register says that the draw was cancelled after its last lock.
 */
export type Phase =
  | { at: "empty" }
  | { at: "loading" }
  | { at: "checking"; share: number }
  | { at: "failed"; error: unknown }
  | { at: "checked"; file: Uint8Array; report: Report; relation: Relation | undefined; isCancelled: boolean }
  | { at: "registered"; file: Uint8Array; report: RegisterReport; relation: Relation | undefined }

/** Whether the browser offers `crypto.subtle`, which it does not over plain HTTP off loopback. */
export const isSecure = () => typeof globalThis.crypto?.subtle === "object"

/** Whether a draw that was not held is cancelled by its company's register; not where the register cannot be read or does not hold. */
const readCancelled = async ({ proof, lockHashes }: Report, signal: AbortSignal): Promise<boolean> => {
  const round = proof?.rounds.at(-1)
  if (!round?.lock.register || round.places) return false
  try {
    const file = await readProof(registerRoot + encodeURIComponent(round.lock.register.companyId), signal)
    const { register } = await verifyRegister(file, webHashing, createSlices(signal))
    return register?.entries.findLast(({ lockHash }) => lockHash === lockHashes.at(-1))?.event === "cancelled"
  } catch {
    return false
  }
}

/**
 * Reads and checks the proof of a draw or a company's register, or a file that the person opens in its place.
 * @param path of the page; undefined: a file only
 */
export const useProof = (path: string | undefined) => {
  const [phase, setPhase] = useState<Phase>(path ? { at: "loading" } : { at: "empty" })
  const running = useRef<AbortController>(undefined)
  const shownProof = useRef<Proof>(undefined)
  const shownRegister = useRef<RegisterReport>(undefined)

  const check = useCallback(async (source: (signal: AbortSignal) => Promise<Uint8Array>, isFile = false) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const show = (next: Phase) => {
      if (!control.signal.aborted) setPhase(next)
    }
    show({ at: "loading" })
    try {
      const file = await source(control.signal)
      show({ at: "checking", share: 0 })
      if (isRegister(file)) {
        const report = await verifyRegister(file, webHashing, createSlices(control.signal))
        const before = shownRegister.current
        const isOfCompany = report.register && before?.register?.companyId === report.register.companyId
        show({
          at: "registered",
          file,
          report,
          relation: isOfCompany ? registerRelation(report.hashes, before.hashes) : undefined,
        })
        if (report.register && !control.signal.aborted) shownRegister.current = report
        return
      }
      let shown = 0
      const onProgress = (share: number) => {
        if (share - shown < 0.01) return
        shown = share
        show({ at: "checking", share })
      }
      const report = await verify(file, webHashing, { onProgress, signal: control.signal })
      const proof = (report.holds && report.proof) || undefined
      const before = shownProof.current
      const isCancelled = !isFile && !!proof && (await readCancelled(report, control.signal))
      show({ at: "checked", file, report, relation: proof && before && relationOf(proof, before), isCancelled })
      if (proof && !control.signal.aborted) shownProof.current = proof
    } catch (error) {
      show({ at: "failed", error })
    }
  }, [])

  const load = useCallback(() => {
    if (path && isSecure()) check(signal => readProof(path, signal))
  }, [path, check])

  useEffect(() => {
    load()
    return () => running.current?.abort()
  }, [load])

  return { phase, retry: load, open: (file: File) => check(() => readFile(file), true) }
}
