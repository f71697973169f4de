-- A page of a company's people by name is read off this: without it, all of them are sorted, or all people are read by name.
create index users_tenant_name on users (tenant_id, search, id) where deleted_at is null;
