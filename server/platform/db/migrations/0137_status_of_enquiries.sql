-- Leads have the states since 0043.
alter table enquiries drop column status;
