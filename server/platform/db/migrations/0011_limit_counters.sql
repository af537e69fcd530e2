-- A flood adds to one row without end: the number must not run out, and each new version of the row should find room
-- on the page of the old one.
alter table limit_counters alter column count type bigint, set (fillfactor = 50);
