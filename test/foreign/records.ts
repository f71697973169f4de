/**
 * What the foreign server stores, in its own shapes: numeric ids, no names beside ids, codes that are unknown, named or
 * missing, members in PascalCase at several depths, instants without a zone, pictures as root-relative paths.
 */
export type Shape = Record<string, unknown>

const pictures = (from: number) => [
  { Url: `/files/${from}.png`, OrderNo: 1 },
  { Url: `/files/${from + 1}.png`, OrderNo: 2 },
]

const campaign = (id: number, title: string, rest: Shape = {}): Shape => ({
  id,
  tenantId: 12,
  title,
  description: `${title} açıklaması`,
  terms: null,
  rewardType: 0,
  rewardValue: 15,
  currency: "TRY",
  giftCardId: null,
  productName: null,
  categoryId: 3,
  brandId: 1,
  startDate: "2026-04-01T00:00:00",
  endDate: "2026-12-31T20:59:00",
  participantLimit: null,
  tenantIds: [12],
  status: 2,
  media: pictures(id),
  participantCount: id,
  createdDate: "2026-03-01T09:00:00",
  updatedDate: "2026-03-02T09:00:00",
  ...rest,
})

const announcement = (id: number, title: string, rest: Shape = {}): Shape => ({
  id,
  tenantId: 12,
  title,
  description: `${title} özeti`,
  body: `${title} metni`,
  type: 0,
  status: 1,
  startDate: "2026-03-01T06:00:00",
  endDate: null,
  tenantIds: [],
  media: pictures(id),
  createdDate: "2026-03-01T06:00:00",
  ...rest,
})

const brand = (id: number, name: string, rest: Shape = {}): Shape => ({
  id,
  tenantId: 12,
  name,
  description: null,
  logo: `/files/brand-${id}.png`,
  location: "İzmir",
  categoryIds: [4],
  contactPersons: ["Ada Deniz", null],
  emails: ["ada@ornek.example"],
  phones: [905320000000, 905320000001],
  tenantIds: [12],
  status: 1,
  ...rest,
})

const payment = (id: number, name: string, rest: Shape = {}): Shape => ({
  Id: id,
  TenantId: 12,
  Name: name,
  Description: null,
  Logo: `/files/payment-${id}.png`,
  TenantIds: [12],
  CategoryIds: [3, 4],
  ContactPerson: null,
  Email: "destek@ornek.example",
  Phone: null,
  Website: "https://ornek.example",
  Address: null,
  Status: 1,
  ...rest,
})

const gift = (id: number, name: string, rest: Shape = {}): Shape => ({
  Id: id,
  TenantId: 12,
  CardName: name,
  BrandId: 2,
  Description: null,
  CardImage: `/files/gift-${id}.png`,
  ValidityStart: null,
  ValidityEnd: "2027-01-01T00:00:00",
  MaxUsage: 40,
  ApiIntegrationCode: "gizli",
  Categories: [3, 4],
  Terms: null,
  TenantIds: [12],
  Metadata: { Tedarikci: { Kod: 7 }, renk: "mavi" },
  Status: 1,
  ...rest,
})

const user = (id: number, firstName: string, rest: Shape = {}): Shape => ({
  id,
  tenantId: 12,
  firstName,
  lastName: "Deniz",
  email: `${id}@deniz.example`,
  phoneNumber: "05320000000",
  logo: `/files/user-${id}.png`,
  role: "user",
  status: 1,
  departmentId: 21,
  ...rest,
})

const company = (id: number, name: string, rest: Shape = {}): Shape => ({
  Id: id,
  Name: name,
  ParentId: null,
  Email: `${id}@deniz.example`,
  ContactPerson: "Ada Deniz",
  Phone: "02320000000",
  Domain: "deniz.example",
  Location: "İzmir",
  Website: "https://deniz.example",
  Description: `${name} tanıtımı`,
  Industry: 1,
  CompanySize: 2,
  ActiveStatus: 1,
  VisualIdentity: { Name: name, Logo: `/files/company-${id}.png`, PrimaryColor: "#00AA55", SecondaryColor: "#123456" },
  SocialMedia: { LinkedIn: "https://linkedin.example/deniz" },
  CreatedDate: "2026-03-01T06:00:00",
  ...rest,
})

const draw = (id: number, title: string, rest: Shape = {}): Shape => ({
  id,
  title,
  description: `${title} açıklaması`,
  method: 0,
  eligibility: 0,
  departmentId: null,
  prizes: [{ name: "Kulaklık", type: 0, quantity: 2, value: 1500, imageUrl: null }],
  startDate: "2026-04-01T00:00:00",
  endDate: "2030-12-31T20:59:00",
  drawDate: "2031-01-05T09:00:00",
  status: 1,
  media: pictures(id),
  ...rest,
})

const survey = (id: number, title: string, rest: Shape = {}): Shape => ({
  id,
  title,
  description: `${title} açıklaması`,
  type: 0,
  status: 1,
  startDate: null,
  endDate: "2030-12-31T20:59:00",
  questions: [
    { text: "Memnun musunuz?", description: "", type: "yes_no", options: [], required: true },
    { text: "Hangi gün?", type: "single_choice", options: ["Salı", "Cuma"], required: false },
  ],
  ...rest,
})

