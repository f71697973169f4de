-- What a company has stored, by kind, as the sums of its rows (docs/contract.md#quotas): every statement adds what it changed, in its
-- transaction, so that no writer waits for another and nothing is counted by reading; housekeeping sums up.
create table usage (
  tenant_id uuid not null,
  kind text not null,
  amount bigint not null
);
create index usage_tenant on usage (tenant_id, kind);
-- The quotas of a company that differ from the usual ones.
alter table tenants add column quotas jsonb not null default '{}';

-- The argument of these functions is the kind.
create function usage_comes() returns trigger language plpgsql as
$$ begin
  insert into usage (tenant_id, kind, amount)
  select tenant_id, tg_argv[0], count(*) from come where tenant_id is not null and deleted_at is null group by 1;
  return null;
end $$;
create function usage_goes() returns trigger language plpgsql as
$$ begin
  insert into usage (tenant_id, kind, amount)
  select tenant_id, tg_argv[0], -count(*) from gone where tenant_id is not null and deleted_at is null group by 1;
  return null;
end $$;
create function usage_moves() returns trigger language plpgsql as
$$ begin
  if old.tenant_id is not null and old.deleted_at is null then
    insert into usage (tenant_id, kind, amount) values (old.tenant_id, tg_argv[0], -1);
  end if;
  if new.tenant_id is not null and new.deleted_at is null then
    insert into usage (tenant_id, kind, amount) values (new.tenant_id, tg_argv[0], 1);
  end if;
  return null;
end $$;

create trigger usage_comes after insert on announcements referencing new table as come for each statement execute function usage_comes('announcement');
create trigger usage_goes after delete on announcements referencing old table as gone for each statement execute function usage_goes('announcement');
create trigger usage_moves after update of tenant_id, deleted_at on announcements for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('announcement');
create trigger usage_comes after insert on brands referencing new table as come for each statement execute function usage_comes('brand');
create trigger usage_goes after delete on brands referencing old table as gone for each statement execute function usage_goes('brand');
create trigger usage_moves after update of tenant_id, deleted_at on brands for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('brand');
create trigger usage_comes after insert on campaigns referencing new table as come for each statement execute function usage_comes('campaign');
create trigger usage_goes after delete on campaigns referencing old table as gone for each statement execute function usage_goes('campaign');
create trigger usage_moves after update of tenant_id, deleted_at on campaigns for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('campaign');
create trigger usage_comes after insert on draws referencing new table as come for each statement execute function usage_comes('draw');
create trigger usage_goes after delete on draws referencing old table as gone for each statement execute function usage_goes('draw');
create trigger usage_moves after update of tenant_id, deleted_at on draws for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('draw');
create trigger usage_comes after insert on feedbacks referencing new table as come for each statement execute function usage_comes('feedback');
create trigger usage_goes after delete on feedbacks referencing old table as gone for each statement execute function usage_goes('feedback');
create trigger usage_moves after update of tenant_id, deleted_at on feedbacks for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('feedback');
create trigger usage_comes after insert on gifts referencing new table as come for each statement execute function usage_comes('gift');
create trigger usage_goes after delete on gifts referencing old table as gone for each statement execute function usage_goes('gift');
create trigger usage_moves after update of tenant_id, deleted_at on gifts for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('gift');
create trigger usage_comes after insert on payments referencing new table as come for each statement execute function usage_comes('payment');
create trigger usage_goes after delete on payments referencing old table as gone for each statement execute function usage_goes('payment');
create trigger usage_moves after update of tenant_id, deleted_at on payments for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('payment');
create trigger usage_comes after insert on surveys referencing new table as come for each statement execute function usage_comes('survey');
create trigger usage_goes after delete on surveys referencing old table as gone for each statement execute function usage_goes('survey');
create trigger usage_moves after update of tenant_id, deleted_at on surveys for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('survey');
create trigger usage_comes after insert on users referencing new table as come for each statement execute function usage_comes('user');
create trigger usage_goes after delete on users referencing old table as gone for each statement execute function usage_goes('user');
create trigger usage_moves after update of tenant_id, deleted_at on users for each row
  when (old.tenant_id is distinct from new.tenant_id or (old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('user');

create function departments_usage() returns trigger language plpgsql as
$$ begin
  if tg_op = 'INSERT' then insert into usage (tenant_id, kind, amount) values (new.tenant_id, 'department', 1);
  else insert into usage (tenant_id, kind, amount) values (old.tenant_id, 'department', -1); end if;
  return null;
end $$;
create trigger usage_comes after insert on departments for each row when (new.tenant_id is not null) execute function departments_usage();
create trigger usage_goes after delete on departments for each row when (old.tenant_id is not null) execute function departments_usage();

create function media_usage() returns trigger language plpgsql as
$$ begin
  if tg_op = 'INSERT' then insert into usage (tenant_id, kind, amount) values (new.tenant_id, 'pictures', new.size);
  else insert into usage (tenant_id, kind, amount) values (old.tenant_id, 'pictures', -old.size); end if;
  return null;
end $$;
create trigger usage_comes after insert on media for each row when (new.tenant_id is not null) execute function media_usage();
create trigger usage_goes after delete on media for each row when (old.tenant_id is not null) execute function media_usage();

-- Deliveries that wait. Their company is stored with them: an endpoint is gone before its deliveries are.
alter table webhook_deliveries add column tenant_id uuid;
update webhook_deliveries d set tenant_id = w.tenant_id from webhooks w where w.id = d.webhook_id and w.tenant_id is not null;
create function deliveries_owner() returns trigger language plpgsql as
$$ begin
  select w.tenant_id into new.tenant_id from webhooks w where w.id = new.webhook_id;
  return new;
end $$;
create trigger deliveries_owner before insert on webhook_deliveries for each row execute function deliveries_owner();
create function deliveries_usage() returns trigger language plpgsql as
$$ begin
  if tg_op <> 'INSERT' and old.state = 'waiting' then insert into usage (tenant_id, kind, amount) values (old.tenant_id, 'deliveries', -1); end if;
  if tg_op <> 'DELETE' and new.state = 'waiting' then insert into usage (tenant_id, kind, amount) values (new.tenant_id, 'deliveries', 1); end if;
  return null;
end $$;
create trigger usage_comes after insert on webhook_deliveries for each row
  when (new.state = 'waiting' and new.tenant_id is not null) execute function deliveries_usage();
create trigger usage_goes after delete on webhook_deliveries for each row
  when (old.state = 'waiting' and old.tenant_id is not null) execute function deliveries_usage();
create trigger usage_moves after update of state on webhook_deliveries for each row
  when (old.state <> new.state and old.tenant_id is not null) execute function deliveries_usage();

insert into usage (tenant_id, kind, amount)
select tenant_id, 'announcement', count(*) from announcements where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'brand', count(*) from brands where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'campaign', count(*) from campaigns where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'draw', count(*) from draws where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'feedback', count(*) from feedbacks where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'gift', count(*) from gifts where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'payment', count(*) from payments where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'survey', count(*) from surveys where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'user', count(*) from users where tenant_id is not null and deleted_at is null group by 1
union all select tenant_id, 'department', count(*) from departments where tenant_id is not null group by 1
union all select tenant_id, 'pictures', sum(size)::bigint from media where tenant_id is not null group by 1
union all select tenant_id, 'deliveries', count(*) from webhook_deliveries where tenant_id is not null and state = 'waiting' group by 1;
