import { expect, it } from "vitest"
import tr from "../../../locales/tr/employees.json"
import type { Translate } from "../../../src/core/text/i18n"
import { matchColumns } from "../../../src/modules/employees/bulk/columns"

const t: Translate = key => (tr as Record<string, string>)[key] ?? key

/** Headings of real lists of employees; `?` is to be checked by the person, `×` is personal data that is not asked for. */
const meanings: Record<string, string> = {
  firstName:
    "Ad|Adı|ADI|İsim|İSMİ|Ön Ad|İlk Adı|Çalışan Adı|Çalışanın Adı|Personel Adı|Ad*|Adı (zorunlu)|First Name|FirstName|first_name|Given Name|Forename|Employee First Name|FIRST NAME|First",
  lastName:
    "Soyad|Soyadı|SOYADI|Soy Adı|Soyisim|Soyismi|Çalışanın Soyadı|Personel Soyadı|Soyadı *|Last Name|LastName|last_name|Surname|Family Name|SURNAME|Employee Last Name",
  email:
    "E-posta|E-Posta Adresi|EPOSTA|E posta|Mail|MAİL|Mail Adresi|E-mail|Email|Email Address|E-Mail Adresi|e_posta|Kurumsal E-posta|Şirket Maili|İş E-postası|Work Email|Business E-mail|Corporate Email|Personel E-posta|EmailAddress|Çalışan E-postası|Kurumsal Mail Adresi",
  phoneNumber:
    "Telefon|TELEFON|Telefon No|Telefon Numarası|Tel|Tel.|Tel No|Cep|Cep Tel|Cep Tel.|Cep Telefonu|CEP TELEFONU|Cep Telefonu No|Cep No|Cep Numarası|GSM|GSM No|GSM Numarası|Mobil|Mobil Telefon|Phone|Phone Number|PhoneNumber|phone_number|Mobile|Mobile Phone|Mobile Number|Cell Phone|Contact Number|İletişim Numarası|Telephone|İletişim Telefonu|Kişisel Telefon|Personel Telefonu",
  name: "Ad Soyad|Adı Soyadı|ADI SOYADI|İsim Soyisim|Ad-Soyad|Adı ve Soyadı|AdSoyad|Personel Adı Soyadı|Çalışan Ad Soyad|Full Name|FullName|Name Surname|Name and Surname|Employee Name|Name|Çalışan|Personel",
  departmentId:
    "Departman|Departmanı|DEPARTMAN|Departman Adı|Birim|Birimi|Bölüm|Bölümü|BÖLÜM|Çalıştığı Birim|Bağlı Olduğu Departman|Department|Department Name|Dept.|Team|Ekip|Çalışan Departmanı",
  "departmentId?": "Müdürlük|Departman / Şube|Bağlı Olduğu Müdürlük",
  jobTitle: "Unvan|Ünvan|Unvanı|Görev|Görevi|Pozisyon|Title|Job Title|Position|Personel Unvanı",
  role: "Rol|Rolü|Role|Yetki|Kullanıcı Rolü|User Role|Sistem Rolü|Kullanıcı Tipi",
  status:
    "Durum|Durumu|Status|Aktif|Aktif mi?|Aktif/Pasif|Active|Is Active|Çalışma Durumu|Çalışan Durumu|Employment Status|Employee Status",
  hiredAt:
    "İşe Giriş Tarihi|İŞE GİRİŞ TARİHİ|İşe Başlama Tarihi|İşe Başlangıç Tarihi|İş Başlangıç Tarihi|Giriş Tarihi|Başlama Tarihi|Başlangıç Tarihi|İşe Alım Tarihi|İşe Giriş|Hire Date|HireDate|Date of Hire|Start Date|Joining Date|Date of Joining|Employment Date|İşe Giriş Tarihi (GG.AA.YYYY)",
  score: "Puan|Puanı|Performans Puanı|Toplam Puan|Score|Points|Performance Score",
  "email?": "Kişisel E-posta|Özel Mail|Personal Email|E-posta 1|Secondary Email",
  "phoneNumber?": "İş Telefonu|Ev Telefonu|Telefon (cep)|Telefon 1|Home Phone|Work Phone|Şirket Telefonu|Telefon Numarası (Cep)",
  "hiredAt?": "Şirkete İşe Giriş Tarihi|Original Hire Date",
  "score?": "2024 Performans Puanı",
  "–×": "TC Kimlik|TC Kimlik No|T.C. Kimlik Numarası|TCKN|T.C. No|Kimlik No|Doğum Tarihi|Doğum Yeri|Cinsiyet|Maaş|Net Ücret|IBAN|Banka Hesap No|Kan Grubu|Medeni Durum|Anne Adı|Baba Adı|Adres|Ev Adresi|SGK No|Askerlik Durumu|Uyruğu|Yaş|National ID|SSN|Date of Birth|Birth Date|Gender|Salary|Passport No|Home Address|Marital Status|Blood Type|Nationality",
  "–": "Sicil No|Sicil|Personel No|Personel Kodu|Çalışan No|Employee ID|EmployeeId|Id|No|Sıra No|S.No|#|Lokasyon|Şube|Şehir|İl|İlçe|Şirket|Şirket Adı|Company|Company Name|Yönetici|Yöneticisi|Yönetici Adı|Yönetici E-postası|Manager|Manager Email|Supervisor|Acil Durum Telefonu|Emergency Phone|Yakını Telefon|Departman Kodu|Department Code|Bölüm Müdürü|İşten Çıkış Tarihi|Çıkış Tarihi|İşten Ayrılış Tarihi|Termination Date|Kullanıcı Adı|Username|User Name|Şifre|Password|Not|Notlar|Açıklama|Notes|Çalışma Şekli|Employment Type|Vardiya|Shift|Tarih|Date|Numara|Faks|Dahili|E-posta Onayı|Emailing|Kıdem",
}

it("are matched one by one", () => {
  const table = Object.entries(meanings).flatMap(([meaning, headings]) => headings.split("|").map(heading => [heading, meaning]))
  const found = table.map(([heading = "", meaning = ""]) => {
    // A first name alone is a full name: it is tried beside a last name.
    const isFirst = meaning === "firstName"
    const [match] = matchColumns(isFirst ? [heading, "Soyadı"] : [heading], t)
    return [heading, `${match?.field ?? "–"}${match?.isGuess ? "?" : ""}${match?.isUnasked ? "×" : ""}`]
  })
  expect(found).toEqual(table)
  expect(table.length).toBeGreaterThan(250)
})
