-- People who organise a draw and take no part in it (docs/contract.md#draw-stages).
alter table draws add column organiser_ids uuid[] not null default '{}';
