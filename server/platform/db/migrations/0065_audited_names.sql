-- What people call the record that an entry of the log is about, as it is called now. Null for records without a name and for
-- those that are gone. It is asked for the rows of one page, each by its primary key.
create function audited_name(entry_table text, entry_row text) returns text
language plpgsql
stable
as $$
declare
  row_key bigint;
  called text;
begin
  if entry_row !~ '^\d{1,18}$' then
    return null;
  end if;
  row_key := entry_row::bigint;
  case entry_table
    when 'users' then select u.full_name into called from users u where u.id = row_key;
    when 'staff' then select s.name into called from staff s where s.id = row_key;
    when 'leads' then
      select coalesce(e.name, u.full_name) into called
      from leads l left join enquiries e on e.id = l.enquiry_id left join payment_orders o on o.id = l.order_id
      left join users u on u.id = o.user_id where l.id = row_key;
    when 'enquiries' then select e.name into called from enquiries e where e.id = row_key;
    when 'lead_messages' then
      return (select audited_name('leads', m.lead_id::text) from lead_messages m where m.id = row_key);
    when 'lead_notes' then
      return (select audited_name('leads', n.lead_id::text) from lead_notes n where n.id = row_key);
    when 'student_notes' then
      select u.full_name into called from student_notes n join users u on u.id = n.user_id where n.id = row_key;
    when 'student_exports' then
      select u.full_name into called from student_exports x join users u on u.id = x.user_id where x.id = row_key;
    when 'courses' then select c.title into called from courses c where c.id = row_key;
    when 'batches' then
      select format('%s, from %s', c.title, to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY')) into called
      from batches b join courses c on c.id = b.course_id where b.id = row_key;
    when 'batch_patterns', 'batch_cancellations' then
      return audited_name('batches', entry_row);
    when 'class_sessions' then
      select format('%s, %s', coalesce(nullif(n.topic, ''), c.title), to_char(n.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY'))
      into called
      from class_sessions n join batches b on b.id = n.batch_id join courses c on c.id = b.course_id where n.id = row_key;
    when 'enrolments' then
      select format('%s, %s', u.full_name, c.title) into called
      from enrolments e join users u on u.id = e.user_id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
      where e.id = row_key;
    when 'enrolment_moves' then
      select format('%s, %s', u.full_name, c.title) into called
      from enrolment_moves m join enrolments e on e.id = m.enrolment_id join users u on u.id = e.user_id
      join batches b on b.id = m.to_batch_id join courses c on c.id = b.course_id where m.id = row_key;
    when 'purchase_requests' then
      select format('%s, %s', u.full_name, q.kind) into called
      from purchase_requests q join users u on u.id = q.user_id where q.id = row_key;
    when 'approvals' then
      select format('%s, ₹%s', u.full_name, to_char(a.amount_paise / 100.0, 'FM999999999990.00')) into called
      from approvals a join users u on u.id = a.user_id where a.id = row_key;
    when 'offline_payments' then
      select format('%s, ₹%s', u.full_name, to_char(p.amount_paise / 100.0, 'FM999999999990.00')) into called
      from offline_payments p join users u on u.id = p.user_id where p.id = row_key;
    when 'payment_orders' then
      select format('%s, ₹%s', u.full_name, to_char(o.amount_paise / 100.0, 'FM999999999990.00')) into called
      from payment_orders o join users u on u.id = o.user_id where o.id = row_key;
    when 'payments' then
      select format('%s, ₹%s', u.full_name, to_char(p.amount_paise / 100.0, 'FM999999999990.00')) into called
      from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id where p.id = row_key;
    when 'refunds' then
      select format('%s, ₹%s', u.full_name, to_char(r.amount_paise / 100.0, 'FM999999999990.00')) into called
      from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
      join users u on u.id = o.user_id where r.id = row_key;
    when 'receipts' then
      select u.full_name into called
      from receipts r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
      join users u on u.id = o.user_id where r.id = row_key;
    when 'disputes' then select d.provider_dispute_id into called from disputes d where d.id = row_key;
    when 'attendance_decisions' then
      select format('%s, %s', u.full_name, to_char(n.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY')) into called
      from attendance_decisions d join users u on u.id = d.user_id join class_sessions n on n.id = d.session_id where d.id = row_key;
    when 'attendance_imports' then select i.file_name into called from attendance_imports i where i.id = row_key;
    when 'attendance_import_rows' then
      return (select audited_name('attendance_imports', x.import_id::text) from attendance_import_rows x where x.id = row_key);
    when 'messages' then select m.subject into called from messages m where m.id = row_key;
    when 'reply_templates' then select t.name into called from reply_templates t where t.id = row_key;
    when 'student_imports' then select i.file_name into called from student_imports i where i.id = row_key;
    when 'companies' then select c.name into called from companies c where c.id = row_key;
    when 'instructors' then select i.name into called from instructors i where i.id = row_key;
    when 'testimonials' then select t.name into called from testimonials t where t.id = row_key;
    when 'blogs' then select b.title into called from blogs b where b.id = row_key;
    when 'projects' then select p.title into called from projects p where p.id = row_key;
    when 'utility_items' then select i.title into called from utility_items i where i.id = row_key;
    when 'policy_versions' then select v.title into called from policy_versions v where v.id = row_key;
    when 'media' then select m.name into called from media m where m.id = row_key;
    when 'holidays' then
      select format('%s, %s', h.name, to_char(h.day, 'FMDD Mon YYYY')) into called from holidays h where h.id = row_key;
    else null;
  end case;
  return called;
end
$$;
