-- A mail is given up a day after its first try, however long it has waited for it, and mails are sent of one company after the other.
alter table jobs add column first_tried_at timestamptz(3);
update jobs set first_tried_at = created_at where kind <> 'delivery' and state = 'waiting' and (tried_at is not null or taken_until is not null);
create index jobs_mails_by_company on jobs (kind, coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), id)
  where kind <> 'delivery' and state = 'waiting';
