-- What a record of feedback holds of a person, by id and address, is emptied.
create function without_person(feedback jsonb, person uuid, address text) returns jsonb language sql immutable as
$$ select feedback
  || case when feedback ->> 'userId' = person::text then '{"userId": null, "userName": "", "email": ""}' else '{}' end::jsonb
  || case when feedback ->> 'assignedTo' = person::text then '{"assignedTo": null}' else '{}' end::jsonb
  || case when jsonb_typeof(feedback -> 'conversations') = 'array' then jsonb_build_object('conversations', coalesce((
      select jsonb_agg(case when reply ->> 'authorEmail' = address then reply || '{"authorName": "", "authorEmail": ""}' else reply end order by place)
      from jsonb_array_elements(feedback -> 'conversations') with ordinality as replies (reply, place)), '[]')) else '{}' end $$;

-- The audit stays append-only, but for the erasure of a person: its transaction sets `audit.erases_person`, and may then
-- empty what the entries hold of that person. Which record was changed, how and when, stays.
create or replace function audit_is_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'UPDATE' and current_setting('audit.erases_person', true) = 'on'
    and (new.id, new.at, new.tenant_id, new.entity, new.entity_id, new.action, new.request_id)
      is not distinct from (old.id, old.at, old.tenant_id, old.entity, old.entity_id, old.action, old.request_id) then
    return new;
  end if;
  raise exception 'The audit is append-only.';
end $$;
