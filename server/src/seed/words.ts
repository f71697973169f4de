/** Partners of the demonstration: name, category, location. */
export const brandWords = [
  ["Moda Atölye", "Giyim ve aksesuar", "İstanbul"],
  ["Rota Petrol", "Akaryakıt", "Kocaeli"],
  ["Köşe Mobilya", "Ev ve yaşam", "Bursa"],
  ["Sepet Market", "Market", "Ankara"],
  ["Kıyı Otelleri", "Seyahat", "Antalya"],
  ["Şifa Laboratuvarları", "Sağlık", "İzmir"],
  ["Ihlamur Kitabevi", "Kitap ve kırtasiye", "Eskişehir"],
  ["Pusula Teknoloji", "Teknoloji", "İstanbul"],
  ["Çınaraltı Kahve", "Yeme içme", "İzmir"],
  ["Doruk Spor", "Spor", "Bolu"],
  ["Perde Sineması", "Eğlence", "Ankara"],
  ["Lavanta Kozmetik", "Kozmetik", "Isparta"],
  ["Ufuk Akademi", "Eğitim", "Konya"],
  ["Gümüş Saat", "Giyim ve aksesuar", "İstanbul"],
] as const

/** Campaigns: title, index of the partner, description. */
export const campaignWords = [
  ["Kış Sezonu İndirimi", 0, "Yeni sezon mont, kaban ve triko ürünlerinde geçerlidir."],
  ["Hafta Sonu Yakıt Desteği", 1, "Cuma 18.00 ile pazar 23.59 arasındaki alımlarda kullanılabilir."],
  ["Ev Yenileme Günleri", 2, "Oturma odası ve yatak odası takımlarında, kurulum dâhil."],
  ["Yılbaşı Hediye Kartı", 3, "Tüm şubelerde ve çevrim içi siparişlerde geçer."],
  ["Erken Rezervasyon Fırsatı", 4, "Yaz dönemi için yapılan en az üç gecelik rezervasyonlarda."],
  ["Sağlık Taramasına Özel Paket", 5, "Yıllık genel kontrol paketine ek olarak sunulur."],
  ["Öğretmenler Günü Teşekkürü", 6, "Öğretmen yakını çalışanlarımız da yararlanabilir."],
  ["Okula Dönüş Kampanyası", 6, "Kırtasiye ve ders kitabı alışverişlerinde."],
  ["Dizüstü Bilgisayar Değişimi", 7, "Eski cihazınızı getirin, yeni cihazda indirim alın."],
  ["Sabah Kahvesi Bizden", 8, "Hafta içi saat 10.00’a kadar, günde bir kez."],
  ["Kayak Sezonu Açılışı", 9, "Ekipman kiralama ve ilk ders dâhildir."],
  ["İkinci Bilet Hediye", 10, "Hafta içi tüm seanslarda geçerlidir."],
  ["Anneler Günü Bakım Seti", 11, "Seçili bakım setlerinde, stoklarla sınırlıdır."],
  ["Yabancı Dil Kurs Desteği", 12, "Çevrim içi ve yüz yüze gruplar için."],
  ["Doğum Gününe Özel Saat", 13, "Doğum gününüzün bulunduğu ay boyunca."],
  ["Haziran Şenliği", 0, "Yazlık koleksiyonda, sepette indirim."],
  ["Uzun Yol Paketi", 1, "En az 500 liralık alımda oto bakım seti."],
  ["Bahar Temizliği", 3, "Temizlik ürünlerinde ikinci üründe."],
  ["Kitap Kurdu Buluşması", 6, "İmza günlerinde alınan kitaplarda."],
  ["Ofiste Sağlıklı Atıştırmalık", 3, "Her pazartesi teslim edilen kutularda."],
  ["Yaz Kampı İndirimi", 12, "Çalışan çocuklarına özel kontenjan."],
  ["Bayram Ziyareti Uçuşları", 4, "Bayram haftası gidiş dönüş biletlerinde."],
  ["Akıllı Ev Başlangıç Seti", 7, "Set alımlarında kurulum ücretsizdir."],
  ["Koşu Kulübü Forması", 9, "Kulüp üyelerine ücretsiz forma."],
] as const

/** Suffixes of titles that occur several times. */
export const seasons = ["", " · Bahar", " · Yaz", " · Sonbahar"] as const

export const giftWords = [
  ["Sepet Market 500 TL", 3, 500],
  ["Moda Atölye 750 TL", 0, 750],
  ["Ihlamur Kitabevi 250 TL", 6, 250],
  ["Perde Sineması İki Kişilik", 10, 200],
  ["Çınaraltı Kahve Aylık", 8, 300],
  ["Doruk Spor 1.000 TL", 9, 1000],
  ["Lavanta Kozmetik 400 TL", 11, 400],
  ["Rota Petrol 600 TL", 1, 600],
] as const

/** Gift cards of the companies, one each: name, description. */
export const ownGiftWords = [
  ["Yeşilova Çiftlik Günü", "Ailenizle bir gün: kahvaltı, bahçe gezisi ve sezon sepeti."],
  ["Sarıkum Yol Desteği 400 TL", "Şehirlerarası yolculukta yakıt ve mola desteği."],
] as const

export const products = [
  "Termos",
  "Sırt çantası",
  "Kablosuz kulaklık",
  "Bakım seti",
  "Forma",
  "Masa lambası",
  "Kupa seti",
] as const

export const terms =
  "Diğer kampanyalarla birleştirilemez.\nHer çalışan kampanyadan bir kez yararlanabilir.\nKampanya koşulları önceden bildirilerek değiştirilebilir."

export const giftTerms =
  "Kart bir kez ve tek alışverişte kullanılır; kalan tutar nakde çevrilmez.\nSüresi dolan kart kullanılamaz."

export const firstNames = [
  "Ayşe",
  "Mehmet",
  "Zeynep",
  "Emre",
  "Elif",
  "Can",
  "Selin",
  "Burak",
  "Deniz",
  "Ömer",
  "İrem",
  "Ege",
  "Defne",
  "Çağla",
  "Şule",
  "Umut",
] as const
export const lastNames = [
  "Yılmaz",
  "Kaya",
  "Demir",
  "Şahin",
  "Çelik",
  "Aydın",
  "Öztürk",
  "Arslan",
  "Doğan",
  "Kılıç",
  "Aslan",
  "Çetin",
  "Koç",
  "Kurt",
  "Özdemir",
  "Acar",
] as const
