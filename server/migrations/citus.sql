-- Spreads over the workers of Citus what grows with time and with people who take part. Applied by `node dist/server/admin.js distribute`
-- as the owner of the tables, in one transaction (docs/operations.md#citus). No migration: only an installation that wants it has it.
set local citus.enable_unsafe_triggers = on;

-- What a dropped foreign key did when its target went.
create or replace function spread_target_goes() returns trigger language plpgsql as
$$ declare
  key record;
  value text;
  is_named boolean;
begin
  for key in select * from spread_keys where target = tg_table_name loop
    value := to_jsonb(old) ->> key.target_column;
    if key.cascades then
      execute format('delete from %I where %I = %L', key.source, key."column", value);
    else
      execute format('select exists (select 1 from %I where %I = %L)', key.source, key."column", value) into is_named;
      if is_named then
        raise exception '% is named by % of %.', value, key."column", key.source using errcode = 'foreign_key_violation';
      end if;
    end if;
  end loop;
  return old;
end $$;

-- A trigger on a worker cannot write references to pictures, which are on the coordinator: they are read from the log by an index.
create or replace function logged_pictures(before jsonb, after jsonb) returns bytea[] language sql immutable as
$$ select coalesce(array_agg(hash), '{}') from public.picture_hashes(coalesce(before::text, '') || coalesce(after::text, '')) hash $$;

-- Citus has no triggers of statements: each shard gets its own, which refuses to be emptied. A shard that was moved needs it again.
create or replace function guard_shards() returns integer language plpgsql as
$$ declare
  kept text;
  without integer := 0;
begin
  foreach kept in array array['audit', 'campaign_uses', 'gift_uses'] loop
    without := without + (select count(*) from run_command_on_shards(kept::regclass,
      'create or replace trigger kept_whole before truncate on %s for each statement execute function kept_whole()') where not success);
  end loop;
  return without;
end $$;

-- How many shards have no such trigger.
create or replace function open_shards() returns integer language sql as
$$ select coalesce(sum(result::integer), 0)::integer from unnest(array['audit', 'campaign_uses', 'gift_uses']) kept,
  run_command_on_shards(kept::regclass, 'select (count(*) filter (where tgname = ''kept_whole'') = 0)::int from pg_trigger where tgrelid = ''%s''::regclass') $$;

-- Workers have no function of a database from before Citus.
select create_distributed_function(name::regprocedure) from unnest(array['audit_is_kept()', 'campaign_uses_are_kept()', 'gift_uses_are_kept()',
  'kept_whole()', 'is_erased_now(uuid)', 'without_person(jsonb, uuid, text)', 'person_in_log(jsonb)', 'picture_hashes(text)',
  'logged_pictures(jsonb, jsonb)']) name;

do $$
declare
  -- Table, column, and the table of a group that is kept together.
  spread constant text[] := array[
    ['survey_answers', 'survey_id', 'none'],
    ['survey_held_answers', 'survey_id', 'survey_answers'],
    ['survey_tallies', 'survey_id', 'survey_answers'],
    ['survey_texts', 'survey_id', 'survey_answers'],
    ['survey_invitees', 'survey_id', 'survey_answers'],
    ['survey_invitations', 'survey_id', 'survey_answers'],
    ['campaign_uses', 'campaign_id', 'none'],
    ['gift_uses', 'gift_id', 'none'],
    ['audit', 'entity_id', 'none']
  ];
  one text[];
  key record;
begin
  foreach one slice 1 in array spread loop
    continue when exists (select from pg_dist_partition where logicalrelid = one[1]::regclass);
    for key in
      select c.conname, s.attname as "column", c.confrelid::regclass::text as target, t.attname as target_column,
        s.attnotnull as is_required, c.confdeltype = 'c' as cascades
      from pg_constraint c
      join pg_attribute s on s.attrelid = c.conrelid and s.attnum = c.conkey[1]
      join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
      where c.contype = 'f' and c.conrelid = one[1]::regclass and not c.confrelid::regclass::text = any (spread)
    loop
      execute format('alter table %I drop constraint %I', one[1], key.conname);
      insert into spread_keys (source, "column", target, target_column, is_required, cascades)
        values (one[1], key."column", key.target, key.target_column, key.is_required, key.cascades);
      execute format('create or replace trigger spread_target_goes before delete on %I for each row execute function spread_target_goes()', key.target);
    end loop;
    execute format('drop trigger if exists kept_whole on %I', one[1]);
    if one[1] = 'audit' then
      drop trigger pictures_come on audit;
      drop trigger pictures_change on audit;
      drop trigger pictures_go on audit;
      create index audit_pictures on audit using gin (logged_pictures(before, after))
        where before::text like '%/media/%' or after::text like '%/media/%';
      delete from picture_references where source = 'audit';
      update housekeeping set position = null where step = 'references';
    end if;
    perform create_distributed_table(one[1], one[2], colocate_with => one[3]);
    raise notice '%', one[1];
  end loop;
  -- Guards on workers ask it.
  if not exists (select from pg_dist_partition where logicalrelid = 'company_erasures'::regclass) then
    perform create_reference_table('company_erasures');
  end if;
end $$;
