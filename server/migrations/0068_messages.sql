-- Mails to one person about one record (docs/contract.md#messages): `about` is the record, `type` says what the mail tells, `body` its
-- words as parameters. `invited_at`: when an invitation went out by mail.
alter table jobs add column about uuid;
create index jobs_messages on jobs (tenant_id, id desc) where kind = 'message';
create index jobs_about on jobs (about) where kind = 'message';

alter table users add column invited_at timestamptz;
alter table users add column approval_mails boolean not null default true;
-- Until now every administrator who had not signed in was shown as invited.
update users set invited_at = created_at where role <> 'User' and signed_in_at is null;

create or replace function deliveries_owner() returns trigger language plpgsql as
$$ begin
  if new.kind = 'delivery' then select w.tenant_id into new.tenant_id from webhooks w where w.id = new.webhook_id;
  elsif new.tenant_id is null and new.kind = 'invitation' then
    select s.tenant_id into new.tenant_id from surveys s where s.id = new.record_id;
  elsif new.tenant_id is null and new.kind = 'summary' then
    select u.tenant_id into new.tenant_id from users u where u.id = new.record_id;
  end if;
  return new;
end $$;
