-- Entries of the audit log that are older than 90 days may be deleted by housekeeping (AUDIT_RETENTION_DAYS), whose transaction
-- sets `audit.deletes_expired`. For anything else the audit stays as it was: append-only, but for the erasure of a person.
create or replace function audit_is_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'DELETE' and current_setting('audit.deletes_expired', true) = 'on' and old.at < now() - interval '90 days' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('audit.erases_person', true) = 'on'
    and (new.id, new.at, new.tenant_id, new.entity, new.entity_id, new.action, new.request_id, new.upload_id)
      is not distinct from (old.id, old.at, old.tenant_id, old.entity, old.entity_id, old.action, old.request_id, old.upload_id) then
    return new;
  end if;
  raise exception 'The audit is append-only.';
end $$;
