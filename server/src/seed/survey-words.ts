/** Surveys of the demonstration: title, description, kind, questions (type, text, options). */
export const surveyWords = [
  [
    "Yemekhane memnuniyeti",
    "Öğle yemeklerini birlikte iyileştirelim.",
    0,
    [
      ["rating", "Yemeklerin lezzetini nasıl buluyorsunuz?", []],
      ["single_choice", "Haftada kaç gün yemekhanede yiyorsunuz?", ["Her gün", "3–4 gün", "1–2 gün", "Hiç"]],
      ["multiple_choice", "Menüde neyi daha sık görmek istersiniz?", ["Sebze yemekleri", "Izgara", "Salata", "Ev tatlıları"]],
      ["yes_no", "Servis süresinden memnun musunuz?", []],
    ],
  ],
  [
    "Çalışan bağlılığı",
    "Her yıl aynı sorularla yapılan bağlılık ölçümü. Yanıtlar isimsizdir.",
    1,
    [
      ["rating", "Şirketimizi bir arkadaşınıza çalışılacak yer olarak önerir misiniz?", []],
      ["rating", "Yaptığım işin bir anlamı olduğunu düşünüyorum.", []],
      ["rating", "Yöneticim beni dinler ve geri bildirim verir.", []],
      [
        "single_choice",
        "Önümüzdeki iki yılda kendinizi nerede görüyorsunuz?",
        ["Aynı görevde", "Başka bir birimde", "Daha üst bir görevde", "Başka bir şirkette"],
      ],
      [
        "multiple_choice",
        "En çok neyin iyileşmesini istersiniz?",
        ["Ücret", "Yan haklar", "Gelişim olanakları", "İş yükü", "İletişim"],
      ],
      ["yes_no", "Son üç ayda emeğinizin takdir edildiğini hissettiniz mi?", []],
    ],
  ],
  [
    "Haftalık nabız",
    "Bir dakikadan kısa, iki soru.",
    2,
    [
      ["rating", "Bu hafta nasıl geçti?", []],
      ["yes_no", "Yardıma ihtiyaç duyduğunuz bir konu var mı?", []],
    ],
  ],
  [
    "Uzaktan çalışma düzeni",
    "Karma çalışma modelinin ilk altı ayını değerlendiriyoruz.",
    3,
    [
      ["single_choice", "Haftada kaç gün evden çalışmak istersiniz?", ["Hiç", "1 gün", "2 gün", "3 gün ve üzeri"]],
      ["multiple_choice", "Evden çalışırken ne eksik?", ["Ekran", "Koltuk", "İnternet desteği", "Sessiz bir ortam"]],
      ["rating", "Uzaktan yapılan toplantılar ne kadar verimli?", []],
    ],
  ],
  [
    "Servis güzergâhları",
    "Yeni dönem güzergâhlarını planlamadan önce görüşlerinizi alıyoruz.",
    0,
    [
      ["yes_no", "Şirket servisini kullanıyor musunuz?", []],
      ["single_choice", "Evden durağa kaç dakika yürüyorsunuz?", ["5’ten az", "5–10", "10–20", "20’den çok"]],
      ["rating", "Servisin dakikliğini değerlendirin.", []],
    ],
  ],
  [
    "İş güvenliği eğitimi değerlendirmesi",
    "Geçen ayki eğitime katılanlar için.",
    3,
    [
      ["rating", "Eğitmen konuyu anlaşılır biçimde aktardı.", []],
      ["yes_no", "Öğrendiklerinizi işinizde kullanabiliyor musunuz?", []],
      ["single_choice", "Eğitimin süresi nasıldı?", ["Kısa", "Yeterli", "Uzun"]],
    ],
  ],
  [
    "Onboarding experience",
    "For everybody who joined within the last three months.",
    1,
    [
      ["rating", "How well prepared was your first day?", []],
      ["yes_no", "Did you know whom to ask?", []],
      ["multiple_choice", "What would have helped?", ["A buddy", "A clearer plan", "More training", "Earlier equipment"]],
    ],
  ],
] as const
