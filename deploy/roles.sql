-- Rights of the running product on PostgreSQL, which owns nothing. Run once by the role that owns the tables, after its first
-- `node dist/server/admin.js migrate`; tables of later migrations get the same rights:
--   psql "$OWNER_URL" -v app=console -f deploy/roles.sql
grant usage on schema public to :"app";
grant select, insert, update, delete on all tables in schema public to :"app";
alter default privileges in schema public grant select, insert, update, delete on tables to :"app";
revoke insert, update, delete on schema_migrations from :"app";
