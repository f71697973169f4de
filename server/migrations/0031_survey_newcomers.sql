-- Who came later than 14 days before a survey was published: such answers join a group, and make none (docs/contract.md#survey-report).
alter table surveys add column published_at timestamptz;
update surveys set published_at = created_at where intent <> 'draft';
create function survey_is_published() returns trigger language plpgsql as
$$ begin new.published_at := new.updated_at; return new; end $$;
create trigger survey_is_published before insert or update on surveys for each row
  when (new.intent <> 'draft' and new.published_at is null) execute function survey_is_published();

-- An address that was changed is another mailbox: it counts from the change on.
alter table users add column email_since timestamptz;
create function user_email_is_changed() returns trigger language plpgsql as
$$ begin new.email_since := new.updated_at; return new; end $$;
create trigger user_email_is_changed before update of email on users for each row
  when (old.email is distinct from new.email) execute function user_email_is_changed();

alter table survey_invitations add column newcomer boolean not null default false;
alter table survey_answers add column newcomer boolean not null default false;

-- Of each question that waits, the number of those who answered it and are no newcomers; `known` is no JSON, as options are.
insert into survey_tallies (survey_id, question_id, department_id, entered_on, option, people)
  select survey_id, question_id, department_id, null, 'known', people from survey_tallies
  where entered_on is null and option = 'null';
