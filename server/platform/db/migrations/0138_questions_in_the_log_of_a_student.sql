-- What staff do with questions and answers of a student stands in the log of the student.
create or replace function audited_rows_of_student(of_student bigint)
  returns table (table_name text, row_id text) language sql stable as $$
  with orders as materialized (select o.id from payment_orders o where o.user_id = of_student),
  paid as materialized (select p.id from payments p where p.order_id in (select o.id from orders o)),
  returned as materialized (select r.id from refunds r where r.payment_id in (select p.id from paid p)),
  places as materialized (select e.id from enrolments e where e.user_id = of_student),
  asked as materialized (
    select l.id, l.enquiry_id from leads l
    where l.order_id in (select o.id from orders o)
      union select l.id, l.enquiry_id from leads l where l.enquiry_id in (select e.id from enquiries e join users u on u.email = e.email where u.id = of_student))
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
  union all select 'certificates', k.id::text from certificates k where k.user_id = of_student
  union all select 'questions', q.id::text from questions q where q.user_id = of_student
  union all select 'answers', a.id::text from answers a where a.user_id = of_student
  union all select 'reviews', r.id::text from reviews r where r.user_id = of_student
  union all select 'calendar_feeds', f.id::text from calendar_feeds f where f.user_id = of_student
  union all select 'student_notes', n.id::text from student_notes n where n.user_id = of_student
  union all select 'student_exports', x.id::text from student_exports x where x.user_id = of_student
  union all select 'bouncing_addresses', b.id::text from bouncing_addresses b join users u on u.email = b.address where u.id = of_student
  union all select 'leads', l.id::text from asked l
  union all select 'enquiries', l.enquiry_id::text from asked l where l.enquiry_id is not null
  union all select 'lead_messages', m.id::text from lead_messages m where m.lead_id in (select l.id from asked l)
  union all select 'lead_notes', n.id::text from lead_notes n where n.lead_id in (select l.id from asked l)
$$;
