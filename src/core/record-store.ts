const table = "records"

const promised = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const openDatabase = async (name: string) => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(table)
  const database = await promised(request)
  // An open connection would keep the database from being deleted.
  database.onversionchange = () => database.close()
  return database
}

/**
 * Larger values by key, in IndexedDB (docs/contract.md#browser-storage). It never throws: where the browser refuses, nothing is
 * stored.
 */
export const createRecordStore = (name: string) => {
  let opening: Promise<IDBDatabase> | undefined
  const use = async <T>(run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> => {
    try {
      opening ??= openDatabase(name)
      return await promised(run((await opening).transaction(table, "readwrite").objectStore(table)))
    } catch {
      return undefined
    }
  }
  return {
    get: (key: string): Promise<unknown> => use(store => store.get(key)),
    set: (key: string, value: unknown) => use(store => store.put(value, key)),
    /** Removes the values whose key begins with the prefix. */
    removeAll: (prefix: string) => use(store => store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  }
}
