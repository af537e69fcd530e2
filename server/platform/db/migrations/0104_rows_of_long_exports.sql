-- Counting a list of millions of rows takes longer than a statement may run. While a file of more than 10,000 lines is sent,
-- nobody has counted them.
alter table list_exports alter column rows drop not null;
comment on column list_exports.rows is 'null until a long file has ended, and for good when the process died meanwhile';
