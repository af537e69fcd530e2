-- From the growth of some days the health page says when the disk is full.
create table disk_days (
  day date primary key,
  used_bytes bigint not null check (used_bytes >= 0)
);
comment on table disk_days is 'How much of the disk was used, day by day.';
comment on column disk_days.day is 'The day in India.';
comment on column disk_days.used_bytes is 'Bytes of the disk of DATA_DIR that were in use at the last look of the day.';
