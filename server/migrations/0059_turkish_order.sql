-- Names in the order of the Turkish alphabet, on both engines (docs/decisions/server/2026-11-28-turkish-order.md). Keys are compared by bytes.
-- Their levels are those of the Unicode Collation Algorithm: letters, diacritics of other languages, case; signs come before digits, and
-- digits before letters. A letter that follows another one in the alphabet is that one and `{`, which is after z: c, ç, d are c, c{, d.
create function sort_tr(given text) returns text language plpgsql immutable parallel safe strict as
$sort$ declare
  plain text := normalize(given, NFD);
  letters text := replace(lower(replace(replace(plain, E'I\u0307', 'i'), 'I', 'ı')), ' ', E'\x0f');
  accents text := '';
begin
  if letters ~ '[^a-zı0-9\u000f\u0300-\u036f]' then
    letters := translate(letters,
      E'_-,;:!?.''"()[]{}@*/\\&#%`^+<=>|~$\u2018\u2019\u02bc\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014\u2212\u2010\u2011',
      E'\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !"#$%&''()*+,-./\x18\x18\x18\x19\x19\x19\x19\x19\x11\x11\x11\x11\x11');
    letters := replace(replace(replace(letters, 'ø', E'o\u0338'), 'đ', E'd\u0338'), 'ł', E'l\u0338');
    letters := replace(replace(replace(letters, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    -- Other signs follow those of a keyboard.
    letters := regexp_replace(letters, '([\u00a1-\u00bf\u00d7\u00f7\u2010-\u2bff\u3000-\u303f\U0001f000-\U0001faff])', E'\x2f\\1', 'g');
  end if;
  letters := replace(replace(letters, 'i', 'i{'), 'ı', 'i');
  letters := replace(replace(replace(letters, E'c\u0327', 'c{'), E'g\u0306', 'g{'), E's\u0327', 's{');
  letters := replace(replace(letters, E'o\u0308', 'o{'), E'u\u0308', 'u{');
  if letters ~ '[\u0300-\u036f]' then
    accents := translate(regexp_replace(letters, '[^\u0300-\u036f]', '!', 'g'), E'\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304', 'abcdefghijklmn');
    letters := regexp_replace(letters, '[\u0300-\u036f]', '', 'g');
  end if;
  return letters || E'\x01' || rtrim(accents, '!') || E'\x01' || regexp_replace(plain, '[A-Z]', E'\ue000', 'g');
end $sort$;

alter table tenants add column sort_name text collate "C" generated always as (sort_tr(name)) stored;
alter table users add column sort_name text collate "C" generated always as (sort_tr(first_name || ' ' || last_name)) stored;
alter table departments add column sort_name text collate "C" generated always as (sort_tr(name)) stored;
alter table brands add column sort_name text collate "C" generated always as (sort_tr(name)) stored;
alter table gifts add column sort_name text collate "C" generated always as (sort_tr(card_name)) stored;
alter table campaigns add column sort_name text collate "C" generated always as (sort_tr(title)) stored;
alter table announcements add column sort_name text collate "C" generated always as (sort_tr(title)) stored;
alter table payments add column sort_name text collate "C" generated always as (sort_tr(name)) stored;
alter table draws add column sort_name text collate "C" generated always as (sort_tr(title)) stored;
alter table surveys add column sort_name text collate "C" generated always as (sort_tr(title)) stored;
alter table feedbacks add column sort_name text collate "C" generated always as (sort_tr(subject)) stored;

-- Pages of people by name are read off these.
drop index users_name;
drop index users_tenant_name;
create index users_sort on users (sort_name, id) where deleted_at is null;
create index users_tenant_sort on users (tenant_id, sort_name, id) where deleted_at is null;
