-- Reminders of surveys (docs/contract.md#survey-answers). `survey_links`: person and token of each mailed invitation, encrypted with a
-- key from CODE_SECRET, in the order of the encrypted texts, until the last reminder or the end of the survey.
create table survey_links (
  sealed text primary key,
  survey_id uuid not null references surveys on delete cascade
);
create index survey_links_survey on survey_links (survey_id);

create table survey_reminders (
  survey_id uuid not null references surveys on delete cascade,
  sent_at timestamptz not null,
  primary key (survey_id, sent_at)
);
