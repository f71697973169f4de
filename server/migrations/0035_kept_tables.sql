-- Proofs, audit log and ledger are kept whole: no table of theirs can be emptied.
create function kept_whole() returns trigger language plpgsql as
$$ begin raise exception '% is append-only.', tg_table_name; end $$;
create trigger kept_whole before truncate on audit execute function kept_whole();
create trigger kept_whole before truncate on gift_uses execute function kept_whole();
create trigger kept_whole before truncate on draw_locks execute function kept_whole();
create trigger kept_whole before truncate on draw_rounds execute function kept_whole();
create trigger kept_whole before truncate on draw_replacements execute function kept_whole();
create trigger kept_whole before truncate on draw_entries execute function kept_whole();
create trigger kept_whole before truncate on draw_winners execute function kept_whole();

-- A locked draw gets no further entries. The lock is stored after the entries that it fixes.
create function draw_entries_are_complete() returns trigger language plpgsql as
$$ begin
  if exists (select from draw_locks l where l.draw_id = new.draw_id) then raise exception 'The entries of a locked draw are complete.'; end if;
  return new;
end $$;
create trigger draw_entries_are_complete before insert or update on draw_entries for each row execute function draw_entries_are_complete();

-- The last round of a draw is never taken back.
create trigger draws_keep_their_round before update of round on draws for each row
  when (old.round is not null and (new.round is null or new.round < old.round)) execute function draw_proofs_are_kept();

-- Winners are those of the round: drawn for a place, or moved up for one that somebody lost. Of draws from before there were proofs
-- (without a position) nothing is known. A name may be emptied; who dropped out stays so.
create function draw_winners_are_drawn() returns trigger language plpgsql as
$$ begin
  if new.position is null then
    if exists (select from draw_locks l where l.draw_id = new.draw_id) then raise exception 'The winner was not drawn.'; end if;
    return new;
  end if;
  if not exists (select from draw_entries e where e.draw_id = new.draw_id and e.position = new.position and e.employee_id = new.employee_id)
    or not exists (select from draw_rounds r where r.draw_id = new.draw_id and r.round = new.round
      and (r.places[new.place + 1] = new.position or new.replaces is not null))
    or (new.replaces is not null and not exists (select from draw_replacements p where p.draw_id = new.draw_id and p.round = new.round
      and p.place = new.replaces and p.position = new.position))
    or (new.state in ('declined', 'expired', 'void') and not exists (select from draw_replacements p where p.draw_id = new.draw_id
      and p.round = new.round and p.place = coalesce(new.replaces, new.place)))
  then raise exception 'The winner was not drawn.'; end if;
  return new;
end $$;
create trigger draw_winners_are_drawn before insert or update on draw_winners for each row execute function draw_winners_are_drawn();
create trigger draw_winners_are_kept before delete on draw_winners for each row execute function draw_proofs_are_kept();
create trigger draw_winners_stay before update on draw_winners for each row
  when (row(old.draw_id, old.round, old.place, old.employee_id, old.prize, old.prize_index, old.position, old.score)
      is distinct from row(new.draw_id, new.round, new.place, new.employee_id, new.prize, new.prize_index, new.position, new.score)
    or (new.name <> old.name and new.name <> '')
    or (old.replaces is not null and new.replaces is distinct from old.replaces)
    or (new.reserve <> old.reserve and (new.reserve or new.replaces is null))
    or (old.state in ('declined', 'expired', 'void') and new.state <> old.state))
  execute function draw_proofs_are_kept();
