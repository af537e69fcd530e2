-- The zone in which times of a report were read that name none: docs/decisions/attendance.md. Null for reports of earlier
-- versions, which were read in India time.
alter table attendance_imports add column utc_offset_minutes smallint
  check (utc_offset_minutes between -720 and 840 and utc_offset_minutes % 15 = 0);
