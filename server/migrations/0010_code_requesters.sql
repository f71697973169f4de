-- Codes and wrong tries are counted by who asks as well, so that nobody can use up another person's.
alter table codes
  add column device text not null default '',
  add column is_known boolean not null default false,
  add column foreign_tries integer not null default 0;

-- One row for each wrong try, kept for a year. E-mail address and giver are keyed hashes.
create table code_tries (
  id bigint generated always as identity primary key,
  email_hash text not null,
  giver_hash text not null,
  is_known boolean not null,
  created_at timestamptz not null
);
create index code_tries_email on code_tries (email_hash, created_at desc);
