-- The audit log has an entry when an administrator of the platform sees a company as its administrator does.
alter table audit drop constraint audit_action_check;
alter table audit add check (action in ('create', 'update', 'delete', 'undo', 'restore', 'lock', 'rehearse', 'run', 'void', 'winner', 'upload', 'viewAs'));
