/** Announcements of the demonstration: title, description, body, kind. */
export const announcementWords = [
  [
    "Yaz dönemi çalışma saatleri",
    "1 Haziran’dan itibaren mesai 08.30’da başlıyor.",
    "Yaz dönemi boyunca mesai saatleri 08.30–17.30 olarak uygulanacaktır.\n\nVardiyalı çalışan birimler kendi planlarına göre devam eder. Servis saatleri yarım saat öne alınmıştır; güzergâh listesini insan kaynaklarından isteyebilirsiniz.",
    0,
  ],
  [
    "Yeni yemek kartı avantajları",
    "Yemek kartınız artık market alışverişlerinde de geçiyor.",
    "Anlaşmamız yenilendi: kart bakiyeniz anlaşmalı marketlerde ve çevrim içi siparişlerde de kullanılabilir.\n\nGünlük tutar değişmedi. Kartınızla ilgili sorularınızı geri bildirim ekranından iletebilirsiniz.",
    1,
  ],
  [
    "Kurucular günü buluşması",
    "Bu yıl sahildeki tesislerde bir araya geliyoruz.",
    "Programda kahvaltı, kıdem plaketleri ve akşamüstü konseri var. Aileler davetlidir.\n\nUlaşım için merkez binadan 09.00’da servis kalkacaktır. Katılım bildirimi etkinlikten üç gün öncesine kadar yapılabilir.",
    2,
  ],
  [
    "Planlı sistem bakımı",
    "Cumartesi gecesi 01.00–04.00 arasında sistemlere erişilemeyecek.",
    "Veri merkezi taşınması nedeniyle portal, e-posta ve izin sistemi belirtilen saatlerde kapalı olacaktır.\n\nAcil durumlar için bilgi teknolojileri nöbetçi hattı açıktır.",
    3,
  ],
  [
    "Hava muhalefeti nedeniyle uzaktan çalışma",
    "Yarın ofis çalışanları evden çalışacak.",
    "Beklenen yoğun kar yağışı nedeniyle ofis çalışanlarımız yarın evden çalışacaktır. Saha ve üretim ekipleri için birim yöneticileriniz sizi arayacaktır.",
    3,
  ],
  [
    "Ücretsiz sağlık taraması",
    "Gezici tarama aracı üç gün boyunca otoparkta.",
    "Kan değerleri, göz ve işitme taraması ücretsizdir ve yaklaşık yirmi dakika sürer. Sonuçlar yalnızca size iletilir.",
    2,
  ],
  [
    "Kış kampanyaları başladı",
    "Giyim ve ev ürünlerinde çalışanlara özel indirimler yayında.",
    "Kampanyalar sayfasından size tanımlanan indirimleri görebilirsiniz. Bazı kampanyaların kullanım hakkı sınırlıdır; erken davranan kazanır.",
    1,
  ],
  [
    "Yangın tatbikatı",
    "Perşembe günü 14.00’te tüm binalarda tatbikat yapılacak.",
    "Alarm çaldığında asansörleri kullanmadan en yakın çıkışa yönelin ve toplanma noktasında ekibinizi bekleyin.\n\nTatbikat yaklaşık otuz dakika sürecektir.",
    0,
  ],
  [
    "Kitap kulübü ilk buluşma",
    "İlk kitabımız seçildi, yer ayırtmayı unutmayın.",
    "Her ayın son çarşambası öğle arasında buluşuyoruz. Kitaplar kütüphaneden ödünç alınabilir.",
    2,
  ],
  [
    "İzin planlaması için son tarih",
    "Yıllık izin taleplerinizi ay sonuna kadar girin.",
    "Birimlerin yaz planlamasını yapabilmesi için taleplerin ay sonuna kadar sisteme girilmesi gerekiyor. Daha sonra gelen talepler kalan güne göre değerlendirilecektir.",
    0,
  ],
  [
    "Welcome to our new colleagues",
    "Eleven people joined us this month in four cities.",
    "Please say hello when you meet them. Their names and teams are in the directory, and there will be cake on Friday at four in the main building.",
    0,
  ],
  [
    "English conversation hour",
    "A relaxed hour every Tuesday, all levels welcome.",
    "We meet in the library at half past twelve. Bring your lunch; topics are chosen together at the end of each meeting.",
    2,
  ],
] as const
