-- Whether the stored file is known to have no metadata (camera, time, place). Housekeeping reads the others; processes of before the
-- upgrade leave it out.
alter table media add column is_stripped boolean not null default false;
create index media_not_stripped on media (hash) where not is_stripped;
