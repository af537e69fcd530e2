/** How the rows of a table are made. `n` counts from 1. */
export interface Filling {
  table: string
  /** Rows in one part. A school of full size has 10,000 parts. */
  perPart: number
  /** Rows besides, in a school of any size. */
  besides?: number
  columns: string
  /** SQL of the values, in the order of `columns`. A name in braces is a count of the school: see `counts`. */
  values: string
  /** Leaves out rows. */
  where?: string
}

/** The size that the product is built for, in parts. */
export const fullSize = 10_000

/** Counts that the values refer to. */
export const counts = (parts: number) => ({
  courses: parts,
  batches: 5 * parts,
  students: 100 * parts,
  orders: 300 * parts,
  sessions: 100 * parts,
  recordings: 25 * parts,
  instructors: Math.ceil(parts / 20),
  staff: 2 + Math.ceil(parts / 100),
  leads: 30 * parts,
  messages: 3 * parts,
  recipients: 60 * parts,
  exercises: 5 * parts,
  submissions: 40 * parts,
  questions: 10 * parts,
  imports: Math.ceil(parts / 50),
  cancelledBatches: Math.ceil(parts / 10),
})
type Count = keyof ReturnType<typeof counts>

/** An even time within the last two years. */
const within = (total: Count) => `now() - (1 - n::float8 / greatest({${total}}, n)) * interval '730 days'`
const pick = (total: Count, factor: number) => `1 + (n::bigint * ${factor}) % {${total}}`
const oneOf = (words: readonly string[], index = 'n') =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + (${index}) % ${words.length}]`

// Every student has three orders, each for another batch.
const studentOfOrder = `1 + (n::bigint * 7919) % {students}`
const batchOfOrder = `1 + (n::bigint * 104729 + n / {students} * 17) % {batches}`
const messageOfRecipient = pick('messages', 1)
const studentOfRecipient = pick('students', 7919)
const isUnsent = '(n <= {recipients} and n % 1000 = 7)'
const isPaid = 'n % 20 < 12'
const isRefunded = `${isPaid} and n % 50 = 20`
const studentName = `${oneOf(['Asha', 'Ravi', 'Meera', 'Kabir', 'Nisha', 'Arjun', 'Divya', 'Imran', 'Leela', 'Vikram', 'Sunita'])} || ' ' ||
  ${oneOf(['Patil', 'Kulkarni', 'Shah', 'Nair', 'Reddy', 'Khan', 'Iyer', 'Das', 'Gupta', 'Rao', 'Joshi', 'Menon', 'Bose'])}`
const subjects = [
  'React',
  'Python',
  'Kubernetes',
  'Machine Learning',
  'SQL',
  'AWS',
  'Java',
  'TypeScript',
  'Terraform',
  'Data Analysis',
]
const forms = ['in Practice', 'from Scratch', 'for Teams', 'Masterclass', 'Bootcamp', 'Essentials', 'at Scale', 'for Analysts']
const levels = ['Beginner', 'Intermediate', 'Advanced']
const categories = ['Full Stack', 'AI/ML', 'Cloud', 'DevOps']
/** A word that few courses share: four syllables chosen by the digits of a number. */
const rareWord = (of: string) =>
  `(select string_agg(${oneOf(['ka', 'lo', 'mi', 'ru', 'sen', 'tor', 'vex', 'dun', 'pra', 'zil', 'hon'], `${of} / (11 ^ i)::int`)}, '') from generate_series(0, 3) i)`
/** The fifth batch of a course begins in about four months; the first has ended long ago. */
const batchStart = `date_trunc('day', now()) + interval '14 hours' + ((n - 1) / {courses} * 95 - 260 + n % 60) * interval '1 day'`
const sessionBatch = `1 + (n - 1) / 20`
const sessionStart = `date_trunc('day', now()) + interval '14 hours'
  + ((${sessionBatch} - 1) / {courses} * 95 - 260 + ${sessionBatch} % 60 + (n - 1) % 20 * 4) * interval '1 day'`
const printed = `jsonb_build_object('brand', 'Karyashala', 'payment_id', 'pay_Growth' || n, 'amount_paise', 3600000,
  'supplier', jsonb_build_object('legal_name', 'Karyashala Learning', 'address', jsonb_build_array('12 Law College Road', 'Pune 411004'),
    'gstin', null, 'email', 'hello@karyashala.example', 'phone', '020 5550 0100'),
  'student', jsonb_build_object('name', 'Asha Patil', 'email', 'student' || n || '@example.com'),
  'sold', jsonb_build_object('course_title', 'React in Practice', 'batch_type', 'Weekday evening', 'starts_at', '2026-01-05T14:00:00Z',
    'time_text', '7:30 PM – 9:00 PM IST'), 'tax', null, 'paid_at', '2026-01-02T14:00:00Z')`

/** Tables in the order in which they are filled. */
const staffRole = oneOf(['owner', 'content', 'support', 'finance', 'instructor'])

export const fillings: readonly Filling[] = [
  {
    table: 'staff',
    perPart: 0.01,
    besides: 2,
    columns: 'email, name, role, roles, accepted_at',
    values: `'staff' || n || '@karyashala.example', ${studentName}, ${staffRole}, array[${staffRole}]::text[], now()`,
  },
  {
    table: 'instructors',
    perPart: 0.05,
    columns: 'id, name, bio, background, languages',
    values: `n, ${studentName} || ' ' || n, 'Reviews code every day.', 'Ten years as an engineer', '{English,Hindi}'`,
  },
  {
    table: 'courses',
    perPart: 1,
    columns: `id, slug, title, category, description, overview, university, duration, difficulty_level, course_type, price_paise, discounts,
      objectives, skills_covered, tools_covered, designations, curriculum, publication`,
    values: `n, 'course-' || n, ${oneOf(subjects)} || ' ' || ${oneOf(forms, 'n / 10')} || ' ' || ${rareWord('n')}, ${oneOf(categories)},
      'You build and ship ' || ${oneOf(subjects)} || ' work with reviewed code every week.',
      repeat('Live classes in small batches with reviews of every exercise. ', 12), 'Karyashala', '14 weeks', ${oneOf(levels)}, 'Live online',
      4500000, '[{"value":"20%"}]', '{Ship a product,Review code}', array[${oneOf(subjects)}, ${oneOf(subjects, 'n / 7')}, ${rareWord('n * 31')}],
      array[${oneOf(subjects, 'n / 3')}, 'Git', ${rareWord('n * 57')}], '{Engineer,Analyst}',
      jsonb_build_array(jsonb_build_object('Foundations', '["HTTP","Types","Testing"]'::jsonb), jsonb_build_object('Projects', '["Booking","Billing"]'::jsonb)),
      'published'`,
  },
  {
    table: 'batches',
    perPart: 5,
    columns: `id, course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type,
      instructor_id, capacity, classroom_url`,
    values: `n, 1 + (n - 1) % {courses}, ${batchStart}, ${batchStart} + interval '77 days 90 minutes', '7:30 PM – 9:00 PM IST', 90, '{1,3,5}',
      'Live online', 'Weekday evening', ${pick('instructors', 13)}, case when n % 3 = 0 then 60 end,
      'https://classroom.example/room'`,
  },
  {
    table: 'batch_patterns',
    perPart: 5,
    columns: 'batch_id, weekdays, clock, minutes, first_day, class_count',
    values: `n, '{1,3,5}', '19:30', 90, (${batchStart})::date, 20`,
  },
  {
    table: 'class_sessions',
    perPart: 100,
    columns: 'id, batch_id, topic, module, starts_at, ends_at',
    values: `n, ${sessionBatch}, 'Topic ' || (n - 1) % 20, 'Foundations', ${sessionStart}, ${sessionStart} + interval '90 minutes'`,
  },
  {
    table: 'recordings',
    perPart: 25,
    columns: 'id, title, video_url, recorded_on, duration_seconds, is_preview, session_id',
    values: `n, 'Class ' || n, 'media/recordings/day-1.mp4', current_date - 30, 5400,
      n % 500 = 0, n * 2`,
  },
  {
    table: 'users',
    perPart: 100,
    columns: 'id, email, full_name, phone, verified_at, consent_version, consented_at, created_at',
    values: `n, 'student' || n || '@example.com', ${studentName}, (6000000000 + n)::text, case when n % 20 > 0 then ${within('students')} end,
      '1', now(), ${within('students')}`,
  },
  {
    table: 'sessions',
    perPart: 100,
    columns: 'id, user_id, user_agent, last_seen_at, idle_expires_at, expires_at',
    values: `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, 'Chrome on Android', now() - n % 7 * interval '1 day',
      now() + interval '5 days', now() + interval '20 days'`,
  },
  {
    table: 'refresh_tokens',
    perPart: 100,
    columns: 'hash, session_id, generation',
    values: `sha256(n::text::bytea), ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1`,
  },
  {
    table: 'known_networks',
    perPart: 100,
    columns: 'email, network',
    values: `'student' || n || '@example.com', ('10.' || n / 65536 % 256 || '.' || n / 256 % 256 || '.0/24')::cidr`,
  },
  {
    table: 'registrations',
    perPart: 5,
    columns: 'user_id, address, full_name, phone, consent_version, consented_at',
    values: `n * 20, '10.0.0.0/24', ${studentName}, (6000000000 + n)::text, '1', now() - n % 60 * interval '1 day'`,
  },
  {
    table: 'code_sends',
    perPart: 2,
    columns: 'email, network, sent_at, purpose',
    values: `'student' || n * 7 || '@example.com', '10.0.0.0/24', now() - n % 48 * interval '1 hour', 'sign_in'`,
  },
  {
    table: 'code_guesses',
    perPart: 1,
    columns: 'email, purpose, network, guessed_at',
    values: `'student' || n * 7 || '@example.com', 'sign_in', '10.0.0.0/24', now() - n % 48 * interval '1 hour'`,
  },
  {
    table: 'codes',
    perPart: 1,
    columns: 'email, purpose, code_hash, expires_at',
    values: `'student' || n * 7 || '@example.com', 'sign_in', sha256(n::text::bytea), now() - n % 24 * interval '1 hour'`,
  },
  {
    table: 'payment_orders',
    perPart: 300,
    columns: `id, user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id, receipt,
      provider_order_id, status, hold_until, next_check_at, checks, created_at, claimed_at, started_at`,
    values: `n, ${studentOfOrder}, ${batchOfOrder}, 3600000, 'INR', 'React in Practice', 4500000, '[{"value":"20%"}]',
      case when n % 1000 = 11 then 'offline' else 'razorpay' end, 'rzp_sandbox_growth', 'growth-' || n, 'order_Growth' || n,
      case when ${isPaid} then 'paid' when n > {orders} - greatest({orders} / 1000, 20) then 'open' when n % 20 < 16 then 'expired' else 'superseded' end,
      ${within('orders')} + interval '15 minutes',
      case when not (${isPaid}) and n > {orders} - greatest({orders} / 1000, 20) then now() + n % 60 * interval '1 minute' end, 1,
      ${within('orders')}, ${within('orders')}, ${within('orders')}`,
  },
  {
    table: 'payments',
    perPart: 300,
    columns: 'id, provider_payment_id, order_id, amount_paise, currency, status, disposition, method, created_at, captured_at',
    values: `n, 'pay_Growth' || n, n, 3600000, 'INR', case when n % 20 = 12 then 'failed' when ${isRefunded} then 'refunded' else 'captured' end,
      case when n % 20 = 12 then 'pending' when ${isRefunded} then 'refunded' else 'enrolled' end, ${oneOf(['upi', 'card', 'netbanking'])},
      ${within('orders')}, case when n % 20 < 12 then ${within('orders')} end`,
    where: 'n % 20 <= 12',
  },
  {
    table: 'enrolments',
    perPart: 300,
    columns: 'id, user_id, batch_id, payment_id, created_at, ended_at',
    values: `n, ${studentOfOrder}, ${batchOfOrder}, n, ${within('orders')}, case when ${isRefunded} then now() end`,
    where: isPaid,
  },
  {
    table: 'receipts',
    perPart: 300,
    columns: 'id, payment_id, financial_year, number, issued_at, printed',
    values: `n, n, extract(year from ${within('orders')} - interval '90 days')::int, n / 20 * 12 + n % 20 + 1, ${within('orders')}, ${printed}`,
    where: isPaid,
  },
  {
    table: 'refunds',
    perPart: 300,
    columns: `id, payment_id, amount_paise, idempotency_key, provider_refund_id, status, reason, actor_kind, ends_access, created_at,
      settled_at`,
    values: `n, n, 3600000, 'growth-refund-' || n, 'rfnd_Growth' || n, 'processed', 'The student asked for it.', 'staff', true,
      ${within('orders')}, ${within('orders')}`,
    where: isRefunded,
  },
  {
    table: 'refund_notes',
    perPart: 300,
    columns: 'refund_id, kind, financial_year, number, issued_at, printed',
    values: `n, 'refund_note', extract(year from ${within('orders')} - interval '90 days')::int, n, ${within('orders')}, ${printed}`,
    where: isRefunded,
  },
  {
    table: 'buyers',
    perPart: 60,
    columns: 'user_id, state_code, saved_at',
    values: `n, '27', now()`,
  },
  {
    table: 'offline_payments',
    perPart: 3,
    columns: `user_id, batch_id, method, reference, amount_paise, course_title, price_paise, discounts, received_on, received_by, state,
      return_method, return_reference, returned_on, closed_by, recorded_at`,
    values: `${pick('students', 31)}, ${pick('batches', 7)}, 'upi', 'UTR' || n, 3600000, 'React in Practice', 4500000, '[]', current_date - n % 700,
      1, 'returned', 'upi', 'BACK' || n, current_date, 1, ${within('orders')}`,
  },
  {
    table: 'approvals',
    perPart: 3,
    columns:
      'key, call_hash, kind, user_id, batch_id, amount_paise, payment_id, reason, state, asked_by, asked_at, decided_by, decided_at, answer, counted_paise',
    values: `gen_random_uuid(), sha256(n::text::bytea), 'refund', ${pick('students', 31)}, ${pick('batches', 7)}, 3600000, n * 20, 'The student asked.',
      'declined', 1, now() - interval '9 days', 2, now() - interval '8 days', 'Not due.', 3600000`,
  },
  {
    table: 'coupons',
    perPart: 1,
    columns: 'id, code, kind, value, first_purchase, stacks, state',
    values: `n, 'GROWTH' || n, 'percent', 10, false, true, case when n % 10 < 8 then 'ended' else 'active' end`,
  },
  {
    table: 'coupon_tallies',
    perPart: 1,
    columns: 'coupon_id, uses, reserved, given_paise, reserved_paise, sold_paise',
    values: 'n, 30, 3, 10800000, 1080000, 97200000',
  },
  {
    table: 'coupon_uses',
    perPart: 30,
    columns: 'coupon_id, order_id, payment_id, discount_paise, state, changed_at',
    values: `${pick('courses', 7)}, n * 10, case when n > 3 then n * 10 end, 360000, case when n > 3 then 'spent' else 'reserved' end, now()`,
  },
  {
    table: 'scholarships',
    perPart: 1,
    columns: 'student_id, batch_id, price_paise, reason, valid_until, state, granted_at',
    values: `n * 100, ${pick('batches', 7)}, 1000000, 'Scholarship of the alumni.', current_date + 30, 'ended', ${within('courses')}`,
  },
  {
    table: 'payment_plans',
    perPart: 1,
    columns: 'course_id, name, parts, fee_paise, state',
    values: `${pick('courses', 7)}, 'Two parts', '[{"percent":50,"days":0},{"percent":50,"days":30}]', 0, 'ended'`,
  },
  {
    table: 'instalments',
    perPart: 15,
    columns: 'enrolment_id, number, parts, amount_paise, agreed_on, due_on, state, payment_id, reminders',
    values: `n * 20, 1, 1, 1800000, current_date + (n % 90 - 60)::int, current_date + (n % 90 - 60)::int, 'open', null, 4`,
  },
  {
    table: 'waitlist_entries',
    perPart: 4,
    columns: 'batch_id, user_id, state, turn, joined_at, closed_at, closed_because, leave_hash',
    values: `${pick('batches', 7)}, n * 25, case when n % 20 = 0 then 'waiting' else 'lapsed' end, n, ${within('courses')},
      case when n % 20 > 0 then now() end, case when n % 20 > 0 then 'batch_started' end, sha256(n::text::bytea)`,
  },
  {
    table: 'checkout_reminders',
    perPart: 2,
    columns: 'user_id, batch_id, created_at',
    values: `n * 40, ${pick('batches', 7)}, now() - interval '90 days'`,
  },
  {
    table: 'payment_links',
    perPart: 1,
    columns: 'token_hash, student_id, batch_id, given_paise, reason, expires_at, state, made_by, made_at',
    values: `sha256(('link ' || n)::bytea), n * 100, ${pick('batches', 7)}, 0, 'Agreed on the phone.', now() + interval '1 day', 'withdrawn', 1, ${within('courses')}`,
  },
  {
    table: 'payment_choices',
    perPart: 1,
    columns: 'user_id, batch_id, coupon_id, chosen_at',
    values: `n * 100, ${pick('batches', 7)}, n, now() - n % 168 * interval '1 hour'`,
  },
  {
    table: 'purchase_requests',
    perPart: 6,
    columns: 'user_id, enrolment_id, kind, from_batch_id, reason, status, answer, created_at, decided_at, decided_by_kind',
    values: `${pick('students', 7919 * 20)}, n * 20, 'refund', ${pick('batches', 7)}, 'My plans changed.', 'declined', 'The batch has begun.',
      ${within('leads')}, now(), 'staff'`,
  },
  {
    table: 'disputes',
    perPart: 0.1,
    columns: 'provider_dispute_id, payment_id, amount_paise, amount_deducted_paise, status, created_at, updated_at, reported_at',
    values: `'disp_Growth' || n, n * 20, 3600000, 0, 'won', now(), now(), now()`,
  },
  {
    table: 'settlements',
    perPart: 2,
    columns:
      'provider_settlement_id, key_id, status, amount_paise, fee_paise, tax_paise, utr, settled_at, booked_on, entry_count, read_at',
    values: `'setl_Growth' || n, 'rzp_growth', 'processed', 35150400, 849600, 129600, 'KRY' || n, now() - n * interval '1 hour',
      (now() - n * interval '1 hour')::date, 10, now()`,
  },
  {
    table: 'settlement_entries',
    perPart: 20,
    columns:
      'settlement_id, entity_id, type, provider_payment_id, debit_paise, credit_paise, amount_paise, fee_paise, tax_paise, created_at',
    values: `1 + (n - 1) / 10, 'pay_Growth' || n, 'payment', 'pay_Growth' || n, 0, 3515040, 3600000, 84960, 12960, now()`,
  },
  {
    table: 'enrolment_moves',
    perPart: 2,
    columns: 'enrolment_id, from_batch_id, to_batch_id, reason, moved_at',
    values: `n * 20, ${pick('batches', 7)}, 1 + (n * 7 + 1) % {batches}, 'The student asked.', now()`,
  },
  {
    table: 'webhook_events',
    perPart: 200,
    columns: 'provider, event_id, event_type, body, received_at, processed_at, next_attempt_at, provider_payment_id',
    values: `'razorpay', 'evt_Growth' || n, 'payment.captured', '', now() - interval '9 days', now() - interval '9 days', now() - interval '9 days',
      'pay_Growth' || n`,
  },
  {
    table: 'attendance_imports',
    perPart: 1,
    columns: 'id, session_id, staff_id, file_name, hash, state, created_at, ran_at',
    values: `n, ${pick('sessions', 11)}, 1, 'report.csv', 'h' || n, 'done', now() - n % 90 * interval '1 day', now() - n % 90 * interval '1 day'`,
  },
  {
    table: 'attendance_import_rows',
    perPart: 30,
    columns: 'import_id, line, raw, name, email, began_at, ended_at, state, user_id',
    values: `1 + (n - 1) / 30, n, '', ${studentName}, 'student' || n || '@example.com', now(), now(), 'matched', ${pick('students', 7919)}`,
  },
  {
    table: 'batch_cancellations',
    perPart: 0.1,
    columns: 'batch_id, reason, actor_kind, created_at',
    values: `n * 5, 'Too few students.', 'staff', now()`,
  },
  {
    table: 'cancelled_enrolments',
    perPart: 2,
    columns: 'enrolment_id, batch_id, action, outcome, decided_at',
    values: `n * 20, 5 * (${pick('cancelledBatches', 1)}), 'refund', 'refunded', now()`,
  },
  {
    table: 'classroom_meetings',
    perPart: 20,
    columns: 'session_id, provider, external_id, created_at',
    values: `n * 5, 'link', 'meeting-' || n, now()`,
  },
  {
    table: 'limit_counters',
    perPart: 2,
    columns: 'key, window_start, count',
    values: `'read 10.0.' || n, date_trunc('hour', now()) - n % 24 * interval '1 hour', 5`,
  },
  {
    table: 'list_exports',
    perPart: 0.5,
    columns: 'list, filter, rows, created_at',
    values: `'payments', '{}', 100, now()`,
  },
  {
    table: 'media',
    perPart: 0.5,
    columns: 'key, whole_key, master_key, name, width, height',
    values: `lpad(to_hex(n), 32, '0'), lpad(to_hex(n), 32, 'a'), lpad(to_hex(n), 32, 'b'), 'Picture ' || n, 1200, 800`,
  },
  {
    table: 'pay_back_references',
    perPart: 3,
    columns: 'kind, reference_key, offline_payment_id',
    values: `'transfer', 'BACK' || n, n`,
  },
  {
    table: 'pending_changes',
    perPart: 0.1,
    columns: 'user_id, code_email, email, requested_at',
    values: `n * 97, 'student' || n || '@example.com', 'new' || n || '@example.com', now()`,
  },
  {
    table: 'recording_grants',
    perPart: 20,
    columns: 'id, user_id, batch_id, expires_at',
    values: `gen_random_uuid(), n, ${pick('batches', 7)}, now() + interval '1 hour'`,
  },
  {
    table: 'refund_vouchers',
    perPart: 300,
    columns: 'refund_id, financial_year, number, issued_at, printed',
    values: `n, extract(year from ${within('orders')} - interval '90 days')::int, n, ${within('orders')}, ${printed}`,
    where: `${isRefunded} and n % 200 = 20`,
  },
  {
    table: 'staff_acts',
    perPart: 5,
    columns: 'act, subject, created_at',
    values: `'mail_retried', 'students', now()`,
  },
  {
    table: 'student_exports',
    perPart: 1,
    columns: 'user_id, staff_id, created_at',
    values: `${pick('students', 7919)}, 1, now()`,
  },
  {
    table: 'undo_links',
    perPart: 0.5,
    columns: 'token_hash, user_id, email, phone_changed, created_at, expires_at',
    values: `sha256(n::text::bytea), n * 97, 'old' || n || '@example.com', false, now(), now() + n % 7 * interval '1 day'`,
  },
  {
    table: 'unmatched_payments',
    perPart: 0.1,
    columns:
      'provider_payment_id, provider_order_id, receipt, amount_paise, currency, status, found_at, dismissed_at, dismissed_by_kind, dismissed_reason',
    values: `'pay_Other' || n, 'order_Other' || n, 'other', 100, 'INR', 'captured', now(), now(), 'staff', 'Another shop.'`,
  },
  {
    table: 'enquiries',
    perPart: 20,
    columns: 'id, kind, name, email, phone, course_name, message, consent_version, consented_at, created_at',
    values: `n, 'callback', ${studentName}, 'visitor' || n || '@example.com', (7000000000 + n)::text, 'React in Practice', 'Please call me.', '1',
      now(), ${within('leads')}`,
  },
  {
    table: 'leads',
    perPart: 30,
    columns: 'id, kind, enquiry_id, order_id, received_at, owner_id, answered_at, closed_at, outcome',
    values: `n, case when n <= {leads} * 2 / 3 then 'callback' else 'checkout' end, case when n <= {leads} * 2 / 3 then n end,
      case when n > {leads} * 2 / 3 then n::bigint * 20 - {leads} * 2 / 3 * 20 + 13 end, ${within('leads')}, ${pick('staff', 1)},
      ${within('leads')} + interval '1 hour', case when n % 50 > 0 then ${within('leads')} + interval '2 days' end, case when n % 50 > 0 then 'no_answer' end`,
  },
  {
    table: 'lead_messages',
    perPart: 10,
    columns: 'lead_id, staff_id, subject, body, created_at',
    values: `${pick('leads', 3)}, 1, 'Your question', 'The next batch begins on Monday.', now()`,
  },
  {
    table: 'lead_notes',
    perPart: 10,
    columns: 'lead_id, staff_id, body, created_at',
    values: `${pick('leads', 3)}, 1, 'Called twice.', now()`,
  },
  {
    table: 'mail_outbox',
    perPart: 300,
    columns: 'to_address, template, props, cause, created_at, sent_at, given_up_at, last_error',
    // The first ones are those of the recipients of messages. Of these a few could not be sent.
    values: `'student' || ${studentOfOrder} || '@example.com', ${oneOf(['receipt', 'class-reminder', 'class-changes', 'sign-in-code'])},
      jsonb_build_object('name', 'Asha Patil', 'course', 'React in Practice', 'serial', n),
      case when n <= {recipients} then 'message:' || ${messageOfRecipient} || ':' || ${studentOfRecipient} else 'growth:' || n end, ${within('orders')},
      case when not ${isUnsent} then ${within('orders')} end, case when ${isUnsent} then ${within('orders')} end,
      case when ${isUnsent} then 'The mail server could not be reached.' end`,
  },
  {
    table: 'bouncing_addresses',
    perPart: 1,
    columns: 'address, since, refused_at, reply',
    values: `'student' || n * 97 || '@example.com', now() - n % 300 * interval '1 day', now() - n % 300 * interval '1 day', '550 no such user'`,
  },
  {
    table: 'audit_log',
    perPart: 100,
    columns: 'at, actor_kind, actor_id, table_name, row_id, operation, changes',
    values: `${within('students')}, 'staff', ${pick('staff', 1)}, ${oneOf(['courses', 'batches', 'leads', 'users', 'class_sessions'])},
      (${pick('courses', 7)})::text, 'update', '{"title":{"before":"React","after":"React in Practice"}}'`,
  },
  {
    table: 'attendance_evidence',
    perPart: 200,
    columns: 'session_id, user_id, source, began_at, ended_at, received_at',
    values: `${pick('sessions', 11)}, ${pick('students', 7919)}, 'press', now() - interval '9 days', now() - interval '8 days', now()`,
  },
  {
    table: 'attendance_decisions',
    perPart: 20,
    columns: 'session_id, user_id, status, decided_by, decided_at',
    values: `${pick('sessions', 11)}, ${pick('students', 7919)}, 'present', 1, now()`,
  },
  {
    table: 'absence_notices',
    perPart: 20,
    columns: 'session_id, user_id, created_at',
    values: `${pick('sessions', 11)}, ${pick('students', 7919)}, now()`,
  },
  {
    table: 'class_reminders',
    perPart: 100,
    columns: 'session_id, starts_at, user_id, offset_minutes, created_at',
    values: `${pick('sessions', 11)}, now() - interval '9 days', ${pick('students', 7919)}, 15, now() - interval '9 days'`,
  },
  {
    table: 'class_notices',
    perPart: 5,
    columns: 'batch_id, change, students, created_at',
    values: `n, 'timetable', 30, now()`,
  },
  {
    table: 'classroom_outbox',
    perPart: 20,
    columns: 'session_id, provider, created_at, done_at, next_attempt_at',
    values: `n * 5, 'link', now(), now(), now()`,
  },
  {
    table: 'recording_positions',
    perPart: 100,
    columns: 'user_id, recording_id, position_seconds, watched_at, updated_at',
    values: `n, ${pick('recordings', 7)}, 600, now(), now()`,
  },
  {
    table: 'class_notes',
    perPart: 100,
    columns: 'user_id, session_id, text, created_at, changed_at',
    values: `n, ${pick('sessions', 7)}, 'Note ' || n, now(), now()`,
  },
  {
    table: 'recording_notices',
    perPart: 20,
    columns: 'session_id, created_at',
    values: `n * 5, now()`,
  },
  {
    table: 'class_chapters',
    perPart: 10,
    columns: 'recording_id, at_seconds, title',
    values: `n * 2, 0, 'Chapter'`,
  },
  {
    table: 'recording_captions',
    perPart: 2,
    columns: 'recording_id, language, vtt',
    values: `n * 10, 'en', 'WEBVTT'`,
  },
  {
    table: 'calendar_feeds',
    perPart: 20,
    columns: 'user_id, token_hash, created_at',
    values: `n * 5, sha256(n::text::bytea), now()`,
  },
  {
    table: 'mail_preferences',
    perPart: 5,
    columns: 'user_id, kind, wanted, changed_at',
    values: `n * 5, 'reminder_day', false, now()`,
  },
  {
    table: 'messages',
    perPart: 3,
    columns: 'id, batch_id, subject, body, author_id, created_at, sent_at, sent_by_id, recipients',
    values: `n, ${pick('batches', 7)}, 'Before the next class', 'Please install Node.', 1, now(), now(), 1, 30`,
  },
  {
    table: 'message_recipients',
    perPart: 60,
    columns: 'message_id, user_id',
    values: `${messageOfRecipient}, ${studentOfRecipient}`,
  },
  {
    table: 'batch_outcomes',
    perPart: 5,
    columns: 'batch_id, students, attended, counted, certificates, exercises, accepted, first_day, last_day',
    values: `n, 24, 400, 480, 20, 48, 40, current_date - 90, current_date - 10`,
  },
  {
    table: 'certificates',
    perPart: 40,
    columns: `code, number, user_id, batch_id, issued_at, rule, wanted_percent, attended, counted, exercises, accepted, holder, course_title, school,
      classes, minutes, first_day, last_day`,
    values: `lpad(to_hex(n), 32, '0'), regexp_replace(translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY'), '^(.{4})', 'KA-\\1-'),
      ${pick('students', 7919)}, ${pick('batches', 7)}, ${within('submissions')}, 'attendance', 75, 18, 20, 0, 0,
      ${studentName}, 'React in Practice', 'Karyashala', 20, 1800, current_date - 90, current_date - 10`,
  },
  {
    table: 'exercises',
    perPart: 5,
    columns: 'id, session_id, title, due_at',
    values: `n, n * 20, 'Build a form', now() + interval '9 days'`,
  },
  {
    table: 'submissions',
    perPart: 40,
    columns: 'id, exercise_id, user_id, attempt, text, submitted_at, reviewed',
    values: `n, ${pick('exercises', 1)}, ${pick('students', 7919)}, 1, 'Here is my work.', ${within('submissions')}, n % 10 > 0`,
  },
  {
    table: 'submission_reviews',
    perPart: 40,
    columns: 'submission_id, outcome, words, reviewed_at',
    values: `n, 'accepted', 'Well done.', now()`,
    where: 'n % 10 > 0',
  },
  {
    table: 'questions',
    perPart: 10,
    columns: 'id, batch_id, user_id, title, body, created_at',
    values: `n, ${pick('batches', 7)}, ${pick('students', 7919)}, 'How does it work?', 'I see an error.', now() - n % 300 * interval '1 day'`,
  },
  {
    table: 'answers',
    perPart: 10,
    columns: 'question_id, staff_id, body, created_at',
    values: `n, 1, 'Like this.', now() - n % 300 * interval '1 day'`,
    where: 'n % 10 > 0',
  },
  {
    table: 'question_waits',
    perPart: 10,
    columns: 'question_id, waits_since',
    values: `n, now() - n % 300 * interval '1 day'`,
    where: 'n % 10 = 0',
  },
  {
    table: 'reviews',
    perPart: 20,
    columns:
      'user_id, course_id, rating, text, shown_as, name, consent_version, consented_at, state, decided_by, decided_at, created_at, changed_at',
    values: `${pick('students', 7919)}, ${pick('courses', 3)}, 5, 'The reviews of my code taught me most.', 'first', 'Asha', 1, now(), 'published', 1,
      now(), now(), now()`,
  },
  {
    table: 'trial_guests',
    perPart: 3,
    columns: 'session_id, enquiry_id, created_at, told_starts_at, released_at',
    values: `${pick('sessions', 11)}, n, now(), now(), now()`,
  },
  {
    table: 'live_classes',
    perPart: 20,
    columns: 'session_id, last_event',
    values: `n * 5, 20`,
  },
  {
    table: 'class_people',
    perPart: 20,
    columns: 'session_id, user_id',
    values: `n * 5, n`,
  },
  {
    table: 'class_messages',
    perPart: 20,
    columns: 'session_id, event_id, person_id, client_id, text, sent_at',
    values: `n * 5, 1, n, 'm', 'Hello', now()`,
  },
  {
    table: 'class_questions',
    perPart: 20,
    columns: 'session_id, event_id, person_id, client_id, text, asked_at',
    values: `n * 5, 2, n, 'q', 'What is a closure?', now()`,
  },
  {
    table: 'class_votes',
    perPart: 20,
    columns: 'question_id, person_id, voted_at',
    values: `n, n, now()`,
  },
  {
    table: 'class_hands',
    perPart: 20,
    columns: 'person_id, raised_at',
    values: `n, now()`,
  },
  {
    table: 'class_polls',
    perPart: 20,
    columns: 'session_id, event_id, staff_id, client_id, question, options, is_multiple, opened_at, closed_at',
    values: `n * 5, 3, 1, 'p', 'Which?', array['A', 'B'], false, now(), now()`,
  },
  {
    table: 'class_prepared_polls',
    perPart: 20,
    columns: 'session_id, staff_id, client_id, question, options, is_multiple, prepared_at',
    values: `n * 5, 1, 'p', 'Which?', array['A', 'B'], false, now()`,
  },
  {
    table: 'class_poll_answers',
    perPart: 20,
    columns: 'poll_id, person_id, options, answered_at',
    values: `n, n, array[1], now()`,
  },
  {
    table: 'class_topics',
    perPart: 20,
    columns: 'session_id, event_id, client_id, title, began_at',
    values: `n * 5, 4, 't', 'Scope', now()`,
  },
  {
    table: 'class_marks',
    perPart: 20,
    columns: 'person_id, client_id, marked_at',
    values: `n, 'k', now()`,
  },
  {
    table: 'class_presence',
    perPart: 20,
    columns: 'person_id, began_at, seen_at, left_at',
    values: `n, now(), now(), now()`,
  },
  {
    table: 'student_notes',
    perPart: 5,
    columns: 'user_id, staff_id, kind, body, created_at',
    values: `${pick('students', 7919)}, 1, 'note', 'Prefers the evening.', now()`,
  },
  {
    table: 'student_imports',
    perPart: 0.02,
    columns: `staff_id, file_name, reason, file_hash, hash, state, lines, accounts, enrolments, unchanged, problems, created_at, ran_at`,
    values: `1, 'students.csv', 'A company.', 'h' || n, 'h' || n, 'done', 500, 500, 0, 0, 0, now() - interval '9 days', now() - interval '9 days'`,
  },
  {
    table: 'arrivals',
    perPart: 0.02,
    columns:
      'kind, staff_id, file_name, source, state, lines, additions, changes, unchanged, problems, columns, run_by, created_at, ran_at',
    values: `'past_payments', 1, 'sales.csv', 'Bright Academy', 'done', 500, 500, 0, 0, 0, '[]', 1, now() - interval '9 days', now() - interval '9 days'`,
  },
  {
    table: 'arrival_rows',
    perPart: 10,
    columns: 'arrival_id, line, cells, outcome, target_id',
    values: `${pick('imports', 1)}, n, jsonb_build_object('email', 'student' || n || '@example.com', 'amount', '12000'), 'new', n`,
  },
  {
    table: 'past_payments',
    perPart: 10,
    columns: 'user_id, source, amount_paise, paid_on, reference, method, course, arrival_id, created_at',
    values: `${pick('students', 7919)}, 'Bright Academy', 1200000, date '2024-03-05' + (n % 300)::int, 'ORD-' || n, 'UPI', 'React Basics', ${pick('imports', 1)}, now()`,
  },
  {
    table: 'student_import_rows',
    perPart: 10,
    columns: 'import_id, line, name, email, phone, batch, outcome, user_id',
    values: `${pick('imports', 1)}, n, ${studentName}, 'student' || n || '@example.com', '', '', 'account', n`,
  },
  {
    table: 'former_addresses',
    perPart: 1,
    columns: 'user_id, email, proven',
    values: `n * 97, 'former' || n || '@example.com', true`,
  },
  {
    table: 'blogs',
    perPart: 0.1,
    columns: 'title, slug, category, author, excerpt, content, published_on, publication, blocks',
    values: `'Learning ' || ${oneOf(subjects)} || ' ' || n, 'blog-' || n, 'Learning', ${studentName}, 'What we learned about ' || ${oneOf(subjects)},
      array[repeat('We wrote it down once. ', 40)], current_date - n % 700, 'published', '[]'`,
  },
  {
    table: 'utility_items',
    perPart: 0.02,
    columns: 'utils_type, title, summary, content, publication',
    values: `${oneOf(['SERV', 'RES'])}, 'Guide ' || n || ' to ' || ${oneOf(subjects)}, 'A short guide.', '[{"title":"Begin","description":"Read."}]', 'published'`,
  },
  {
    table: 'companies',
    perPart: 0.02,
    columns: 'name, industry, city, why, is_partner, is_alumni_employer',
    values: `'Company ' || n, 'Software', 'Pune', 'They hire engineers.', true, true`,
  },
]
