import { useCallback, useEffect, useRef, useState } from "react"
import { type Relation, relationOf } from "../../../contract/draw-proof/extends"
import type { Proof } from "../../../contract/draw-proof/proof"
import type { Report } from "../../../contract/draw-proof/report"
import { verify } from "../../../contract/draw-proof/verify"
import { webHashing } from "../../../core/hashing/web-hashing"
import { readFile, readProof } from "./proof-source"

/**
 * What the page shows. `empty`: the address names no draw and no file was chosen yet. `share`: the done part of the check, 0 to 1.
 * `file`: the bytes of the proof. `relation`: to the proof of the same draw that was shown before.
 */
export type Phase =
  | { at: "empty" }
  | { at: "loading" }
  | { at: "checking"; share: number }
  | { at: "failed"; error: unknown }
  | { at: "checked"; file: Uint8Array; report: Report; relation: Relation | undefined }

/** Whether the browser offers `crypto.subtle`, which it does not over plain HTTP off loopback. */
export const isSecure = () => typeof globalThis.crypto?.subtle === "object"

/**
 * Reads and checks the proof of a draw, or of a file that the person opens in its place.
 * @param drawId undefined: a file only
 */
export const useProof = (drawId: string | undefined) => {
  const [phase, setPhase] = useState<Phase>(drawId ? { at: "loading" } : { at: "empty" })
  const running = useRef<AbortController>(undefined)
  const shownProof = useRef<Proof>(undefined)

  const check = useCallback(async (source: (signal: AbortSignal) => Promise<Uint8Array>) => {
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
      let shown = 0
      const onProgress = (share: number) => {
        if (share - shown < 0.01) return
        shown = share
        show({ at: "checking", share })
      }
      const report = await verify(file, webHashing, { onProgress, signal: control.signal })
      const proof = (report.holds && report.proof) || undefined
      const before = shownProof.current
      show({ at: "checked", file, report, relation: proof && before && relationOf(proof, before) })
      if (proof && !control.signal.aborted) shownProof.current = proof
    } catch (error) {
      show({ at: "failed", error })
    }
  }, [])

  const load = useCallback(() => {
    if (drawId && isSecure()) check(signal => readProof(drawId, signal))
  }, [drawId, check])

  useEffect(() => {
    load()
    return () => running.current?.abort()
  }, [load])

  return { phase, retry: load, open: (file: File) => check(() => readFile(file)) }
}
