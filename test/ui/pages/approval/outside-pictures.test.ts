import { expect, it } from "vitest"
import { hostsOfPictures } from "../../../../src/ui/pages/approval/outside-pictures"

const own = ["https://konsol.example", "https://api.example"]

it.each<[string, object, string[]]>([
  ["an uploaded picture", { media: [{ url: "/backend/media/a.png" }] }, []],
  ["one of the API's origin", { media: [{ url: "https://api.example/media/a.png" }] }, []],
  ["one of another site", { media: [{ url: "https://cdn.example/a.png" }] }, ["cdn.example"]],
  ["one of a prize", { prizes: [{ name: "Kupa", imageUrl: "http://cdn.example:8080/a.png" }] }, ["cdn.example:8080"]],
  ["several of one site", { media: [{ url: "https://cdn.example/a" }, { url: "https://cdn.example/b" }] }, ["cdn.example"]],
  ["an address in a text", { title: "https://cdn.example/a", media: [{ url: "" }] }, []],
])("names the other site of %s", (_, members, hosts) => {
  expect(hostsOfPictures(members, own)).toEqual(hosts)
})
