-- Sorted by these columns, a page of a large company is read off its index; so are the few people of a rare role.
create index users_hired on users (hired_at, id) where deleted_at is null;
create index users_score on users (score, id) where deleted_at is null;
create index users_status on users (status, id) where deleted_at is null;
create index users_role on users (role, id) where deleted_at is null;
