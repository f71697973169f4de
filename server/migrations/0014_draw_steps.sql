-- The steps of a draw are logged by name.
alter table audit drop constraint audit_action_check;
alter table audit add check (action in ('create', 'update', 'delete', 'undo', 'lock', 'rehearse', 'run', 'void', 'winner'));
