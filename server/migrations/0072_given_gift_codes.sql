-- Codes of gift cards that are given to people, or cancelled (docs/contract.md#given-codes). `mail_id`: the message that told the person.
-- `version` counts these changes, for their undo.
alter table gift_codes add column person_id uuid;
alter table gift_codes add column given_at timestamptz;
alter table gift_codes add column mail_id uuid;
alter table gift_codes add column cancelled_at timestamptz;
alter table gift_codes add column version integer not null default 0;
create index gift_codes_person on gift_codes (person_id) where person_id is not null;
