-- A company's register of draws: every lock and what became of it, each entry with the hash of the one before
-- (docs/draw-proof.md#register). It begins empty: what was locked before has no place in it.
create table draw_register (
  company_id uuid not null references tenants (id),
  number integer not null check (number > 0),
  -- The entry in canonical JSON; `hash` is its SHA-256, hex.
  entry text not null,
  hash text not null,
  at timestamptz(3) not null,
  event text not null check (event in ('locked', 'drawn', 'voided', 'cancelled', 'reopened')),
  draw_id uuid not null references draws (id),
  round integer not null,
  primary key (company_id, number)
);
create unique index draw_register_locks on draw_register (draw_id, round) where event = 'locked';
create trigger draw_register_is_kept before update or delete on draw_register for each row execute function draw_proofs_are_kept();
create trigger draw_register_is_kept_whole before truncate on draw_register execute function draw_proofs_are_kept();

-- The draw that a draw was copied from, and when an entry with an imported time was recorded. Times that were recorded before are
-- such entries, recorded by now, except those that a lock has committed to.
alter table draws add column copy_of uuid references draws (id);
alter table draw_entries add column recorded_at timestamptz(3);
update draw_entries set recorded_at = greatest(entered_at, now()) where position is null and entered_at is not null;
