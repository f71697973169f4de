-- Which pictures are in use: one row for each picture of a row of another table, kept by triggers. `source` is that table and `id` its key.
create table picture_references (
  source text not null,
  id text not null,
  hash bytea not null,
  primary key (source, id, hash)
);
create index picture_references_hash on picture_references (hash);

-- The hashes in addresses of uploaded pictures. A regular expression over the whole text takes 50 times as long.
create function picture_hashes(value text) returns setof bytea language sql immutable as
$$ select distinct decode(left(part, 64), 'hex') from unnest(string_to_array(value, '/media/')) part
  where left(part, 69) ~ '^[0-9a-f]{64}\.(png|jpeg|webp|gif)' $$;

-- Its argument is the column of the key. Table and key are read once: an expression in the statement is evaluated for every row that it
-- passes, and does not use the index.
create function keep_picture_references() returns trigger language plpgsql as
$$ declare
  of_table text := tg_table_name;
  key text;
begin
  if tg_op <> 'INSERT' then
    key := to_jsonb(old) ->> tg_argv[0];
    delete from picture_references where source = of_table and id = key;
  end if;
  if tg_op <> 'DELETE' then
    key := to_jsonb(new) ->> tg_argv[0];
    insert into picture_references (source, id, hash)
    select of_table, key, hash from picture_hashes(new::text) hash on conflict do nothing;
  end if;
  return null;
end $$;

create trigger pictures_come after insert on tenants for each row when (new.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_change after update of logo on tenants for each row when (old.logo is distinct from new.logo) execute function keep_picture_references('id');
create trigger pictures_go after delete on tenants for each row when (old.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_come after insert on users for each row when (new.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_change after update of logo on users for each row when (old.logo is distinct from new.logo) execute function keep_picture_references('id');
create trigger pictures_go after delete on users for each row when (old.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_come after insert on brands for each row when (new.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_change after update of logo on brands for each row when (old.logo is distinct from new.logo) execute function keep_picture_references('id');
create trigger pictures_go after delete on brands for each row when (old.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_come after insert on payments for each row when (new.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_change after update of logo on payments for each row when (old.logo is distinct from new.logo) execute function keep_picture_references('id');
create trigger pictures_go after delete on payments for each row when (old.logo like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_come after insert on gifts for each row when (new.card_image like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_change after update of card_image on gifts for each row when (old.card_image is distinct from new.card_image) execute function keep_picture_references('id');
create trigger pictures_go after delete on gifts for each row when (old.card_image like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_come after insert on campaigns for each row when (new.media <> '[]') execute function keep_picture_references('id');
create trigger pictures_change after update of media on campaigns for each row when (old.media <> new.media) execute function keep_picture_references('id');
create trigger pictures_go after delete on campaigns for each row when (old.media <> '[]') execute function keep_picture_references('id');
create trigger pictures_come after insert on announcements for each row when (new.media <> '[]') execute function keep_picture_references('id');
create trigger pictures_change after update of media on announcements for each row when (old.media <> new.media) execute function keep_picture_references('id');
create trigger pictures_go after delete on announcements for each row when (old.media <> '[]') execute function keep_picture_references('id');
create trigger pictures_come after insert on draws for each row execute function keep_picture_references('id');
create trigger pictures_change after update of media, prizes on draws for each row when (old.media <> new.media or old.prizes <> new.prizes) execute function keep_picture_references('id');
create trigger pictures_go after delete on draws for each row execute function keep_picture_references('id');
create trigger pictures_come after insert on feedbacks for each row execute function keep_picture_references('id');
create trigger pictures_change after update of attachments, conversations on feedbacks for each row
  when (old.attachments <> new.attachments or old.conversations <> new.conversations) execute function keep_picture_references('id');
create trigger pictures_go after delete on feedbacks for each row execute function keep_picture_references('id');
-- What can be brought back: by undo, by a decision about a proposal, from the history.
create trigger pictures_change after insert or update or delete on undos for each row execute function keep_picture_references('token_hash');
create trigger pictures_change after insert or update or delete on proposals for each row execute function keep_picture_references('entity_id');
create trigger pictures_come after insert on audit for each row
  when (new.before::text like '%/media/%' or new.after::text like '%/media/%') execute function keep_picture_references('id');
create trigger pictures_change after update on audit for each row
  when (old.before is distinct from new.before or old.after is distinct from new.after) execute function keep_picture_references('id');
create trigger pictures_go after delete on audit for each row
  when (old.before::text like '%/media/%' or old.after::text like '%/media/%') execute function keep_picture_references('id');

insert into picture_references (source, id, hash) select 'tenants', t.id::text, hash from tenants t, picture_hashes(t.logo) hash where t.logo is not null;
insert into picture_references (source, id, hash) select 'users', t.id::text, hash from users t, picture_hashes(t.logo) hash where t.logo is not null;
insert into picture_references (source, id, hash) select 'brands', t.id::text, hash from brands t, picture_hashes(t.logo) hash where t.logo is not null;
insert into picture_references (source, id, hash) select 'payments', t.id::text, hash from payments t, picture_hashes(t.logo) hash where t.logo is not null;
insert into picture_references (source, id, hash) select 'gifts', t.id::text, hash from gifts t, picture_hashes(t.card_image) hash where t.card_image is not null;
insert into picture_references (source, id, hash) select 'campaigns', t.id::text, hash from campaigns t, picture_hashes(t.media::text) hash where t.media <> '[]';
insert into picture_references (source, id, hash) select 'announcements', t.id::text, hash from announcements t, picture_hashes(t.media::text) hash where t.media <> '[]';
insert into picture_references (source, id, hash) select 'draws', t.id::text, hash from draws t, picture_hashes(t.media::text || t.prizes::text) hash;
insert into picture_references (source, id, hash)
select 'feedbacks', t.id::text, hash from feedbacks t, picture_hashes(t.attachments::text || t.conversations::text) hash;
insert into picture_references (source, id, hash) select 'undos', t.token_hash, hash from undos t, picture_hashes(t.before::text) hash;
insert into picture_references (source, id, hash) select 'proposals', t.entity_id::text, hash from proposals t, picture_hashes(t.before::text || t.after::text) hash;

-- The last success of each step of housekeeping. `position`: where a step that works in slices goes on.
create table housekeeping (
  step text primary key,
  succeeded_at timestamptz,
  position bigint
);
-- The audit log may be large: housekeeping reads it in slices, from this entry back. Entries from now on have the trigger.
insert into housekeeping (step, position) select 'references', max(id) from audit having max(id) is not null;
