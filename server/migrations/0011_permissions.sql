-- Permissions of a company's administrator, each `<module>.<verb>`; without any, everything is permitted.
alter table users add column permissions text[] not null default '{}';
