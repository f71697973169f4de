-- Texts are found whichever quotes, apostrophes and dashes a keyboard or a program has put, and whatever the width of their letters; Ə is
-- found as E, as a Turkish keyboard has it (src/core/text/fold.ts).
create or replace function fold_tr(given text) returns text language sql immutable parallel safe strict as
$$ select replace(replace(replace(replace(translate(lower(regexp_replace(regexp_replace(regexp_replace(
  normalize(translate(given, E'´`‘’ʻʼ“”„«»', E'\'\'\'\'\'\'"""""'), NFKD), '[\u2010-\u2015\u2043\u2212]', '-', 'g'),
  '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
  '', 'g'), '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]', ' ', 'g')),
  'ıøłđðəς', 'iolddeσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') $$;

-- The columns are folded anew.
alter table tenants drop column search, add column search text generated always as (fold_tr(name)) stored;
create index tenants_search on tenants using gin (search gin_trgm_ops);
alter table users drop column search, add column search text generated always as (fold_tr(first_name || ' ' || last_name || ' ' || email)) stored;
create index users_search on users using gin (search gin_trgm_ops);
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
