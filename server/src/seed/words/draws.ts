import { prizeTypes } from "../../../../src/contract/draws/draws"

const prizesOf = (type: (typeof prizeTypes.names)[number]) => (name: string, quantity: number, value: number) => ({
  name,
  type: prizeTypes.value(type),
  quantity,
  value,
  imageUrl: null,
})
const [physical, digital, coupon] = [prizesOf("physical"), prizesOf("digital"), prizesOf("coupon")]

/** Title, description, prizes with quantity and value of one. */
export type DrawWords = readonly [title: string, description: string, ...prizes: ReturnType<typeof physical>[]]

/** Draws of the demonstration. */
export const drawWords: readonly DrawWords[] = [
  [
    "Yılbaşı çekilişi",
    "Tüm çalışanlarımız arasında yapılacak yeni yıl çekilişi.",
    physical("Dizüstü bilgisayar", 1, 42_000),
    physical("Kablosuz kulaklık", 5, 3_500),
    coupon("500 TL hediye kodu", 20, 500),
  ],
  [
    "Kıdem teşekkür çekilişi",
    "On yılını dolduran çalışma arkadaşlarımız için.",
    physical("Hafta sonu tatili", 2, 12_000),
    physical("Kol saati", 4, 6_500),
  ],
  [
    "Güvenli sürüş yarışması",
    "Kazasız geçen çeyreğin ardından sürücülerimiz arasında.",
    coupon("Yakıt kuponu", 10, 1_500),
    physical("Araç içi kamera", 3, 4_200),
  ],
  ["Anket teşekkür çekilişi", "Bağlılık anketine katılanlar arasında.", digital("Dijital müzik aboneliği", 15, 900)],
  [
    "Aramıza hoş geldin",
    "Son üç ayda başlayan arkadaşlarımız için karşılama çekilişi.",
    physical("Karşılama kutusu", 10, 750),
    coupon("Kahve kuponu", 25, 200),
  ],
  [
    "Bahar piknik çekilişi",
    "Pikniğe kaydolanlar arasında küçük sürprizler.",
    physical("Kamp sandalyesi", 6, 1_800),
    physical("Termos", 12, 950),
  ],
  [
    "Koşu kulübü ödülleri",
    "Sezonu tamamlayan kulüp üyeleri arasında.",
    physical("Koşu ayakkabısı", 3, 5_400),
    digital("Spor salonu üyeliği", 5, 3_000),
  ],
  [
    "Summer holiday raffle",
    "One entry each for everybody who has planned the annual leave by May.",
    physical("Weekend for two", 1, 15_000),
    physical("Beach bag", 20, 600),
  ],
  [
    "Öneri kutusu ödülleri",
    "Bu çeyrekte öneri veren çalışma arkadaşlarımız arasında.",
    physical("Robot süpürge", 1, 11_000),
    coupon("Kitap kuponu", 15, 400),
  ],
  [
    "İş güvenliği haftası çekilişi",
    "Eğitimi tamamlayan herkes katılır.",
    physical("Akıllı saat", 3, 7_500),
    physical("Bahçe seti", 5, 2_250),
  ],
  [
    "Okula dönüş çekilişi",
    "Okul çağında çocuğu olan çalışanlarımız için.",
    physical("Tablet", 4, 9_000),
    coupon("Kırtasiye kuponu", 30, 600),
  ],
  ["Müşteri memnuniyeti ödülü", "En çok teşekkür alan ekiplerin üyeleri arasında.", digital("Konser bileti", 8, 1_200)],
  [
    "Kan bağışı teşekkürü",
    "Bağış günümüze katılanlara küçük bir teşekkür.",
    physical("Sağlıklı yaşam paketi", 10, 850),
    digital("Sinema bileti", 20, 250),
  ],
]

/** Draws of the demonstration that wait: a locked one for its draw date, and one that can be drawn at once. */
export const waitingDrawWords: readonly DrawWords[] = [
  [
    "Bahar bisikleti çekilişi",
    "İşe bisikletle gelmek isteyenler için; sonuç genel kurulda tanık önünde açıklanacak.",
    physical("Şehir bisikleti", 2, 14_000),
    physical("Bisiklet kaskı", 5, 1_200),
  ],
  [
    "Yaz kampı çekilişi",
    "Çocuklu çalışanlarımız için bir haftalık yaz kampı.",
    physical("Yaz kampı kaydı", 3, 8_000),
    coupon("Kamp malzemesi kuponu", 6, 900),
  ],
]
