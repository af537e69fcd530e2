/** Statements that read a growing table in whole, and why they may. */
export const allowedReads: readonly { names: RegExp; why: string }[] = [
  {
    names: /_(count|total)$|^count_audit_transactions$/,
    why: 'A count reads what it counts, from an index where one has the condition. The total of a list ends at ten thousand rows.',
  },
  {
    names:
      /^(approvals|refunds|offline_payments|attendance|questions|reviews|certificates|courses|batches|blogs|leads|requests|messages|disputes|documents|payments|media|students|coupons|coupon_uses|scholarships|payment_plans|instalments|waitlist|payment_links)_for_staff_by_/,
    why: 'Staff search a list for any part of its texts, and order it by columns that are rarely chosen. Only the search of students has an index of trigrams.',
  },
  {
    names: /^(needs_of_instructor|find_own_batches|work_of_instructors|feed_classes)$/,
    why: 'An instructor reads the own batches and those with an own class as a substitute, which is an alternative over two tables.',
  },
  {
    names: /^(published_courses|upcoming_offers)$/,
    why: 'The list of courses on the wire is a whole array. Its answer is cached.',
  },
  {
    names: /^(categories_of_courses|count_courses)$/,
    why: 'The courses are counted in a few milliseconds. The answer is cached.',
  },
  { names: /^owed_in_parts$/, why: 'It sums all that is owed, from an index that has nothing else.' },
  { names: /^(list_public_records|read_list_changes)$/, why: 'The sitemap names every page. Its answer is cached.' },
  { names: /^named_batches$/, why: 'A file of students names batches in words of its own. They are read once a check.' },
  {
    names: /^(course_of_line|courses_of_name)$/,
    why: 'A line of a file names a course by its title in any case. Only an import asks, and courses are few.',
  },
  { names: /^batch_for_demo_class$/, why: 'Only the demo asks for it, and has few batches.' },
  { names: /^matching_documents$/, why: 'A word that most courses have is searched in all of them.' },
  {
    names: /^find_(blogs|courses|batches)$/,
    why: 'Staff search the catalogue for any part of its texts.',
  },
  {
    names: /^(media_for_staff_one|places_of_picture|move_picture_of_(courses|blogs))$/,
    why: 'Pictures stand within texts, so that each text is searched.',
  },
  { names: /^(money_figures|people_figures|money_today|ledger_rest)$/, why: 'Sums of the school read what they sum up.' },
  {
    names: /^(clashes_of_plan|late_classes|due_certificates|classes_of_week|free_times|make_up_times)$/,
    why: 'Classes of running batches are compared, and a third of the batches run.',
  },
  {
    names: /^(insert_due_reminders|insert_absence_notices|refunded_since)$/,
    why: 'A job for everybody who has a class or has paid within days.',
  },
  { names: /^insert_demo_links$/, why: 'Only the demo runs it, when it starts.' },
  { names: /^guests_of_class$/, why: 'A condition over two tables of one class.' },
  {
    names: /^(export_attendance_report_rows|(export|erase)_lead_(messages|notes))$/,
    why: 'The data of one person stand under several keys. A person asks for them rarely.',
  },
]
