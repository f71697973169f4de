import { createFormSession } from "../../src/core/form/session"
import type { FormSpec } from "../../src/core/form/spec"

/** The form around fields that a test mounts: without labels and rules, unless `spec` has some. Its save succeeds. */
export const formOf = <D extends object>(initial: D, spec: Partial<FormSpec<D>> = {}) =>
  createFormSession<D, D>(
    { labels: {} as FormSpec<D>["labels"], rules: {}, ...spec },
    {
      initial,
      save: async draft => ({ value: draft }),
    },
  )
