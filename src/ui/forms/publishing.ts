import type { Code } from "../../core/codes"

/** How a record that is a draft at first is saved and published. */
export type Publishing<D> = { isDraft: (draft: D) => boolean; draft: Partial<D>; published: Partial<D> }

/** @param codes the wire's status numbers of a draft and of what publishing asks for */
export const publishing = <D extends { status: Code }>(codes: { draft: number; published: number }): Publishing<D> => ({
  isDraft: ({ status }) => status === codes.draft,
  draft: { status: codes.draft } as Partial<D>,
  published: { status: codes.published } as Partial<D>,
})
