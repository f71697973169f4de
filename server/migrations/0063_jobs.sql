-- One table of what waits to be sent (server/src/jobs): deliveries of webhooks, invitations to surveys, summaries. `kind` says which,
-- `record_id` what it is about, and `tenant_id` whose it is.
alter table webhook_deliveries rename to jobs;
alter table jobs add column kind text not null default 'delivery';
alter table jobs alter column webhook_id drop not null;
alter table jobs alter column type set default '';
alter table jobs add constraint jobs_receiver check ((kind = 'delivery') = (webhook_id is not null));
alter index webhook_deliveries_listed rename to jobs_listed;
alter index webhook_deliveries_waiting rename to jobs_waiting;
alter index webhook_deliveries_due rename to jobs_due;
alter index webhook_deliveries_taken rename to jobs_taken;
alter index webhook_deliveries_age rename to jobs_age;
create index jobs_mails on jobs (kind, state, id) where kind <> 'delivery';
create index jobs_mails_of on jobs (record_id) where kind <> 'delivery';

create or replace function deliveries_owner() returns trigger language plpgsql as
$$ begin
  if new.kind = 'delivery' then select w.tenant_id into new.tenant_id from webhooks w where w.id = new.webhook_id;
  -- A backup is restored with the company, before its surveys and people.
  elsif new.tenant_id is null and new.kind = 'invitation' then
    select s.tenant_id into new.tenant_id from surveys s where s.id = new.record_id;
  elsif new.tenant_id is null then
    select u.tenant_id into new.tenant_id from users u where u.id = new.record_id;
  end if;
  return new;
end $$;
-- Mails have no quota.
drop trigger usage_comes on jobs;
drop trigger usage_goes on jobs;
drop trigger usage_moves on jobs;
create trigger usage_comes after insert on jobs for each row
  when (new.kind = 'delivery' and new.state = 'waiting' and new.tenant_id is not null) execute function deliveries_usage();
create trigger usage_goes after delete on jobs for each row
  when (old.kind = 'delivery' and old.state = 'waiting' and old.tenant_id is not null) execute function deliveries_usage();
create trigger usage_moves after update of state on jobs for each row
  when (old.kind = 'delivery' and old.state <> new.state and old.tenant_id is not null) execute function deliveries_usage();

-- For processes of the release before, which go on meanwhile: the deliveries as the table that they know, with the position of a row,
-- by which they delete old ones. Their invitations stay in survey_mails, from where processes of this release take over what is due.
create view webhook_deliveries as
select ctid, id, message_id, webhook_id, type, record_id, body, state, tries, next_try_at, taken_until, tried_at, status, ms, error, answer,
  created_at, tenant_id
from jobs where kind = 'delivery';
