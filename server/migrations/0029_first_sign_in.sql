-- When a person first signed in; null until then. Staff who were there before count as signed in.
alter table users add column signed_in_at timestamptz;
update users set signed_in_at = created_at where role <> 'User';
