-- What partners and gift cards carry beyond their names (S3), to whom they are offered, and Türkiye's provinces (decisions §6).
alter table brands
  add column contact_persons jsonb not null default '[]',
  add column emails jsonb not null default '[]',
  add column phones jsonb not null default '[]',
  -- The companies it is offered to; none: all in the owner's reach, as with campaigns.
  add column tenant_ids uuid[] not null default '{}';

alter table gifts
  add column terms text not null default '',
  add column category_ids uuid[] not null default '{}',
  add column tenant_ids uuid[] not null default '{}';

create index campaigns_offered on campaigns using gin (tenant_ids) where deleted_at is null;

create table cities (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  -- The province's number, as on licence plates.
  code smallint not null unique check (code between 1 and 81)
);

insert into cities (code, name)
select code, name from unnest(array[
  'Adana', 'Adıyaman', 'Afyonkarahisar', 'Ağrı', 'Amasya', 'Ankara', 'Antalya', 'Artvin', 'Aydın', 'Balıkesir',
  'Bilecik', 'Bingöl', 'Bitlis', 'Bolu', 'Burdur', 'Bursa', 'Çanakkale', 'Çankırı', 'Çorum', 'Denizli',
  'Diyarbakır', 'Edirne', 'Elazığ', 'Erzincan', 'Erzurum', 'Eskişehir', 'Gaziantep', 'Giresun', 'Gümüşhane', 'Hakkâri',
  'Hatay', 'Isparta', 'Mersin', 'İstanbul', 'İzmir', 'Kars', 'Kastamonu', 'Kayseri', 'Kırklareli', 'Kırşehir',
  'Kocaeli', 'Konya', 'Kütahya', 'Malatya', 'Manisa', 'Kahramanmaraş', 'Mardin', 'Muğla', 'Muş', 'Nevşehir',
  'Niğde', 'Ordu', 'Rize', 'Sakarya', 'Samsun', 'Siirt', 'Sinop', 'Sivas', 'Tekirdağ', 'Tokat',
  'Trabzon', 'Tunceli', 'Şanlıurfa', 'Uşak', 'Van', 'Yozgat', 'Zonguldak', 'Aksaray', 'Bayburt', 'Karaman',
  'Kırıkkale', 'Batman', 'Şırnak', 'Bartın', 'Ardahan', 'Iğdır', 'Yalova', 'Karabük', 'Kilis', 'Osmaniye', 'Düzce'
]) with ordinality as provinces (name, code);
