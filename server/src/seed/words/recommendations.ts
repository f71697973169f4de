/** Recommendations and action plans of the demonstration's surveys, by the survey's title. */

/** A figure of the report: the mean of a rating, or the share of an answer. */
type Figure = readonly [label: string, question: string, option?: string | boolean]

/** A plan: title, days until it is due, tasks of which the first `done` are completed. */
type PlanWords = { title: string; due: number; owner: string; tasks: readonly string[]; done: number }

export type RecommendationWords = {
  category: string
  title: string
  description: string
  impact: "High" | "Medium" | "Low"
  status: "pending" | "accepted" | "refused"
  figures: readonly Figure[]
  items: readonly string[]
  plan?: PlanWords
}

const people = "İnsan Kaynakları"

export const recommendationWords: Readonly<Record<string, readonly RecommendationWords[]>> = {
  "Yemekhane memnuniyeti": [
    {
      category: "Hizmet",
      title: "Öğle yemeğindeki beklemeyi kısaltın",
      description:
        "Yemeğin lezzeti beğeniliyor, servis süresi ise beğenilmiyor. Bekleme, memnuniyeti en çok düşüren konu. İkinci bir servis hattı ve kademeli yemek saatleri kuyruğu belirgin biçimde azaltır.",
      impact: "High",
      status: "accepted",
      figures: [
        ["Servis süresinden memnun olmayanlar", "Servis süresinden memnun musunuz?", false],
        ["Lezzet puanı", "Yemeklerin lezzetini nasıl buluyorsunuz?"],
      ],
      items: [
        "Yemek saatlerini bölümlere göre 20 dakika arayla kaydırın",
        "12.00–13.00 arasında ikinci servis hattını açın",
        "Salata ve tatlıyı ayrı bir bankoya alın",
        "Bekleme süresini iki hafta boyunca her gün ölçün",
        "Sonucu çalışanlarla paylaşın",
      ],
      plan: {
        title: "Yemekhanede bekleme süresini yarıya indirme",
        due: -6,
        owner: "İdari İşler",
        tasks: [
          "Bölümlerin yemek saatlerini yeniden planla",
          "İkinci servis hattı için personel ayarla",
          "Salata bankosunu kur",
          "Bekleme süresini ölç ve duyur",
        ],
        done: 4,
      },
    },
    {
      category: "Menü",
      title: "Menüde sebze yemeklerine ve salataya yer açın",
      description:
        "Çalışanlar en çok sebze yemeklerini ve salatayı daha sık görmek istiyor. Haftada bir gün etsiz menü hem isteği karşılar hem de maliyeti düşürür.",
      impact: "Medium",
      status: "accepted",
      figures: [
        ["Daha çok sebze yemeği isteyenler", "Menüde neyi daha sık görmek istersiniz?", "Sebze yemekleri"],
        ["Daha çok salata isteyenler", "Menüde neyi daha sık görmek istersiniz?", "Salata"],
      ],
      items: [
        "Haftada en az iki gün sebze yemeği çıkarın",
        "Çarşamba gününü etsiz menü günü yapın",
        "Salata çeşitlerini mevsime göre yenileyin",
        "Menüyü bir hafta önceden duyurun",
      ],
      plan: {
        title: "Yeni menü döngüsü",
        due: -3,
        owner: people,
        tasks: ["Yüklenici ile menüyü görüş", "Etsiz günü duyur", "İlk dört haftanın tüketimini izle"],
        done: 1,
      },
    },
    {
      category: "İletişim",
      title: "Yemek kartına geçişi değerlendirin",
      description:
        "Yemekhaneyi seyrek kullananlar için yemek kartı bir seçenek olabilir. Çoğunluk her gün yemekhanede yediği için etkisi sınırlı kalır.",
      impact: "Low",
      status: "refused",
      figures: [["Yemekhaneyi hiç kullanmayanlar", "Haftada kaç gün yemekhanede yiyorsunuz?", "Hiç"]],
      items: [
        "Kart sağlayıcılarından teklif alın",
        "Vergi etkisini hesaplayın",
        "Yemekhaneyi kullanmayanlara nedenini sorun",
        "Üç aylık bir deneme planlayın",
      ],
    },
  ],
  "Çalışan bağlılığı": [
    {
      category: "Yönetim",
      title: "Düzenli birebir görüşmeleri yaygınlaştırın",
      description:
        "Çalışanlar işlerini anlamlı buluyor ve şirketi öneriyor; yöneticiden alınan geri bildirim ise belirgin biçimde geride. İki haftada bir yapılan kısa birebir görüşmeler bu farkı kapatır.",
      impact: "High",
      status: "accepted",
      figures: [
        ["Yöneticinin geri bildirimi", "Yöneticim beni dinler ve geri bildirim verir."],
        ["İşin anlamı", "Yaptığım işin bir anlamı olduğunu düşünüyorum."],
      ],
      items: [
        "Her yönetici iki haftada bir birebir görüşme yapsın",
        "Görüşme için tek sayfalık bir gündem hazırlayın",
        "Yöneticilere geri bildirim eğitimi verin",
        "Üç ay sonra aynı soruyu yeniden sorun",
      ],
      plan: {
        title: "Birebir görüşme düzeni",
        due: 12,
        owner: people,
        tasks: [
          "Görüşme gündemini hazırla",
          "Yöneticilere yarım günlük eğitim ver",
          "Görüşmeleri takvime işle",
          "Üç ay sonraki ölçümü planla",
        ],
        done: 2,
      },
    },
    {
      category: "Takdir",
      title: "Takdiri görünür kılın",
      description:
        "Her beş çalışandan yaklaşık ikisi son üç ayda emeğinin takdir edildiğini hissetmemiş. Küçük ama düzenli teşekkürler bağlılığı ücretsiz artırır.",
      impact: "Medium",
      status: "pending",
      figures: [["Takdir edildiğini hissetmeyenler", "Son üç ayda emeğinizin takdir edildiğini hissettiniz mi?", false]],
      items: [
        "Haftalık toplantıyı bir teşekkürle açın",
        "Ayın ekibini çalışanlar seçsin",
        "Yöneticilere aylık takdir bütçesi verin",
        "Uzun yıllar çalışanları törenle kutlayın",
      ],
    },
    {
      category: "Gelişim",
      title: "Kariyer yollarını açıkça anlatın",
      description:
        "Gelişim olanakları, en çok iyileşmesi istenen konu. Çalışanların önemli bir bölümü kendini iki yıl içinde daha üst bir görevde görüyor, fakat yolu bilmiyor.",
      impact: "High",
      status: "pending",
      figures: [
        ["Gelişim olanaklarının iyileşmesini isteyenler", "En çok neyin iyileşmesini istersiniz?", "Gelişim olanakları"],
        ["Kendini daha üst bir görevde görenler", "Önümüzdeki iki yılda kendinizi nerede görüyorsunuz?", "Daha üst bir görevde"],
      ],
      items: [
        "Görev ailelerini ve geçiş koşullarını yayımlayın",
        "İç ilanları herkesle aynı gün paylaşın",
        "Her çalışanla yıllık gelişim planı yapın",
        "Eğitim bütçesini bölümlere dağıtın",
      ],
      plan: {
        title: "Kariyer yolları rehberi",
        due: 21,
        owner: people,
        tasks: ["Görev ailelerini çıkar", "Bölüm yöneticileriyle gözden geçir", "Rehberi yayımla"],
        done: 0,
      },
    },
  ],
  "Uzaktan çalışma düzeni": [
    {
      category: "Toplantılar",
      title: "Uzaktan toplantıları kısaltın ve azaltın",
      description:
        "Karma düzen benimsenmiş; zayıf nokta uzaktan toplantıların verimi. Gündemi olmayan toplantılar kaldırılır, kalanlar 25 ve 50 dakikaya indirilirse odaklanma süresi artar.",
      impact: "High",
      status: "accepted",
      figures: [
        ["Toplantıların verimi", "Uzaktan yapılan toplantılar ne kadar verimli?"],
        ["Haftada iki gün isteyenler", "Haftada kaç gün evden çalışmak istersiniz?", "2 gün"],
      ],
      items: [
        "Gündemsiz toplantı daveti göndermeyin",
        "Toplantıları 25 ve 50 dakikayla sınırlayın",
        "Çarşamba öğleden sonrayı toplantısız bırakın",
        "Kararları aynı gün yazılı paylaşın",
      ],
      plan: {
        title: "Toplantı kuralları",
        due: 9,
        owner: people,
        tasks: ["Kuralları yöneticilerle kararlaştır", "Takvim ayarlarını değiştir", "Bir ay sonra yeniden sor"],
        done: 1,
      },
    },
    {
      category: "Donanım",
      title: "Evde çalışma için ekran ve koltuk desteği verin",
      description: "En sık belirtilen eksikler ekran ve sessiz bir ortam. Bir defalık donanım desteği verimi doğrudan etkiler.",
      impact: "Medium",
      status: "accepted",
      figures: [
        ["Ekranı eksik olanlar", "Evden çalışırken ne eksik?", "Ekran"],
        ["Koltuğu eksik olanlar", "Evden çalışırken ne eksik?", "Koltuk"],
      ],
      items: [
        "Bir defalık donanım desteğinin tutarını belirleyin",
        "Ekran ve koltuk için toplu fiyat alın",
        "Başvuruyu tek formla toplayın",
        "Teslimatı ve zimmeti planlayın",
      ],
      plan: {
        title: "Donanım desteği",
        due: 24,
        owner: "Satın Alma",
        tasks: ["Bütçeyi onaylat", "Üç tedarikçiden teklif al", "Başvuru formunu aç", "İlk teslimatı yap"],
        done: 0,
      },
    },
    {
      category: "Ofis",
      title: "Ofiste sessiz çalışma alanı ayırın",
      description: "Evde sessiz ortam bulamayanlar için ofiste ayrılacak sessiz bir alan, evden çalışma isteğini de dengeler.",
      impact: "Low",
      status: "pending",
      figures: [["Sessiz bir ortamı olmayanlar", "Evden çalışırken ne eksik?", "Sessiz bir ortam"]],
      items: [
        "Kullanılmayan bir toplantı odasını ayırın",
        "Yer ayırtma düzenini kurun",
        "Ses yalıtımı için teklif alın",
        "Doluluğu üç ay izleyin",
      ],
    },
  ],
}
