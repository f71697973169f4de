import { describe, expect, it } from "vitest"
import { createStorage } from "../../src/core/storage"

const memoryStorage = (faults: Partial<Storage> = {}): Storage => {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    key: at => [...map.keys()][at] ?? null,
    getItem: key => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: key => void map.delete(key),
    clear: () => map.clear(),
    ...faults,
  }
}
const fail = () => {
  throw new DOMException("no", "QuotaExceededError")
}
const isNumber = (value: unknown): value is number => typeof value === "number"

describe("storage", () => {
  it("keeps, lists and forgets", () => {
    const backend = memoryStorage()
    const store = createStorage(() => backend)
    expect(store.set("a", "1")).toBe(true)
    expect([store.get("a"), store.keys(), backend.getItem("a")]).toEqual(["1", ["a"], "1"])
    store.remove("a")
    expect([store.get("a"), store.keys()]).toEqual([undefined, []])
  })

  it.each([
    ["full", () => memoryStorage({ setItem: fail })],
    ["blocked when it is reached for", fail as () => Storage],
    ["throwing at every turn", () => memoryStorage({ setItem: fail, getItem: fail, removeItem: fail, key: fail })],
  ])("that is %s is made up for by memory", (_, backend) => {
    const store = createStorage(backend)
    expect(store.set("a", "1")).toBe(false)
    expect([store.get("a"), store.keys()]).toEqual(["1", ["a"]])
    store.remove("a")
    expect(store.get("a")).toBeUndefined()
  })

  it("that fills up later shows the newest value", () => {
    let isFull = false
    const backend = memoryStorage()
    const { setItem } = backend
    backend.setItem = (key, value) => (isFull ? fail() : setItem(key, value))
    const store = createStorage(() => backend)
    store.set("a", "old")
    isFull = true
    store.set("a", "new")
    expect(store.get("a")).toBe("new")
    isFull = false
    store.set("a", "newest")
    expect(backend.getItem("a")).toBe("newest")
  })

  it.each(["", "x", "{", '{"a"', "undefined", "NaN", "[", '"5"', "null", "\u0000"])(
    "takes the corrupted value %j for absent",
    text => {
      const store = createStorage(() => memoryStorage({ getItem: () => text }))
      expect(store.getJson("a", isNumber)).toBeUndefined()
    },
  )
})
