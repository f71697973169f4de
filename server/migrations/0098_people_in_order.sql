-- The people of a company in the order of their ids, in which they are invited to surveys batch by batch.
create index users_asked on users (tenant_id, id) where deleted_at is null and status = 1;
