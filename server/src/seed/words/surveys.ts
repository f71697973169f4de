/**
 * Surveys of the demonstration: title, description, kind, questions (type, text, options, weights). The weights define how people
 * answer: of marks from 1, of options, or of yes and no, in proportion; of a question with several choices each in percent.
 */
export const surveyWords = [
  [
    "Yemekhane memnuniyeti",
    "Öğle yemeklerini birlikte iyileştirelim.",
    0,
    [
      ["rating", "Yemeklerin lezzetini nasıl buluyorsunuz?", [], [3, 6, 18, 42, 31]],
      ["single_choice", "Haftada kaç gün yemekhanede yiyorsunuz?", ["Her gün", "3–4 gün", "1–2 gün", "Hiç"], [46, 31, 16, 7]],
      [
        "multiple_choice",
        "Menüde neyi daha sık görmek istersiniz?",
        ["Sebze yemekleri", "Izgara", "Salata", "Ev tatlıları"],
        [52, 38, 44, 29],
      ],
      ["yes_no", "Servis süresinden memnun musunuz?", [], [31, 69]],
    ],
  ],
  [
    "Çalışan bağlılığı",
    "Her yıl aynı sorularla yapılan bağlılık ölçümü. Yanıtlar isimsizdir.",
    1,
    [
      ["rating", "Şirketimizi bir arkadaşınıza çalışılacak yer olarak önerir misiniz?", [], [2, 5, 15, 41, 37]],
      ["rating", "Yaptığım işin bir anlamı olduğunu düşünüyorum.", [], [2, 4, 13, 40, 41]],
      ["rating", "Yöneticim beni dinler ve geri bildirim verir.", [], [6, 12, 24, 36, 22]],
      [
        "single_choice",
        "Önümüzdeki iki yılda kendinizi nerede görüyorsunuz?",
        ["Aynı görevde", "Başka bir birimde", "Daha üst bir görevde", "Başka bir şirkette"],
        [38, 17, 33, 12],
      ],
      [
        "multiple_choice",
        "En çok neyin iyileşmesini istersiniz?",
        ["Ücret", "Yan haklar", "Gelişim olanakları", "İş yükü", "İletişim"],
        [48, 31, 57, 36, 25],
      ],
      ["yes_no", "Son üç ayda emeğinizin takdir edildiğini hissettiniz mi?", [], [58, 42]],
    ],
  ],
  [
    "Haftalık nabız",
    "Bir dakikadan kısa, iki soru.",
    2,
    [
      ["rating", "Bu hafta nasıl geçti?", [], [3, 8, 26, 42, 21]],
      ["yes_no", "Yardıma ihtiyaç duyduğunuz bir konu var mı?", [], [23, 77]],
    ],
  ],
  [
    "Uzaktan çalışma düzeni",
    "Karma çalışma modelinin ilk altı ayını değerlendiriyoruz.",
    3,
    [
      [
        "single_choice",
        "Haftada kaç gün evden çalışmak istersiniz?",
        ["Hiç", "1 gün", "2 gün", "3 gün ve üzeri"],
        [9, 22, 45, 24],
      ],
      [
        "multiple_choice",
        "Evden çalışırken ne eksik?",
        ["Ekran", "Koltuk", "İnternet desteği", "Sessiz bir ortam"],
        [41, 34, 22, 37],
      ],
      ["rating", "Uzaktan yapılan toplantılar ne kadar verimli?", [], [9, 22, 37, 23, 9]],
    ],
  ],
  [
    "Servis güzergâhları",
    "Yeni dönem güzergâhlarını planlamadan önce görüşlerinizi alıyoruz.",
    0,
    [
      ["yes_no", "Şirket servisini kullanıyor musunuz?", [], [64, 36]],
      ["single_choice", "Evden durağa kaç dakika yürüyorsunuz?", ["5’ten az", "5–10", "10–20", "20’den çok"], [28, 39, 24, 9]],
      ["rating", "Servisin dakikliğini değerlendirin.", [], [8, 17, 33, 29, 13]],
    ],
  ],
  [
    "İş güvenliği eğitimi değerlendirmesi",
    "Geçen ayki eğitime katılanlar için.",
    3,
    [
      ["rating", "Eğitmen konuyu anlaşılır biçimde aktardı.", [], [1, 3, 12, 45, 39]],
      ["yes_no", "Öğrendiklerinizi işinizde kullanabiliyor musunuz?", [], [78, 22]],
      ["single_choice", "Eğitimin süresi nasıldı?", ["Kısa", "Yeterli", "Uzun"], [14, 63, 23]],
    ],
  ],
  [
    "Onboarding experience",
    "For everybody who joined within the last three months.",
    1,
    [
      ["rating", "How well prepared was your first day?", [], [4, 9, 21, 38, 28]],
      ["yes_no", "Did you know whom to ask?", [], [71, 29]],
      [
        "multiple_choice",
        "What would have helped?",
        ["A buddy", "A clearer plan", "More training", "Earlier equipment"],
        [47, 42, 28, 33],
      ],
    ],
  ],
] as const
