import type { QuestionType } from "../../../../src/contract/surveys/surveys"

/** `weights` define how people answer: of marks from 1, of options, or of yes and no, in proportion; of several choices each in percent. */
type QuestionWords = { type: QuestionType; text: string; options: string[]; weights: number[] }

const plain =
  (type: QuestionType) =>
  (text: string, ...weights: number[]): QuestionWords => ({ type, text, options: [], weights })
const ofOptions = (type: QuestionType) => (text: string, options: Record<string, number>) => ({
  type,
  text,
  options: Object.keys(options),
  weights: Object.values(options),
})
const [rating, yesNo] = [plain("rating"), plain("yes_no")]
const [single, multiple] = [ofOptions("single_choice"), ofOptions("multiple_choice")]

/** Surveys of the demonstration: title, description, kind, questions. */
export const surveyWords: readonly (readonly [string, string, number, ...QuestionWords[]])[] = [
  [
    "Yemekhane memnuniyeti",
    "Öğle yemeklerini birlikte iyileştirelim.",
    0,
    rating("Yemeklerin lezzetini nasıl buluyorsunuz?", 3, 6, 18, 42, 31),
    single("Haftada kaç gün yemekhanede yiyorsunuz?", { "Her gün": 46, "3–4 gün": 31, "1–2 gün": 16, Hiç: 7 }),
    multiple("Menüde neyi daha sık görmek istersiniz?", { "Sebze yemekleri": 52, Izgara: 38, Salata: 44, "Ev tatlıları": 29 }),
    yesNo("Servis süresinden memnun musunuz?", 31, 69),
  ],
  [
    "Çalışan bağlılığı",
    "Her yıl aynı sorularla yapılan bağlılık ölçümü. Yanıtlar isimsizdir.",
    1,
    rating("Şirketimizi bir arkadaşınıza çalışılacak yer olarak önerir misiniz?", 2, 5, 15, 41, 37),
    rating("Yaptığım işin bir anlamı olduğunu düşünüyorum.", 2, 4, 13, 40, 41),
    rating("Yöneticim beni dinler ve geri bildirim verir.", 6, 12, 24, 36, 22),
    single("Önümüzdeki iki yılda kendinizi nerede görüyorsunuz?", {
      "Aynı görevde": 38,
      "Başka bir birimde": 17,
      "Daha üst bir görevde": 33,
      "Başka bir şirkette": 12,
    }),
    multiple("En çok neyin iyileşmesini istersiniz?", {
      Ücret: 48,
      "Yan haklar": 31,
      "Gelişim olanakları": 57,
      "İş yükü": 36,
      İletişim: 25,
    }),
    yesNo("Son üç ayda emeğinizin takdir edildiğini hissettiniz mi?", 58, 42),
  ],
  [
    "Haftalık nabız",
    "Bir dakikadan kısa, iki soru.",
    2,
    rating("Bu hafta nasıl geçti?", 3, 8, 26, 42, 21),
    yesNo("Yardıma ihtiyaç duyduğunuz bir konu var mı?", 23, 77),
  ],
  [
    "Uzaktan çalışma düzeni",
    "Karma çalışma modelinin ilk altı ayını değerlendiriyoruz.",
    3,
    single("Haftada kaç gün evden çalışmak istersiniz?", { Hiç: 9, "1 gün": 22, "2 gün": 45, "3 gün ve üzeri": 24 }),
    multiple("Evden çalışırken ne eksik?", { Ekran: 41, Koltuk: 34, "İnternet desteği": 22, "Sessiz bir ortam": 37 }),
    rating("Uzaktan yapılan toplantılar ne kadar verimli?", 9, 22, 37, 23, 9),
  ],
  [
    "Servis güzergâhları",
    "Yeni dönem güzergâhlarını planlamadan önce görüşlerinizi alıyoruz.",
    0,
    yesNo("Şirket servisini kullanıyor musunuz?", 64, 36),
    single("Evden durağa kaç dakika yürüyorsunuz?", { "5’ten az": 28, "5–10": 39, "10–20": 24, "20’den çok": 9 }),
    rating("Servisin dakikliğini değerlendirin.", 8, 17, 33, 29, 13),
  ],
  [
    "İş güvenliği eğitimi değerlendirmesi",
    "Geçen ayki eğitime katılanlar için.",
    3,
    rating("Eğitmen konuyu anlaşılır biçimde aktardı.", 1, 3, 12, 45, 39),
    yesNo("Öğrendiklerinizi işinizde kullanabiliyor musunuz?", 78, 22),
    single("Eğitimin süresi nasıldı?", { Kısa: 14, Yeterli: 63, Uzun: 23 }),
  ],
  [
    "Onboarding experience",
    "For everybody who joined within the last three months.",
    1,
    rating("How well prepared was your first day?", 4, 9, 21, 38, 28),
    yesNo("Did you know whom to ask?", 71, 29),
    multiple("What would have helped?", { "A buddy": 47, "A clearer plan": 42, "More training": 28, "Earlier equipment": 33 }),
  ],
]
