-- The mail that told a winner of the prize (docs/contract.md#messages): the `message_id` of its job.
alter table draw_winners add column mail_id uuid;
