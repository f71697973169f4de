-- Summaries by mail of what needs a person (docs/contract.md#summary). `sent_on` is the day of the last one in the deployment's zone.
create table summaries (
  user_id uuid primary key references users (id) on delete cascade,
  rhythm text not null,
  language text not null,
  sent_on date
);
