-- The first answer of staff that is not internal. The text of an instant in UTC has one meaning, so that the cast is immutable.
create function first_response(conversations jsonb) returns timestamptz language sql immutable parallel safe as $$
  select min((entry ->> 'createdDate')::timestamptz)
  from jsonb_array_elements(conversations) entry
  where (entry ->> 'type')::int = 0 and not (entry ->> 'isInternal')::boolean
$$;
alter table feedbacks add column first_response_at timestamptz generated always as (first_response(conversations)) stored;
