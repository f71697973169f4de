/** Draws of the demonstration: title, description, prizes (name, type, quantity, value). */
export const drawWords = [
  [
    "Yılbaşı çekilişi",
    "Tüm çalışanlarımız arasında yapılacak yeni yıl çekilişi.",
    [
      ["Dizüstü bilgisayar", 0, 1, 42_000],
      ["Kablosuz kulaklık", 0, 5, 3_500],
      ["500 TL hediye kodu", 2, 20, 500],
    ],
  ],
  [
    "Kıdem teşekkür çekilişi",
    "On yılını dolduran çalışma arkadaşlarımız için.",
    [
      ["Hafta sonu tatili", 0, 2, 12_000],
      ["Kol saati", 0, 4, 6_500],
    ],
  ],
  [
    "Güvenli sürüş yarışması",
    "Kazasız geçen çeyreğin ardından sürücülerimiz arasında.",
    [
      ["Yakıt kuponu", 2, 10, 1_500],
      ["Araç içi kamera", 0, 3, 4_200],
    ],
  ],
  ["Anket teşekkür çekilişi", "Bağlılık anketine katılanlar arasında.", [["Dijital müzik aboneliği", 1, 15, 900]]],
  [
    "Aramıza hoş geldin",
    "Son üç ayda başlayan arkadaşlarımız için karşılama çekilişi.",
    [
      ["Karşılama kutusu", 0, 10, 750],
      ["Kahve kuponu", 2, 25, 200],
    ],
  ],
  [
    "Bahar piknik çekilişi",
    "Pikniğe kaydolanlar arasında küçük sürprizler.",
    [
      ["Kamp sandalyesi", 0, 6, 1_800],
      ["Termos", 0, 12, 950],
    ],
  ],
  [
    "Koşu kulübü ödülleri",
    "Sezonu tamamlayan kulüp üyeleri arasında.",
    [
      ["Koşu ayakkabısı", 0, 3, 5_400],
      ["Spor salonu üyeliği", 1, 5, 3_000],
    ],
  ],
  [
    "Summer holiday raffle",
    "One entry each for everybody who has planned the annual leave by May.",
    [
      ["Weekend for two", 0, 1, 15_000],
      ["Beach bag", 0, 20, 600],
    ],
  ],
  [
    "Öneri kutusu ödülleri",
    "Bu çeyrekte öneri veren çalışma arkadaşlarımız arasında.",
    [
      ["Robot süpürge", 0, 1, 11_000],
      ["Kitap kuponu", 2, 15, 400],
    ],
  ],
  [
    "İş güvenliği haftası çekilişi",
    "Eğitimi tamamlayan herkes katılır.",
    [
      ["Akıllı saat", 0, 3, 7_500],
      ["Bahçe seti", 0, 5, 2_250],
    ],
  ],
  [
    "Okula dönüş çekilişi",
    "Okul çağında çocuğu olan çalışanlarımız için.",
    [
      ["Tablet", 0, 4, 9_000],
      ["Kırtasiye kuponu", 2, 30, 600],
    ],
  ],
  ["Müşteri memnuniyeti ödülü", "En çok teşekkür alan ekiplerin üyeleri arasında.", [["Konser bileti", 1, 8, 1_200]]],
  [
    "Kan bağışı teşekkürü",
    "Bağış günümüze katılanlara küçük bir teşekkür.",
    [
      ["Sağlıklı yaşam paketi", 0, 10, 850],
      ["Sinema bileti", 1, 20, 250],
    ],
  ],
] as const

/** Draws of the demonstration that wait: a locked one for its draw date, and one that can be drawn at once. */
export const waitingDrawWords = [
  [
    "Bahar bisikleti çekilişi",
    "İşe bisikletle gelmek isteyenler için; sonuç genel kurulda tanık önünde açıklanacak.",
    [
      ["Şehir bisikleti", 0, 2, 14_000],
      ["Bisiklet kaskı", 0, 5, 1_200],
    ],
  ],
  [
    "Yaz kampı çekilişi",
    "Çocuklu çalışanlarımız için bir haftalık yaz kampı.",
    [
      ["Yaz kampı kaydı", 0, 3, 8_000],
      ["Kamp malzemesi kuponu", 2, 6, 900],
    ],
  ],
] as const
