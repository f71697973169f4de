import { proxy } from "valtio/vanilla"

/** The signed-in person's permissions (docs/contract.md#permissions). `error`: a text's key, or the server's message. */
export const permissions = proxy<{ list: string[]; isLoading: boolean; error?: string }>({ list: [], isLoading: false })

export const permissionsLoading = () => {
  permissions.isLoading = true
  delete permissions.error
}

/** @param error message of an answer that is no success but has a list */
export const permissionsLoaded = (list: string[], error?: string) => {
  Object.assign(permissions, { list, isLoading: false })
  if (error) permissions.error = error
  else delete permissions.error
}

export const permissionsFailed = (error: string) => Object.assign(permissions, { list: [], isLoading: false, error })

export const permissionsReset = () => {
  Object.assign(permissions, { list: [], isLoading: false })
  delete permissions.error
}
