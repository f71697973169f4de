-- Surveys: people who are invited alone, and planned reminders (docs/contract.md#survey-answers, docs/security.md#respondents-of-surveys).

-- From a small invitation on, answers wait here until there are five, and are then counted together.
alter table surveys add column counts_in_fives boolean not null default false;
create table survey_held_answers (
  survey_id uuid not null references surveys (id) on delete cascade,
  department_id uuid references departments (id),
  newcomer boolean not null,
  founding boolean not null,
  answers jsonb not null
);
create index survey_held_answers_survey on survey_held_answers (survey_id);

-- Days after the first invitations on which reminders are planned.
alter table surveys add column reminder_days integer[] not null default '{}';
create index surveys_planned_reminders on surveys (id) where reminder_days <> '{}';
-- Of a planned reminder its day; of one that was not sent the reason.
alter table survey_reminders add column day integer, add column skipped text;
