-- The digits of a phone number, however it is written, for the keyword search.
alter table users add column phone_search text generated always as (regexp_replace(phone_number, '\D', '', 'g')) stored;
create index users_phone_search on users using gin (phone_search gin_trgm_ops);
