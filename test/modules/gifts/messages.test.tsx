// @vitest-environment happy-dom
import { consoleOnApi, describeMessages } from "../kit"

describeMessages(consoleOnApi(), {
  path: "gift-management",
  call: "/gift",
  remove: "/gift/",
  name: "cardName",
  record: cardName => ({ cardName }),
  needed: cardName => ({ cardName }),
  says: {
    list: { tr: "Bir hata oluştu", en: "An error occurred" },
    missing: { tr: "Hediye kartı bulunamadı", en: "Gift not found" },
    create: { tr: "Hediye kartı oluşturulamadı", en: "Failed to create gift card" },
    update: { tr: "Hediye kartı güncellenemedi", en: "Failed to update gift card" },
    remove: { tr: "Hediye kartı silinemedi", en: "Failed to delete gift card" },
    upload: { tr: "Görsel yüklenemedi", en: "Failed to upload image" },
  },
})