const feedback = (id: number, subject: string, rest: Shape = {}): Shape => ({
  id,
  type: 0,
  subject,
  description: `${subject} açıklaması`,
  userName: "Ada Deniz",
  email: "ada@deniz.example",
  priority: 1,
  category: 3,
  status: 0,
  createdDate: "2026-03-01T06:00:00",
  conversations: [],
  attachments: [],
  ...rest,
})

const without = (shape: Shape, ...names: string[]) =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)))

/** New for every server: what one test changes, no other sees. */
export const makeRecords = (): Record<string, Shape[]> => ({
  campaign: [
    campaign(1, "Bilinmeyen kodlar", { rewardType: 9, status: 9 }),
    campaign(2, "Adlı kodlar", { rewardType: "Percentage", status: "Active" }),
    without(campaign(3, "Kodsuz"), "rewardType", "status"),
    ...Array.from({ length: 8 }, (_, at) => campaign(at + 4, `Kampanya ${at + 4}`)),
  ],
  announcement: [
    announcement(1, "Bilinmeyen tür", { type: 9, status: 9 }),
    announcement(2, "Adlı tür", { type: "Urgent", status: "Published" }),
    without(announcement(3, "Türsüz"), "type", "status"),
  ],
  brand: [
    brand(1, "Mavi Kahve"),
    brand(2, "Yeşil Market", { status: "Active" }),
    brand(3, "Bilinmeyen durum", { status: 9 }),
    without(brand(4, "Durumsuz"), "status"),
  ],
  payment: [
    payment(1, "Öde"),
    payment(2, "Bilinmeyen durum", { Status: 9 }),
    without(payment(3, "Durumsuz"), "Status"),
    payment(4, "Platformun", { TenantId: null, TenantIds: [] }),
  ],
  user: [
    user(1, "Adlı", { role: "TenantAdmin", status: "Active" }),
    user(2, "Bilinmeyen", { role: "auditor", status: 9 }),
    without(user(3, "Eksik", { phoneNumber: 905320000000, departmentId: null }), "role", "status"),
    user(7, "Ada", { role: "tenantAdmin" }),
  ],
  tenant: [
    company(12, "Deniz Holding"),
    company(13, "Dalga Lojistik", { Industry: 99, CompanySize: "Small", ActiveStatus: 9 }),
    without(company(14, "Kıyı Turizm"), "Industry", "CompanySize", "ActiveStatus"),
    ...Array.from({ length: 11 }, (_, at) => company(31 + at, `Şube ${at + 1}`, { ParentId: 12 })),
  ],
  // No owner: the server decides who may change these.
  draw: [
    draw(1, "Bilinmeyen kodlar", { method: 9, eligibility: 9, status: 9 }),
    draw(2, "Adlı kodlar", { method: "Random", status: "Draft", departmentId: 21, eligibility: "Specific" }),
    without(draw(3, "Kodsuz", { prizes: null }), "method", "eligibility", "status", "media"),
  ],
  survey: [
    survey(1, "Bilinmeyen kodlar", { type: 9, status: 9 }),
    survey(2, "Adlı kodlar", { type: "Pulse", status: "Draft" }),
    without(survey(3, "Kodsuz"), "type", "status"),
  ],
  feedback: [
    feedback(1, "Bilinmeyen kodlar", { type: 9, status: 9, priority: 9, category: 9 }),
    feedback(2, "Adlı kodlar", { type: "Suggestion", status: "New" }),
    without(feedback(3, "Kodsuz"), "type", "status", "priority", "category", "conversations", "attachments"),
  ],
  gift: [gift(1, "Kitap kartı"), gift(2, "Bilinmeyen durum", { Status: 9 }), without(gift(3, "Durumsuz"), "Status")],
})

export const categories = [
  { Id: 3, Name: "Gıda" },
  { Id: 4, Name: "Kültür" },
]

export const departments = [{ id: 21, name: "Satış" }]

export const companies = [{ Id: 12, Name: "Deniz Holding", ParentId: null }]

/** The company's identity; it has no name at the top level. */
export const identity = {
  Id: 12,
  VisualIdentity: { Name: "Deniz Holding", Logo: "/files/logo.png", PrimaryColor: "#0a5", SecondaryColor: "#123456" },
}

/** Figures of some modules only. */
export const dashboard = {
  stats: {
    campaigns: { total: 11, byStatus: { 2: 9 } },
    draws: { total: 3 },
    surveys: { total: 3 },
    employees: { total: 4, active: 2 },
  },
  userMetrics: { total: 4, active: 2, inactive: 1, byRole: { user: 2, tenantAdmin: 2 } },
}

export const surveyReport = {
  surveyId: 1,
  title: "Bilinmeyen kodlar",
  responseCount: 12,
  questions: [
    {
      id: 1,
      text: "Memnun musunuz?",
      type: "yes_no",
      answered: 12,
      options: [
        { label: "Evet", count: 9 },
        { label: "Hayır", count: 3 },
      ],
    },
  ],
  series: [{ date: "2026-03-02", count: 12 }],
}
