-- How many people a company has of each kind: a list's total without counting a million of them. Every statement adds what
-- it changed as rows of its own, so that no writer waits for another; readers add up, and housekeeping sums up.
create table people_tallies (
  tenant_id uuid,
  status smallint not null,
  role text not null,
  department_id uuid,
  people bigint not null
);
create index people_tallies_tenant on people_tallies (tenant_id);

insert into people_tallies (tenant_id, status, role, department_id, people)
select tenant_id, status, role, department_id, count(*) from users where deleted_at is null group by 1, 2, 3, 4;

create function tally_people_come() returns trigger language plpgsql as
$$ begin
  insert into people_tallies (tenant_id, status, role, department_id, people)
  select tenant_id, status, role, department_id, count(*) from come where deleted_at is null group by 1, 2, 3, 4;
  return null;
end $$;
create function tally_people_gone() returns trigger language plpgsql as
$$ begin
  insert into people_tallies (tenant_id, status, role, department_id, people)
  select tenant_id, status, role, department_id, -count(*) from gone where deleted_at is null group by 1, 2, 3, 4;
  return null;
end $$;
create function tally_people_changed() returns trigger language plpgsql as
$$ begin
  insert into people_tallies (tenant_id, status, role, department_id, people)
  select tenant_id, status, role, department_id, sum(one) from (
    select tenant_id, status, role, department_id, 1 as one from come where deleted_at is null
    union all
    select tenant_id, status, role, department_id, -1 from gone where deleted_at is null
  ) moved group by 1, 2, 3, 4 having sum(one) <> 0;
  return null;
end $$;
create trigger users_come after insert on users referencing new table as come for each statement execute function tally_people_come();
create trigger users_gone after delete on users referencing old table as gone for each statement execute function tally_people_gone();
create trigger users_changed after update on users referencing old table as gone new table as come
  for each statement execute function tally_people_changed();

-- Sorted by name, a page of a large company is read off this.
create index users_name on users (search, id) where deleted_at is null;
