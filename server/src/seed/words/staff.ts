/** Names of the demonstration's employees, and its payment providers. */
export const givenNames = [
  ...["Ayşe", "Mehmet", "Zeynep", "Emre", "Can", "Selin", "Burak", "Deniz", "Ömer", "İrem", "Ege", "Defne", "Çağla", "Şule"],
  ...["Umut", "Fatma", "Mustafa", "Hatice", "Ahmet", "Emine", "Ali", "Hüseyin", "Merve", "Murat", "Büşra", "İbrahim", "Esra"],
  ...["Yusuf", "Kübra", "Gökhan", "Gül", "Serkan", "Nilüfer", "Tolga", "Özge", "Kaan", "Ceren", "Onur", "Pınar", "Barış"],
  ...["Aslı", "Volkan", "Ebru", "Cem", "Işıl", "Tuğba", "Arda", "Sibel", "Oğuz", "Melis"],
  ...["Ayşe Nur", "Mehmet Ali", "Fatma Zehra", "Muhammed Emin", "Dilan", "Baran", "Rojin", "Arin", "Lale", "Aret", "Sofi"],
  ...["Leyla", "Karim", "Amina", "Olena", "Dmitri", "Olivia", "Thomas", "Marie", "José", "Łukasz", "Giulia", "Yuki", "Chloé"],
] as const

export const familyNames = [
  ...["Yılmaz", "Kaya", "Demir", "Şahin", "Çelik", "Aydın", "Öztürk", "Arslan", "Doğan", "Kılıç", "Çetin", "Koç", "Kurt"],
  ...["Özdemir", "Acar", "Polat", "Yıldız", "Erdoğan", "Aksoy", "Taş", "Güneş", "Bulut", "Işık", "Toprak", "Uçar", "Keskin"],
  ...["Avcı", "Şen", "Güler", "Korkmaz", "Yavuz", "Sönmez", "Bozkurt", "Çakır", "Ünal", "Tekin", "Duman", "Ateş", "Kaplan"],
  ...["Bayram", "Sezer", "Altun", "Gündüz", "Ekinci", "Peker", "Dinç", "Oral", "Soylu", "Tunç", "Ergin"],
  ...["Yılmaz Demirtaş", "Karaca-Weber", "Hacıosmanoğlu", "Kılıçdağı", "Baran", "Haddad", "Petrova", "Bennett", "Müller"],
  ...["Garabedyan", "O’Connor", "Novák", "Rossi", "Tanaka", "de la Cruz", "Al-Sayed"],
] as const

/** Name, description, category, contact person, address. */
export const providerWords = [
  ["Köprü Ödeme", "Sanal POS ve taksitli ödeme altyapısı.", "Market", "Selin Aksoy", "Levent, Beşiktaş, İstanbul"],
  ["Turna Cüzdan", "Telefon numarasıyla ödeme ve bakiye yükleme.", "Yeme içme", "Kaan Güneş", "Bornova, İzmir"],
  ["Akış Sanal POS", "Tek bağlantıyla bütün bankaların sanal POS’ları.", "Teknoloji", "Pınar Tekin", "Çankaya, Ankara"],
  ["Kumbara Kart", "Çalışanlara ön ödemeli yemek ve market kartı.", "Market", "Onur Bulut", "Kadıköy, İstanbul"],
  ["Pusula Havale", "Hesaplar arasında anında aktarım.", "Seyahat", "Esra Taş", "Osmangazi, Bursa"],
  ["Ada Tahsilat", "Düzenli ödemeler ve otomatik tahsilat.", "Eğitim", "Tolga Ünal", "Muratpaşa, Antalya"],
  ["Mavi Terazi", "Kampanya kazanımlarının üye iş yerlerine ödenmesi.", "Hediye", "Ceren Oral", "Yenişehir, Mersin"],
  ["Sarnıç Ödeme", "Akaryakıt istasyonlarında temassız ödeme.", "Akaryakıt", "Barış Polat", "İzmit, Kocaeli"],
] as const
