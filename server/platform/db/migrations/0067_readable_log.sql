-- What owners read in the log: names of students, amounts and references, read from the records as they are now. So the erasure of
-- a person also removes the person's name and words from what the log shows.

-- Paise as people in India read them: ₹1,25,000 or ₹1,499.50.
create function rupees_text(paise bigint) returns text
language sql immutable strict
as $$
  select case when paise < 0 then '−' else '' end || '₹'
    || case when length(w.whole) > 3
      then reverse(regexp_replace(reverse(left(w.whole, -3)), '(\d\d)(?=\d)', '\1,', 'g')) || ',' || right(w.whole, 3) else w.whole end
    || case when abs(paise) % 100 <> 0 then '.' || lpad((abs(paise) % 100)::text, 2, '0') else '' end
  from (select (abs(paise) / 100)::text as whole) w
$$;

-- The number of a document, as it is printed (server/payments/invoicing/series.ts).
create function document_serial(kind text, financial_year integer, number integer) returns text
language sql immutable strict
as $$
  select case kind when 'receipt' then 'KS' when 'voucher' then 'KR' when 'credit_note' then 'KC'
      when 'financial_credit_note' then 'KF' when 'refund_note' then 'KN' end
    || '/' || lpad((financial_year % 100)::text, 2, '0') || lpad(((financial_year + 1) % 100)::text, 2, '0') || '/' || lpad(number::text, 6, '0')
$$;

-- The account that the record of an entry belongs to. Null for records of nobody, and for those that are gone.
create function audited_student(entry_table text, entry_row text) returns bigint
language plpgsql stable
as $$
declare
  row_key bigint;
begin
  if entry_table = 'sessions' and entry_row ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return (select s.user_id from sessions s where s.id = entry_row::uuid);
  elsif entry_row !~ '^\d{1,18}$' then
    return null;
  end if;
  row_key := entry_row::bigint;
  case entry_table
    when 'users' then return (select u.id from users u where u.id = row_key);
    when 'approvals' then return (select a.user_id from approvals a where a.id = row_key);
    when 'attendance_decisions' then return (select d.user_id from attendance_decisions d where d.id = row_key);
    when 'attendance_import_rows' then return (select x.user_id from attendance_import_rows x where x.id = row_key);
    when 'calendar_feeds' then return (select f.user_id from calendar_feeds f where f.id = row_key);
    when 'enrolments' then return (select e.user_id from enrolments e where e.id = row_key);
    when 'enrolment_moves' then
      return (select e.user_id from enrolment_moves m join enrolments e on e.id = m.enrolment_id where m.id = row_key);
    when 'offline_payments' then return (select f.user_id from offline_payments f where f.id = row_key);
    when 'payment_orders' then return (select o.user_id from payment_orders o where o.id = row_key);
    when 'payments' then
      return (select o.user_id from payments p join payment_orders o on o.id = p.order_id where p.id = row_key);
    when 'disputes' then return (select audited_student('payments', d.payment_id::text) from disputes d where d.id = row_key);
    when 'receipts' then return (select audited_student('payments', r.payment_id::text) from receipts r where r.id = row_key);
    when 'refunds' then return (select audited_student('payments', r.payment_id::text) from refunds r where r.id = row_key);
    when 'refund_notes' then return (select audited_student('refunds', n.refund_id::text) from refund_notes n where n.id = row_key);
    when 'refund_vouchers' then return (select audited_student('refunds', v.refund_id::text) from refund_vouchers v where v.id = row_key);
    when 'purchase_requests' then return (select q.user_id from purchase_requests q where q.id = row_key);
    when 'student_exports' then return (select x.user_id from student_exports x where x.id = row_key);
    when 'student_notes' then return (select n.user_id from student_notes n where n.id = row_key);
    else return null;
  end case;
end
$$;

-- As before. Amounts have separators, payments their reference, classes their number, and every kind of record has a name.
create or replace function audited_name(entry_table text, entry_row text) returns text
language plpgsql stable
as $$
declare
  row_key bigint;
  student text := (select u.full_name from users u where u.id = audited_student(entry_table, entry_row));
