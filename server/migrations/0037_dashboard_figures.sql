-- What the dashboard counts is read off these alone, without the rows.
create index feedbacks_figures on feedbacks (tenant_id, status, type) where deleted_at is null;
create index feedbacks_unanswered on feedbacks (tenant_id, created_at) include (priority)
  where deleted_at is null and first_response_at is null and status not in (2::smallint, 3::smallint);
create index campaigns_started on campaigns (tenant_id, start_date) where deleted_at is null;
