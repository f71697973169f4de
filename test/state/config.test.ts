import { afterEach, describe, expect, it } from "vitest"
import { ConfigError, config, readConfig, resourceUrl } from "../../src/state/config"

const page = "https://console.example"
const read = (value: unknown) => readConfig(JSON.stringify(value), page)
const problems = (value: unknown) => {
  try {
    read(value)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).problems
  }
}

describe("the page's configuration", () => {
  it("needs no more than where the API is", () => {
    expect(read({ apiBaseUrl: "/backend/" })).toEqual({
      apiBaseUrl: "/backend",
      extensions: true,
      feedback: "memory",
      defaultLanguage: "tr",
      timeZone: "Europe/Istanbul",
      controller: {},
      environment: "production",
    })
  })

  it.each([
    ["/backend", true],
    ["https://console.example/backend", true],
    ["https://api.example", false],
  ])("with the API at %s sends extensions: %s", (apiBaseUrl, extensions) => {
    expect(read({ apiBaseUrl }).extensions).toBe(extensions)
    expect(read({ apiBaseUrl, extensions: true }).extensions).toBe(true)
  })

  it.each([
    ["nothing", {}, "apiBaseUrl"],
    ["another protocol", { apiBaseUrl: "javascript:alert(1)" }, "apiBaseUrl"],
    ["a protocol-relative address", { apiBaseUrl: "//evil.example" }, "apiBaseUrl"],
    ["a number", { apiBaseUrl: 5 }, "apiBaseUrl"],
    ["an unknown language", { apiBaseUrl: "/b", defaultLanguage: "de" }, "defaultLanguage"],
    ["an unknown zone", { apiBaseUrl: "/b", timeZone: "Mars/Olympus" }, "timeZone"],
    ["an unknown source of feedback", { apiBaseUrl: "/b", feedback: "both" }, "feedback"],
    ["extensions in words", { apiBaseUrl: "/b", extensions: "yes" }, "extensions"],
    ["an AI without a model", { apiBaseUrl: "/b", ai: { url: "https://ai.example" } }, "ai"],
    ["an AI key in production", { apiBaseUrl: "/b", ai: { url: "https://ai.example", model: "m", key: "k" } }, "ai.key"],
  ])("with %s names what is wrong", (_, value, name) => {
    expect(problems(value).join()).toContain(name)
  })

  it("names everything that is wrong at once", () => {
    expect(problems({ timeZone: "x", feedback: 1, environment: "test" })).toHaveLength(4)
  })

  it("takes an AI key in development", () => {
    const ai = { url: "https://ai.example", model: "m", key: "k" }
    expect(read({ apiBaseUrl: "/b", environment: "development", ai }).ai).toEqual(ai)
  })

  it.each(['{"placeholder":true}', "", "{", "[]", "null", "5"])("that reads %j was never filled in", text => {
    expect(() => readConfig(text, page)).toThrow(ConfigError)
  })
})

describe("the address of a file", () => {
  const { apiBaseUrl } = config
  afterEach(() => {
    config.apiBaseUrl = apiBaseUrl
  })

  it.each([
    ["http://api.example:8080/v1", "/files/a.png?x=1", "http://api.example:8080/files/a.png?x=1"],
    ["http://api.example:8080/v1", "files/a.png", "http://api.example:8080/v1/files/a.png"],
    ["http://api.example:8080/v1", "https://cdn.example/a.png", "https://cdn.example/a.png"],
    ["http://api.example:8080/v1", "blob:https://console.example/1", "blob:https://console.example/1"],
    ["http://api.example:8080/v1", "data:image/gif;base64,R0", "data:image/gif;base64,R0"],
    ["https://console.example/backend", "/backend/media/a.png", "/backend/media/a.png"],
    ["/backend", "/backend/media/a.png", "/backend/media/a.png"],
    ["/backend", "media/a.png", "/backend/media/a.png"],
    ["/backend", "http://[", "http://["],
  ])("with the API at %s, %s loads from %s", (base, url, expected) => {
    config.apiBaseUrl = base
    expect(resourceUrl(url, "https://console.example/admin/campaigns?page=2")).toBe(expected)
  })
})