begin
  case entry_table
    when 'sessions' then return student;
    when 'webhook_events' then
      return (select concat_ws(', ', w.event_type, w.provider_payment_id) from webhook_events w
        where w.provider = split_part(entry_row, '/', 1) and w.event_id = substr(entry_row, strpos(entry_row, '/') + 1));
    when 'unmatched_payments' then
      return (select concat_ws(', ', rupees_text(u.amount_paise), u.provider_payment_id) from unmatched_payments u
        where u.provider_payment_id = entry_row);
    else
      if entry_row !~ '^\d{1,18}$' then
        return null;
      end if;
  end case;
  row_key := entry_row::bigint;
  case entry_table
    -- Records that belong to a student.
    when 'users', 'student_notes', 'student_exports' then return student;
    when 'attendance_import_rows' then
      return coalesce(student, (select audited_name('attendance_imports', x.import_id::text) from attendance_import_rows x where x.id = row_key));
    when 'calendar_feeds' then
      return coalesce(student, (select s.name from calendar_feeds f join staff s on s.id = f.staff_id where f.id = row_key));
    when 'attendance_decisions' then
      return (select concat_ws(', ', student, audited_name('class_sessions', d.session_id::text)) from attendance_decisions d
        where d.id = row_key);
    when 'enrolments' then
      return (select concat_ws(', ', student, audited_name('batches', e.batch_id::text)) from enrolments e where e.id = row_key);
    when 'enrolment_moves' then
      return (select concat_ws(', ', student, audited_name('batches', m.to_batch_id::text)) from enrolment_moves m where m.id = row_key);
    when 'purchase_requests' then
      return (select concat_ws(', ', student, q.kind) from purchase_requests q where q.id = row_key);
    when 'approvals' then
      return (select concat_ws(', ', student, case a.kind when 'refund' then 'refund of ' when 'offline_payment' then 'payment of '
          else 'place worth ' end || rupees_text(a.amount_paise)) from approvals a where a.id = row_key);
    when 'offline_payments' then
      return (select concat_ws(', ', student, rupees_text(f.amount_paise), f.reference) from offline_payments f where f.id = row_key);
    when 'payment_orders' then
      return (select concat_ws(', ', student, rupees_text(o.amount_paise)) from payment_orders o where o.id = row_key);
    when 'payments' then
      return (select concat_ws(', ', student, rupees_text(p.amount_paise), coalesce(f.reference, p.provider_payment_id))
        from payments p left join offline_payments f on f.order_id = p.order_id where p.id = row_key);
    when 'refunds' then
      return (select concat_ws(', ', student, rupees_text(r.amount_paise), r.reference) from refunds r where r.id = row_key);
    when 'disputes' then
      return (select concat_ws(', ', student, rupees_text(d.amount_paise), d.provider_dispute_id) from disputes d where d.id = row_key);
    when 'receipts' then
      return (select concat_ws(', ', document_serial('receipt', d.financial_year, d.number), student, rupees_text(p.amount_paise))
        from receipts d join payments p on p.id = d.payment_id where d.id = row_key);
    when 'refund_notes' then
      return (select concat_ws(', ', document_serial(d.kind, d.financial_year, d.number), student, rupees_text(r.amount_paise))
        from refund_notes d join refunds r on r.id = d.refund_id where d.id = row_key);
    when 'refund_vouchers' then
      return (select concat_ws(', ', document_serial('voucher', d.financial_year, d.number), student, rupees_text(r.amount_paise))
        from refund_vouchers d join refunds r on r.id = d.refund_id where d.id = row_key);
    -- People who are no students yet, and staff.
    when 'enquiries' then return (select e.name from enquiries e where e.id = row_key);
    when 'leads' then
      return (select coalesce(e.name, u.full_name) from leads l left join enquiries e on e.id = l.enquiry_id
        left join payment_orders o on o.id = l.order_id left join users u on u.id = o.user_id where l.id = row_key);
    when 'lead_messages' then return (select audited_name('leads', m.lead_id::text) from lead_messages m where m.id = row_key);
    when 'lead_notes' then return (select audited_name('leads', n.lead_id::text) from lead_notes n where n.id = row_key);
    when 'bouncing_addresses' then
      return (select u.full_name from bouncing_addresses b join users u on u.email = b.address where b.id = row_key);
    -- Staff who were invited and have not come have no name yet.
    when 'staff', 'staff_invitations', 'staff_recovery_codes', 'staff_totp' then
      return (select coalesce(nullif(s.name, ''), s.email) from staff s where s.id = row_key);
    when 'staff_passkeys' then
      return (select audited_name('staff', p.staff_id::text) from staff_passkeys p where p.id = row_key);
    when 'staff_acts' then return (select a.subject from staff_acts a where a.id = row_key and a.act = 'document_sent');
    -- What is taught.
    when 'courses' then return (select c.title from courses c where c.id = row_key);
    when 'batches', 'batch_patterns', 'batch_cancellations' then
      return (select format('%s, from %s', c.title, to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY'))
        from batches b join courses c on c.id = b.course_id where b.id = row_key);
    when 'class_sessions' then
      -- Counted like `numbered_sessions`, which numbers every class of the school.
      return (select concat_ws(', ', case when n.state = 'cancelled' then 'Class' else 'Class ' || (
            select count(*) from class_sessions o where o.batch_id = n.batch_id and o.state <> 'cancelled'
              and (o.starts_at, o.id) <= (n.starts_at, n.id)) end || ' on ' || to_char(n.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY'),
          c.title)
        from class_sessions n join batches b on b.id = n.batch_id join courses c on c.id = b.course_id where n.id = row_key);
    when 'recordings' then
      return (select concat_ws(', ', nullif(r.title, ''), audited_name('class_sessions', r.session_id::text)) from recordings r
        where r.id = row_key);
    when 'attendance_imports' then
      return (select concat_ws(', ', i.file_name, audited_name('class_sessions', i.session_id::text)) from attendance_imports i
        where i.id = row_key);
    when 'holidays' then
      return (select format('%s, %s', h.name, to_char(h.day, 'FMDD Mon YYYY')) from holidays h where h.id = row_key);
    when 'instructors' then return (select i.name from instructors i where i.id = row_key);
    -- What the school writes.
    when 'messages' then return (select nullif(m.subject, '') from messages m where m.id = row_key);
    when 'reply_templates' then return (select t.name from reply_templates t where t.id = row_key);
    when 'student_imports' then return (select i.file_name from student_imports i where i.id = row_key);
    when 'companies' then return (select c.name from companies c where c.id = row_key);
    when 'testimonials' then return (select t.name from testimonials t where t.id = row_key);
    when 'blogs' then return (select b.title from blogs b where b.id = row_key);
    when 'projects' then return (select p.title from projects p where p.id = row_key);
    when 'utility_items' then return (select i.title from utility_items i where i.id = row_key);
    when 'policy_versions' then return (select v.title from policy_versions v where v.id = row_key);
    when 'media' then return (select m.name from media m where m.id = row_key);
    else return null;
  end case;
end
$$;

-- What the log does not store of an entry, as the records say it now: {column: {before, after}}. These are the names of the records
-- that columns refer to, and words that the log masks because an erasure removes them.
create function audited_names(entry_table text, entry_row text, changes jsonb) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_object_agg(n.name, jsonb_build_object('before', n.before, 'after', n.after)), '{}')
  from (
    select a.attname as name, audited_name(t.relname, changes -> a.attname ->> 'before') as before,
      audited_name(t.relname, changes -> a.attname ->> 'after') as after
    from pg_class c
    join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and cardinality(f.conkey) = 1
    join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    join pg_class t on t.oid = f.confrelid
    where c.relname = entry_table and c.relnamespace = 'public'::regnamespace and changes ? a.attname
    union all
    select w.key, null, w.value
    from jsonb_each_text(case
      when entry_row !~ '^\d{1,18}$' then '{}'
      when entry_table = 'refunds' then
        (select jsonb_build_object('reason', r.reason, 'reference', r.reference) from refunds r where r.id = entry_row::bigint)
      when entry_table = 'approvals' then
        (select jsonb_build_object('reason', a.reason, 'answer', a.answer) from approvals a where a.id = entry_row::bigint)
      when entry_table = 'offline_payments' then
        (select jsonb_build_object('reference', f.reference) from offline_payments f where f.id = entry_row::bigint)
      when entry_table = 'enrolments' then
        (select jsonb_build_object('reason', e.reason) from enrolments e where e.id = entry_row::bigint)
      when entry_table = 'payments' then
        (select jsonb_build_object('review_note', p.review_note) from payments p where p.id = entry_row::bigint)
      when entry_table = 'enrolment_moves' then
        (select jsonb_build_object('reason', m.reason) from enrolment_moves m where m.id = entry_row::bigint)
      end) w
    where w.value is not null and changes -> w.key ->> 'after' = 'masked'
  ) n
$$;

-- The rows of the log that belong to a student. Rows of records that are gone can't be found by the person any more.
create function audited_rows_of_student(of_student bigint) returns table (table_name text, row_id text)
language sql stable
as $$
  with orders as materialized (select o.id from payment_orders o where o.user_id = of_student),
  paid as materialized (select p.id from payments p where p.order_id in (select o.id from orders o)),
  returned as materialized (select r.id from refunds r where r.payment_id in (select p.id from paid p)),
  places as materialized (select e.id from enrolments e where e.user_id = of_student),
  asked as materialized (
    select l.id, l.enquiry_id from leads l
    where l.order_id in (select o.id from orders o)
      or l.enquiry_id in (select e.id from enquiries e join users u on u.email = e.email where u.id = of_student))
  select 'users', of_student::text
  union all select 'payment_orders', o.id::text from orders o
  union all select 'payments', p.id::text from paid p
  union all select 'refunds', r.id::text from returned r
  union all select 'receipts', d.id::text from receipts d where d.payment_id in (select p.id from paid p)
  union all select 'refund_notes', d.id::text from refund_notes d where d.refund_id in (select r.id from returned r)
  union all select 'refund_vouchers', d.id::text from refund_vouchers d where d.refund_id in (select r.id from returned r)
  union all select 'disputes', d.id::text from disputes d where d.payment_id in (select p.id from paid p)
  union all select 'offline_payments', f.id::text from offline_payments f where f.user_id = of_student
  union all select 'approvals', a.id::text from approvals a where a.user_id = of_student
  union all select 'purchase_requests', q.id::text from purchase_requests q where q.user_id = of_student
  union all select 'enrolments', e.id::text from places e
  union all select 'enrolment_moves', m.id::text from enrolment_moves m where m.enrolment_id in (select e.id from places e)
  union all select 'attendance_decisions', d.id::text from attendance_decisions d where d.user_id = of_student
  union all select 'attendance_import_rows', x.id::text from attendance_import_rows x where x.user_id = of_student
  union all select 'sessions', s.id::text from sessions s where s.user_id = of_student
  union all select 'calendar_feeds', f.id::text from calendar_feeds f where f.user_id = of_student
  union all select 'student_notes', n.id::text from student_notes n where n.user_id = of_student
  union all select 'student_exports', x.id::text from student_exports x where x.user_id = of_student
  union all select 'bouncing_addresses', b.id::text from bouncing_addresses b join users u on u.email = b.address where u.id = of_student
  union all select 'leads', l.id::text from asked l
  union all select 'enquiries', l.enquiry_id::text from asked l where l.enquiry_id is not null
  union all select 'lead_messages', m.id::text from lead_messages m where m.lead_id in (select l.id from asked l)
  union all select 'lead_notes', n.id::text from lead_notes n where n.lead_id in (select l.id from asked l)
$$;

-- The rows of the log that belong to a payment: its order, money, documents, approvals, and the place that it paid.
create function audited_rows_of_payment(of_payment bigint) returns table (table_name text, row_id text)
language sql stable
as $$
  with paid as materialized (
    select p.id, p.order_id, p.provider_payment_id, f.id as offline_id
    from payments p left join offline_payments f on f.order_id = p.order_id where p.id = of_payment),
  returned as materialized (select r.id from refunds r where r.payment_id = of_payment),
  places as materialized (select e.id from enrolments e where e.payment_id = of_payment),
  documents as materialized (
    select 'receipts' as table_name, d.id, document_serial('receipt', d.financial_year, d.number) as serial
    from receipts d where d.payment_id = of_payment
    union all select 'refund_notes', d.id, document_serial(d.kind, d.financial_year, d.number)
    from refund_notes d where d.refund_id in (select r.id from returned r)
    union all select 'refund_vouchers', d.id, document_serial('voucher', d.financial_year, d.number)
    from refund_vouchers d where d.refund_id in (select r.id from returned r))
  select 'payments', p.id::text from paid p
  union all select 'payment_orders', p.order_id::text from paid p
  union all select 'offline_payments', p.offline_id::text from paid p where p.offline_id is not null
  union all select 'refunds', r.id::text from returned r
  union all select d.table_name, d.id::text from documents d
  union all select 'disputes', d.id::text from disputes d where d.payment_id = of_payment
  union all select 'approvals', a.id::text from approvals a
    where a.payment_id = of_payment or a.offline_payment_id in (select p.offline_id from paid p)
  union all select 'enrolments', e.id::text from places e
  union all select 'enrolment_moves', m.id::text from enrolment_moves m where m.enrolment_id in (select e.id from places e)
  union all select 'purchase_requests', q.id::text from purchase_requests q where q.enrolment_id in (select e.id from places e)
  union all select 'webhook_events', w.provider || '/' || w.event_id from webhook_events w
    where w.provider_payment_id in (select p.provider_payment_id from paid p)
  union all select 'unmatched_payments', p.provider_payment_id from paid p
  union all select 'staff_acts', a.id::text from staff_acts a
    where a.act = 'document_sent' and a.subject in (select d.serial from documents d)
$$;

-- References prove transfers: the books keep them when a person is erased, so the log has them from now on. Words stay masked. The
-- school describes the file of an import and why it enrols these students.
select audit_table('offline_payments', 'id', ''), audit_table('refunds', 'id', 'reason'), audit_table('student_imports', 'id', '');
