-- Reports of a company's first surveys (docs/contract.md#survey-report). `invited_at`: the first invitations. `counted_from`: the
-- instant before which 14 days make a person no newcomer, the later one of these and the start. `invited_in_part`: some of the
-- invitations went to chosen departments or companies alone.
alter table surveys add column invited_at timestamptz;
alter table surveys add column counted_from timestamptz;
alter table surveys add column invited_in_part boolean not null default false;
update surveys set invited_at = published_at, counted_from = published_at
  where exists (select from survey_invitations where survey_invitations.survey_id = surveys.id);

-- A newcomer of a company's first survey, who was entered before the first invitations.
alter table survey_invitations add column founding boolean not null default false;
alter table survey_answers add column founding boolean not null default false;
