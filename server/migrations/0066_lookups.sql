-- Reports of all campaigns, draws and gift cards count by the time of the use or entry.
create index campaign_uses_by_time on campaign_uses (at);
create index draw_entries_by_time on draw_entries (entered_at) where entered_at is not null;
create index gift_uses_by_time on gift_uses (created_at);

-- The codes of a person who is permanently deleted.
create index campaign_codes_holder on campaign_codes (person_id) where is_personal;

-- People who were changed since an instant.
create index users_updated on users (updated_at) where deleted_at is null;
