-- People whom the company's directory keeps by SCIM (docs/contract.md#scim): the id that the directory gave them, and the members of the
-- record that it writes; none of a person whom it does not keep.
alter table users add column external_id text;
alter table users add column directory_members text[] not null default '{}';
create unique index users_external_id on users (tenant_id, external_id) where deleted_at is null and external_id is not null;
-- Who leaves takes no further part in surveys: a keyed hash over survey and person finds the link that was mailed, and `ended` closes the
-- invitation without a trace in the numbers of a survey.
alter table survey_links add column person_key text;
create index survey_links_person on survey_links (person_key);
alter table survey_invitations add column ended boolean not null default false;
