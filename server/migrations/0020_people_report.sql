-- Reports count a company's people by day of employment, status and department off this, without reading their rows.
create index users_report on users (tenant_id, hired_at) include (status, department_id) where deleted_at is null;
