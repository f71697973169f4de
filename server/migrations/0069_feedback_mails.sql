-- Whether answers to feedback are mailed to its author, by owner: the id of a company, or `platform` (docs/contract.md#messages).
create table mail_settings (
  owner text primary key,
  feedback boolean not null default false
);
