-- What a person is in their company (docs/contract.md#employee-record).
alter table users add column job_title text not null default '';
