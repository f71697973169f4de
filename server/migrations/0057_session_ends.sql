-- Whether the person ended the session from another one, which the console then names. Processes of before the upgrade leave it out.
alter table sessions add column ended_by_person boolean not null default false;
