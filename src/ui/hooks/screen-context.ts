import { createContext, type ReactNode, useContext } from "react"

/** A link of the breadcrumb. */
export type Crumb = { label: ReactNode; href: string }

/** Permissions beyond reading (docs/contract.md#permissions). */
export type Permission = "write" | "run" | "export"

/**
 * The owner of a record. `tenantId` is null for records of the platform, which companies can read but not change; absent where
 * the server does not send it. `tenantIds`: the companies that the record is offered to, absent in some lists.
 */
export type Owned = { tenantId?: string | null; tenantName?: string; tenantIds?: readonly string[] }

/** The id of a record's owner; null for the platform. */
export const ownerId = ({ tenantId = null }: Owned): string | null => tenantId

export const offeredTo = ({ tenantIds = [] }: Owned) => tenantIds

/** The owner of a record and the companies that it is offered to. */
export const companiesOf = (record: Owned): (string | null)[] => [ownerId(record), ...offeredTo(record)]

/** Returns the paths of a record's page and of its form. */
type RecordPaths = { view: (id: string) => string; edit: (id: string) => string }

/** The current screen and the rights of its user. */
type Screen = {
  /** Path of the module's list. */
  base: string
  /** Where the pages of the person's role begin. */
  root: "/admin" | "/user"
  /** Absent: records are at `<base>/<id>` and edited at `<base>/edit/<id>`. */
  paths?: RecordPaths
  /** Id in the path. */
  id?: string
  /** Id of an entry of that record in the path. */
  entry?: string
  trail: readonly Crumb[]
  /** Whether the route table has the create and edit screens of the module for the user's role. */
  has: { add: boolean; edit: boolean }
  may: (permission: Permission) => boolean
  mayChange: (record: Owned) => boolean
  /** Whether a record belongs to a company in reach of the person, or to the platform for its staff. */
  isInReach: (record: Owned) => boolean
  /** Whether the person may open another path of the console, which they may not where its module is switched off. */
  mayOpen: (path: string) => boolean
}

export const ScreenContext = createContext<Screen>({
  base: "",
  root: "/user",
  trail: [],
  has: { add: true, edit: true },
  may: () => true,
  mayChange: () => true,
  isInReach: () => true,
  mayOpen: () => true,
})

export const useScreenContext = () => useContext(ScreenContext)

export const useRecordPaths = (): RecordPaths => {
  const { base, paths } = useScreenContext()
  return paths ?? { view: id => `${base}/${id}`, edit: id => `${base}/edit/${id}` }
}
