-- The changes of a bulk upload are one entry of the log, which opens: `upload_id` is the `entity_id` of that entry.
alter table audit add column upload_id uuid;
alter table audit drop constraint audit_action_check;
alter table audit add check (action in ('create', 'update', 'delete', 'undo', 'restore', 'lock', 'rehearse', 'run', 'void', 'winner', 'upload'));
create unique index audit_upload on audit (entity_id) where action = 'upload' and upload_id is null;
create index audit_upload_rows on audit (upload_id, id desc) where upload_id is not null;
-- Lists leave the rows of uploads out.
create index audit_tenant_listed on audit (tenant_id, id desc) where upload_id is null;

-- As before, and the erasure of a person keeps to which upload an entry belongs.
create or replace function audit_is_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'UPDATE' and current_setting('audit.erases_person', true) = 'on'
    and (new.id, new.at, new.tenant_id, new.entity, new.entity_id, new.action, new.request_id, new.upload_id)
      is not distinct from (old.id, old.at, old.tenant_id, old.entity, old.entity_id, old.action, old.request_id, old.upload_id) then
    return new;
  end if;
  raise exception 'The audit is append-only.';
end $$;
