import type { Code } from "../../core/codes"

/** How a form saves a record as a draft and how it publishes it: the members that each of the two buttons changes. */
export type Publishing<D> = { isDraft: (draft: D) => boolean; draft: Partial<D>; published: Partial<D> }

/** Returns the {@link Publishing} of a record with a `status`. @param codes the written status numbers */
export const publishing = <D extends { status: Code }>(codes: { draft: number; published: number }): Publishing<D> => ({
  isDraft: ({ status }) => status === codes.draft,
  draft: { status: codes.draft } as Partial<D>,
  published: { status: codes.published } as Partial<D>,
})
