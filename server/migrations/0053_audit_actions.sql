-- Steps of webhooks are logged (docs/contract.md#audit-and-undo). Which actions there are stands in src/contract/audit.ts alone.
alter table audit drop constraint audit_action_check;
