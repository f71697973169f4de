-- Texts are found whoever wrote them: without the diacritics of other languages and what nobody sees (src/core/text/fold.ts).
create or replace function fold_tr(given text) returns text language sql immutable parallel safe strict as
$$ select replace(replace(replace(translate(lower(regexp_replace(regexp_replace(normalize(given, NFD),
  '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
  '', 'g'), '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]', ' ', 'g')),
  'ıøłđς', 'ioldσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') $$;

-- The names of departments stay unique as they were: those of a company may differ in an accent of another language.
drop index departments_name;
create unique index departments_name on departments (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'),
  lower(translate(name, 'İIıŞşĞğÇçÖöÜü', 'iiissggccoouu')));

-- The columns are folded anew.
alter table tenants drop column search, add column search text generated always as (fold_tr(name)) stored;
create index tenants_search on tenants using gin (search gin_trgm_ops);
alter table users drop column search, add column search text generated always as (fold_tr(first_name || ' ' || last_name || ' ' || email)) stored;
create index users_search on users using gin (search gin_trgm_ops);
create index users_name on users (search, id) where deleted_at is null;
create index users_tenant_name on users (tenant_id, search, id) where deleted_at is null;
alter table departments drop column search, add column search text generated always as (fold_tr(name)) stored;
alter table brands drop column search, add column search text generated always as (fold_tr(name)) stored;
create index brands_search on brands using gin (search gin_trgm_ops);
alter table gifts drop column search, add column search text generated always as (fold_tr(card_name)) stored;
create index gifts_search on gifts using gin (search gin_trgm_ops);
alter table campaigns drop column search, add column search text generated always as (fold_tr(title)) stored;
create index campaigns_search on campaigns using gin (search gin_trgm_ops);
alter table announcements drop column search, add column search text generated always as (fold_tr(title || ' ' || description)) stored;
create index announcements_search on announcements using gin (search gin_trgm_ops);
alter table payments drop column search, add column search text generated always as (fold_tr(name || ' ' || contact_person)) stored;
create index payments_search on payments using gin (search gin_trgm_ops);
alter table draws drop column search, add column search text generated always as (fold_tr(title)) stored;
create index draws_search on draws using gin (search gin_trgm_ops);
alter table surveys drop column search, add column search text generated always as (fold_tr(title)) stored;
create index surveys_search on surveys using gin (search gin_trgm_ops);
alter table feedbacks drop column search, add column search text generated always as (fold_tr(subject || ' ' || user_name)) stored;
create index feedbacks_search on feedbacks using gin (search gin_trgm_ops);
