-- What is announced to everybody (docs/contract.md#maintenance): one row at most. Dates that are null mean from now on, and until it is lifted.
create table maintenance (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  text text not null,
  text_en text not null,
  start_date timestamptz,
  end_date timestamptz,
  is_read_only boolean not null
);

-- Until then a process does the step, and no other one begins it.
alter table housekeeping add column taken_until timestamptz;
