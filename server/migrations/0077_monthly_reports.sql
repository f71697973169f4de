-- The report of a month by mail (docs/contract.md#monthly-report). `sent_for` is the first day of the last month whose report was sent,
-- or of the last one that was over when the person chose it.
create table monthly_reports (
  user_id uuid primary key references users (id) on delete cascade,
  language text not null,
  sent_for date not null
);
