-- Tries of a mail whose outcome is not known: the process, or the connection, ended before the mail server's answer.
alter table survey_mails add column doubts smallint not null default 0;
-- When a company last used up the mails of a day that people write.
alter table tenants add column mails_used_up_at timestamptz;
