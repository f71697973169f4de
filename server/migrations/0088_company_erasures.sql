-- The erasure of a company (docs/security.md#a-company-leaves): asked for by one administrator of the platform, approved by another one,
-- and done `due_at`. Ids of people, not references: the receipt stays. `tenant_id` is empty once the company is erased.
create table company_erasures (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid,
  name text not null,
  requested_by uuid not null,
  requested_at timestamptz(3) not null,
  approved_by uuid check (approved_by <> requested_by),
  due_at timestamptz(3),
  erased_at timestamptz(3),
  receipt jsonb
);
create unique index company_erasures_company on company_erasures (tenant_id);

-- Whether the running transaction erases the company, with the approval of a second person.
create function is_erased_now(company uuid) returns boolean language sql stable as
$$ select exists (select from company_erasures e join tenants t on t.id = company
  where e.id::text = current_setting('company.erasure', true) and e.approved_by is not null and e.tenant_id in (t.id, t.parent_id)) $$;

-- What is kept goes with its company, and not before.
create or replace function draw_proofs_are_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'DELETE' then
    if is_erased_now((select tenant_id from draws where id = old.draw_id)) then return old; end if;
  end if;
  raise exception 'The proof of a draw is append-only.';
end $$;

create or replace function gift_uses_are_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'DELETE' and is_erased_now((select tenant_id from gifts where id = old.gift_id)) then return old; end if;
  raise exception 'The ledger of gift cards is append-only.';
end $$;

create or replace function campaign_uses_are_kept() returns trigger language plpgsql as
$$
declare void text[] := array['voided_at', 'voided_by', 'void_reason'];
begin
  if tg_op = 'UPDATE' then
    if old.voided_at is null and to_jsonb(new) - void = to_jsonb(old) - void then return new; end if;
    if new.token_name is null and to_jsonb(new) - 'token_name' = to_jsonb(old) - 'token_name' then return new; end if;
  elsif is_erased_now(old.tenant_id) or is_erased_now((select tenant_id from campaigns where id = old.campaign_id)) then
    return old;
  end if;
  raise exception 'The ledger of campaigns is append-only.';
end $$;

create or replace function audit_is_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'DELETE' and current_setting('audit.deletes_expired', true) = 'on' and old.at < now() - interval '90 days' then
    return old;
  end if;
  if tg_op = 'DELETE' and is_erased_now(old.tenant_id) then return old; end if;
  if tg_op = 'UPDATE' and current_setting('audit.erases_person', true) = 'on'
    and (new.id, new.at, new.tenant_id, new.entity, new.entity_id, new.action, new.request_id, new.upload_id)
      is not distinct from (old.id, old.at, old.tenant_id, old.entity, old.entity_id, old.action, old.request_id, old.upload_id) then
    return new;
  end if;
  raise exception 'The audit is append-only.';
end $$;
