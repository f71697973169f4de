// @vitest-environment happy-dom
import { consoleOnApi, describeMessages } from "../kit"

describeMessages(consoleOnApi(), {
  path: "partner-management",
  call: "/brand",
  remove: "/brand/",
  name: "name",
  record: name => ({ name }),
  needed: name => ({ name }),
  says: {
    missing: { tr: "İş ortağı bulunamadı", en: "Brand not found" },
    create: { tr: "İş ortağı eklenemedi", en: "Failed to create brand" },
    update: { tr: "İş ortağı güncellenemedi", en: "Failed to update brand" },
    remove: { tr: "İş ortağı silinemedi", en: "Failed to delete brand" },
    categories: { tr: "Kategoriler yüklenemedi", en: "Failed to load categories" },
    upload: { tr: "Görsel yüklenemedi", en: "Failed to upload image" },
  },
})
