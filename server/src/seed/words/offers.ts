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

/** Partners of the companies themselves: index of the company, name, category, location. */
export const ownBrandWords = [
  [0, "Çiftlik Dükkânı", "Market", "Manisa"],
  [0, "Körfez Yelken Kulübü", "Eğlence", "İzmir"],
  [1, "Liman Lokantası", "Yeme içme", "Mersin"],
] as const

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

export const terms =
  "Diğer kampanyalarla birleştirilemez.\nHer çalışan kampanyadan bir kez yararlanabilir.\nKampanya koşulları önceden bildirilerek değiştirilebilir."

export const giftTerms =
  "Kart bir kez ve tek alışverişte kullanılır; kalan tutar nakde çevrilmez.\nSüresi dolan kart kullanılamaz."

export const firstNames = [
  ...["Ayşe", "Mehmet", "Zeynep", "Emre", "Elif", "Can", "Selin", "Burak"],
  ...["Deniz", "Ömer", "İrem", "Ege", "Defne", "Çağla", "Şule", "Umut"],
] as const
export const lastNames = [
  ...["Yılmaz", "Kaya", "Demir", "Şahin", "Çelik", "Aydın", "Öztürk", "Arslan"],
  ...["Doğan", "Kılıç", "Aslan", "Çetin", "Koç", "Kurt", "Özdemir", "Acar"],
] as const
