import { createSlices } from "../../../core/concurrency/slices"
import { createRecordStore } from "../../../core/record-store"
import { bulkUploadDatabase } from "../../../state/bulk-upload"
import type { Chunk } from "./job"

/** The upload of a person in a company, as it is kept in the browser (docs/contract.md#browser-storage). */
export type StoredJob = {
  id: string
  /** Epoch ms of its start. */
  at: number
  fileName: string
  headings: readonly string[]
  isKeyed: boolean
  chunks: number
}

/** As long as the server stores keys: afterwards a row might be sent twice (docs/contract.md#idempotency). */
const ttlMs = 86_400_000

const store = createRecordStore(bulkUploadDatabase)

export const saveChunk = (owner: string, index: number, chunk: Chunk) => store.set(`${owner} ${index}`, chunk)

/** Stores the undo tokens of the batches that were sent. */
export const saveTokens = (owner: string, tokens: readonly string[]) => store.set(`${owner} undo`, [...tokens])

export const removeJob = store.removeAll

/** Stores an upload in place of an earlier one. */
export const saveJob = async (owner: string, job: StoredJob, chunks: readonly Chunk[]) => {
  const pause = createSlices()
  await removeJob(owner)
  for (const [index, chunk] of chunks.entries()) {
    await saveChunk(owner, index, chunk)
    await pause()
  }
  // Last, so that a part of an upload is none.
  await store.set(`${owner} job`, job)
}

/** Returns the stored upload; one that has expired or is incomplete is removed. @param now epoch ms */
export const loadJob = async (
  owner: string,
  now: number,
): Promise<{ job: StoredJob; chunks: Chunk[]; tokens: string[] } | undefined> => {
  const job = (await store.get(`${owner} job`)) as StoredJob | undefined
  if (job && now - job.at < ttlMs) {
    const chunks: Chunk[] = []
    for (let index = 0; index < job.chunks; index++) {
      const chunk = (await store.get(`${owner} ${index}`)) as Chunk | undefined
      if (chunk) chunks.push(chunk)
    }
    const tokens = (await store.get(`${owner} undo`)) as string[] | undefined
    if (chunks.length === job.chunks) return { job, chunks, tokens: tokens ?? [] }
  }
  await removeJob(owner)
  return undefined
}
