-- The operator took the whole school as an archive, which the audit log says.
alter table staff_acts drop constraint staff_acts_act_check,
  add constraint staff_acts_act_check check (act in ('mail_retried', 'job_retried', 'document_sent', 'ledger_compared', 'school_exported'));
