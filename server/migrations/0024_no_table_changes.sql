-- Answers of lists are not cached any more (docs/decisions/server/2026-11-23-kept-lists-on-postgresql.md): nothing announces changes of tables.
-- The triggers of 0023 go with their function.
drop function announce_table_change() cascade;

do $$ declare name text; begin
  foreach name in array '{announcements,brands,campaign_tallies,campaign_totals,campaigns,categories,departments,draw_locks,
    draw_rounds,draws,feedbacks,gifts,payments,people_tallies,survey_invitations,surveys,tenants,users}'::text[] loop
    execute format('drop sequence changes_of_%s', name);
  end loop;
end $$;
