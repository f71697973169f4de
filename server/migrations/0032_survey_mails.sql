-- Mails with links to surveys that have not been sent yet. `sealed` is encrypted with a key that is not in the database: for whom
-- the link is, and its token.
create table survey_mails (
  id bigint generated always as identity primary key,
  survey_id uuid not null references surveys (id),
  sealed text not null,
  created_at timestamptz not null,
  try_at timestamptz not null
);
create index survey_mails_try_at on survey_mails (try_at);
