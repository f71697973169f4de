-- Answers to open questions: a text alone, without the other answers of its person (docs/contract.md#survey-report).
-- Rows without a day wait for their group; those of the day `infinity` are in a group that is on no day.
create table survey_texts (
  survey_id uuid not null references surveys (id) on delete cascade,
  question_id text not null,
  department_id uuid references departments (id),
  entered_on date,
  text text not null
);
create index survey_texts_question on survey_texts (survey_id, question_id);
