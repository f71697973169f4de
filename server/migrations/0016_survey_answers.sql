-- Invitations, answers and their counts, and documents of surveys (docs/contract.md#survey-answers).

-- Respondent tokens, as SHA-256. Nothing leads from a token to a person.
create table survey_invitations (
  token_hash text primary key,
  survey_id uuid not null references surveys (id) on delete cascade,
  department_id uuid references departments (id),
  used boolean not null default false
);
create index survey_invitations_survey on survey_invitations (survey_id, used);

-- Who was invited, so that nobody is invited twice: a keyed hash over survey and person.
create table survey_invitees (
  survey_id uuid not null references surveys (id) on delete cascade,
  person_hash text not null,
  primary key (survey_id, person_hash)
);

-- One row for each respondent, with the day alone. `answers`: values by the id of the question.
create table survey_answers (
  id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references surveys (id) on delete cascade,
  department_id uuid references departments (id),
  answered_on date not null,
  -- The day on which the answer entered the tallies; null while it waits for its group.
  entered_on date,
  answers jsonb not null
);
create index survey_answers_waiting on survey_answers (survey_id, department_id) where entered_on is null;
create index survey_answers_survey on survey_answers (survey_id);

-- What reports show: numbers of people by department, day and option. `option` is the value as JSON, `null` for the people
-- who answered the question; the question '' counts the people of the lots. Rows without a day wait for their group.
create table survey_tallies (
  survey_id uuid not null references surveys (id) on delete cascade,
  question_id text not null,
  department_id uuid references departments (id),
  entered_on date,
  option text not null,
  people integer not null check (people > 0)
) with (fillfactor = 70);
create unique index survey_tallies_key on survey_tallies (survey_id, question_id,
  coalesce(department_id, '00000000-0000-0000-0000-000000000000'), coalesce(entered_on, '-infinity'), option);

-- Lists that are written as a whole, with a version of their own.
create table survey_documents (
  survey_id uuid not null references surveys (id) on delete cascade,
  kind text not null check (kind in ('recommendations', 'plans')),
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (survey_id, kind)
);
