-- The log names the return to an earlier version.
alter table audit drop constraint audit_action_check;
alter table audit add check (action in ('create', 'update', 'delete', 'undo', 'restore', 'lock', 'rehearse', 'run', 'void', 'winner'));
