// @vitest-environment happy-dom
import { consoleOnApi, describeMessages } from "../kit"

describeMessages(consoleOnApi(), {
  path: "payment-management",
  call: "/payment",
  remove: "/payment/",
  name: "name",
  record: name => ({ name }),
  needed: name => ({ name }),
  says: {
    list: { tr: "Bir hata oluştu", en: "An error occurred" },
    missing: { tr: "Ödeme sağlayıcısı bulunamadı", en: "Payment not found" },
    create: {
      tr: "Ödeme sağlayıcısı eklenemedi: Beklenmeyen bir hata oluştu",
      en: "Failed to create payment: An unexpected error occurred",
    },
    update: { tr: "Ödeme sağlayıcısı güncellenemedi", en: "Failed to update payment" },
    remove: { tr: "Ödeme sağlayıcısı silinemedi", en: "Failed to delete payment" },
    categories: { tr: "Kategoriler yüklenemedi", en: "Failed to load categories" },
    upload: { tr: "Görsel yüklenemedi: Yükleme başarısız oldu", en: "Failed to upload image: Upload failed" },
  },
})
