-- Mails of surveys that the mail server refused for good: their invitations are taken back, and the survey names these people.
alter table survey_mails add column refused boolean not null default false;
create index survey_mails_refused on survey_mails (survey_id) where refused;
