-- An answer has no day of its own any more: beside the rows of used invitations, the day of the first answer of a group named its token.
-- Processes of before the upgrade still write it.
alter table survey_answers alter column answered_on drop not null;
update survey_answers set answered_on = null where answered_on is not null;
