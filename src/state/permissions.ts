import { proxy } from "valtio/vanilla"

/** The signed-in person's permissions (S3 Permissions state, S4). `error`: a key of the catalogue, or the server's own words. */
export const permissions = proxy<{ list: string[]; isLoading: boolean; error?: string }>({ list: [], isLoading: false })

export const permissionsLoading = () => {
  permissions.isLoading = true
  delete permissions.error
}

/** @param error what the server said beside a list that is not a success */
export const permissionsLoaded = (list: string[], error?: string) => {
  Object.assign(permissions, { list, isLoading: false })
  if (error) permissions.error = error
}

export const permissionsFailed = (error: string) => Object.assign(permissions, { list: [], isLoading: false, error })

export const permissionsReset = () => {
  Object.assign(permissions, { list: [], isLoading: false })
  delete permissions.error
}
