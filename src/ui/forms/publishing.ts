import type { Code } from "../../core/codes"
import type { Publishing } from "../../core/form/spec"

/** Returns the {@link Publishing} of a record with a `status`. @param codes the written status numbers */
export const publishing = <D extends { status: Code }>(codes: { draft: number; published: number }): Publishing<D> => ({
  isDraft: ({ status }) => status === codes.draft,
  draft: { status: codes.draft } as Partial<D>,
  published: { status: codes.published } as Partial<D>,
})
