// @vitest-environment happy-dom
import { describeMessages } from "../kit"

describeMessages({
  path: "announcement-management",
  call: "/announcement",
  remove: "/announcement/delete/",
  name: "title",
  record: title => ({ title, description: "Özet", body: "Metin", type: 0, status: 0 }),
  needed: title => ({ title, description: "Özet", body: "Metin" }),
  says: {
    required: { tr: "Başlık, açıklama ve içerik gereklidir", en: "Title, description and body are required" },
    create: { tr: "Duyuru oluşturulurken bir hata oluştu", en: "The announcement could not be created" },
  },
})
