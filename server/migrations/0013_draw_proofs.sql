-- Draws that can be checked: thresholds, the locked entries, rounds, winners with their custody (docs/contract.md#draws).
alter table draws
  add column terms text not null default '',
  add column new_days smallint not null default 90 check (new_days between 1 and 3650),
  add column senior_years smallint not null default 5 check (senior_years between 1 and 60),
  add column exclude_last_draws smallint not null default 0 check (exclude_last_draws between 0 and 100),
  -- The last round; null before the lock.
  add column round integer check (round >= 0);

-- What the lock fixed. `salt_key` is secret: it opens which entry is whose.
create table draw_locks (
  draw_id uuid primary key references draws (id),
  rules text not null,
  salt_key text not null,
  root text not null,
  entry_count integer not null check (entry_count > 0),
  total_weight bigint not null
);

-- Entries: recorded ones have `entered_at`, locked ones have a position in the canonical order. People may be deleted.
create table draw_entries (
  draw_id uuid not null references draws (id),
  employee_id uuid not null,
  entered_at timestamptz(3),
  position integer check (position >= 0),
  commitment text,
  weight bigint check (weight > 0),
  primary key (draw_id, employee_id),
  check (entered_at is not null or position is not null),
  check ((position is null) = (commitment is null) and (position is null) = (weight is null))
);
create unique index draw_entries_position on draw_entries (draw_id, position) where position is not null;

-- `lock` is the canonical text of the lock statement. `seed` is secret until `drawn_at` is set.
create table draw_rounds (
  draw_id uuid not null references draw_locks (draw_id),
  round integer not null check (round >= 0),
  lock text not null,
  lock_hash text not null,
  seed text not null,
  locked_at timestamptz(3) not null,
  randomness_kind smallint not null check (randomness_kind between 0 and 2),
  randomness_round bigint,
  -- Why the round before was voided, and the note on it, which is not public.
  reason text,
  note text not null default '',
  drawn_at timestamptz(3),
  public_value text,
  places integer[],
  winner_count integer not null default 0 check (winner_count >= 0),
  primary key (draw_id, round),
  check ((drawn_at is null) = (public_value is null) and (drawn_at is null) = (places is null))
);

create table draw_winners (
  draw_id uuid not null references draws (id),
  round integer not null,
  place integer not null check (place >= 0),
  employee_id uuid not null,
  name text not null,
  department_name text,
  prize text not null,
  prize_index integer not null,
  reserve boolean not null,
  position integer,
  score bigint,
  state text not null check (state in ('drawn', 'notified', 'delivered', 'declined', 'expired', 'void')),
  state_at timestamptz(3) not null,
  reason text,
  note text not null default '',
  replaces integer,
  primary key (draw_id, round, place)
);
create index draw_winners_employee on draw_winners (employee_id);

create table draw_replacements (
  draw_id uuid not null,
  round integer not null,
  step integer not null check (step >= 0),
  at timestamptz(3) not null,
  place integer not null,
  reason text not null,
  position integer,
  primary key (draw_id, round, step),
  foreign key (draw_id, round) references draw_rounds (draw_id, round)
);

-- What was committed to is never changed and never taken away: the result of a round is added to it once.
create function draw_proofs_are_kept() returns trigger language plpgsql as
$$ begin raise exception 'The proof of a draw is append-only.'; end $$;
create trigger draw_locks_are_kept before update or delete on draw_locks for each row execute function draw_proofs_are_kept();
create trigger draw_replacements_are_kept before update or delete on draw_replacements
  for each row execute function draw_proofs_are_kept();
create trigger draw_rounds_are_kept before delete on draw_rounds for each row execute function draw_proofs_are_kept();
create trigger draw_rounds_are_drawn_once before update on draw_rounds for each row
  when (old.lock <> new.lock or old.lock_hash <> new.lock_hash or old.seed <> new.seed or old.reason is distinct from new.reason
    or (old.drawn_at is not null and (old.drawn_at is distinct from new.drawn_at
      or old.public_value is distinct from new.public_value or old.places is distinct from new.places)))
  execute function draw_proofs_are_kept();
create trigger draw_entries_are_kept before update or delete on draw_entries for each row
  when (old.position is not null) execute function draw_proofs_are_kept();

-- Winners of draws from before there were proofs.
insert into draw_winners
  (draw_id, round, place, employee_id, name, prize, prize_index, reserve, state, state_at)
select d.id, 0, w.at - 1, (w.winner ->> 'employeeId')::uuid, w.winner ->> 'name', w.winner ->> 'prize',
  coalesce((select min(p.at) - 1 from jsonb_array_elements(d.prizes) with ordinality p(prize, at)
    where p.prize ->> 'name' = w.winner ->> 'prize'), 0),
  (w.winner ->> 'reserve')::boolean, 'drawn', d.draw_date
from draws d, jsonb_array_elements(d.winners) with ordinality w(winner, at);
alter table draws drop column winners;
