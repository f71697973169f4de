-- A company's industry and size need not be given; null is none. What is stored stays.
alter table tenants
  alter column industry drop not null,
  alter column industry drop default,
  alter column company_size drop not null,
  alter column company_size drop default;
