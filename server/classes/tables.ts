import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const classesTables = defineTables({
  absence_notices: {
    holds: 'A mail about a missed class that is due or was sent',
    audited: { no: 'the product writes them, once for each missed class' },
    personal: {
      user_id: { exported: 'absence_notices', erased: 'erase_absence_notices' },
    },
    readBy: { desk: 'the undo of an import keeps accounts that got one' },
  },
  attendance_decisions: {
    holds: 'What staff decided about the attendance of a student in a class',
    audited: { key: 'id', masked: ['reason'] },
    guarded: { no: 'staff write them, and erasure removes the words' },
    versioned: true,
    personal: {
      user_id: {
        exported: 'attendance_marks',
        erased: { retained: 'The attendance of a class is counted, and the erased account names nobody.' },
      },
      reason: { exported: 'attendance_marks', erased: 'erase_mark_reasons' },
    },
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  attendance_evidence: {
    holds: 'When somebody joined a class or was in it, append-only',
    audited: { no: 'append-only; the product writes it when somebody joins' },
    personal: {
      user_id: {
        exported: 'classes_joined',
        erased: { retained: 'The attendance of a class is counted, and the erased account names nobody.' },
      },
      provider_id: { exported: 'classes_joined', erased: 'erase_evidence_names' },
    },
    readBy: { desk: 'the undo of an import keeps accounts that have some' },
    writtenBy: { platform: 'demo content' },
  },
  attendance_import_rows: {
    holds: 'A line of an attendance report',
    audited: { key: 'id', masked: ['raw', 'name', 'email'], only: 'update' },
    guarded: { no: 'staff give or dismiss a row; what a check finds is not audited, the import is' },
    personal: {
      user_id: {
        exported: 'attendance_report_rows',
        erased: { retained: 'The attendance of a class is counted, and the erased account names nobody.' },
      },
      name: { exported: 'attendance_report_rows', erased: 'erase_report_rows_of_address' },
      email: { exported: 'attendance_report_rows', erased: 'erase_report_rows_of_address' },
      raw: { exported: 'attendance_report_rows', erased: 'erase_report_rows_of_address' },
    },
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  attendance_imports: {
    holds: 'An attendance report of a classroom that staff checked or imported',
    audited: { key: 'id', masked: ['file_name'] },
    guarded: { no: 'staff write them, and erasure removes the words' },
    versioned: true,
    personal: {
      file_name: { no: 'The school describes the file.' },
    },
  },
  batch_patterns: {
    holds: 'The weekly pattern from which classes of a batch are made',
    audited: { key: 'batch_id' },
    guarded: true,
    versioned: true,
    writtenBy: { platform: 'demo content' },
  },
  batches: {
    holds: 'A run of a course with its dates, seats and instructor',
    audited: { key: 'id', masked: ['classroom_url'] },
    guarded: true,
    versioned: true,
    demo: true,
    personal: {
      classroom_url: { no: 'The audit masks it because it gives access to the classroom.' },
    },
    readBy: {
      desk: 'names of batches in lists and figures',
      learning: 'the batch of work, questions and certificates',
      enrolment: 'seats and dates of a batch',
      catalog: 'what visitors can buy',
      site: 'cards of courses that are shared',
      messaging: 'the batch of a message',
    },
    writtenBy: { money: 'a cancelled batch refunds or moves its students', platform: 'demo content' },
  },
  calendar_feeds: {
    holds: 'The secret address of a personal calendar',
    audited: { key: 'id', masked: ['token_hash'] },
    guarded: { no: "staff make their own, and erasure deletes a student's" },
    personal: {
      user_id: { exported: 'calendar_feed', erased: 'erase_calendar_feed' },
      token_hash: {
        exported: { no: 'It opens the calendar, and the hash of a secret tells nobody anything.' },
        erased: 'erase_calendar_feed',
      },
    },
  },
  class_notices: {
    holds: 'A change of classes that a person has not been told yet',
    audited: { no: 'the product writes one when classes change; the change itself is audited' },
    personal: {
      known: { no: 'It has classes as they were, and ids of those whose mails wait.' },
    },
    readBy: { desk: 'the file of a student shows what waits' },
  },
  class_reminders: {
    holds: 'A reminder of a class for one student',
    audited: { no: 'the product writes the first, students the second; staff change neither' },
    personal: {
      user_id: { exported: 'class_reminders', erased: 'erase_reminders' },
    },
    readBy: { desk: 'the undo of an import keeps accounts that got one' },
  },
  class_sessions: {
    holds: 'One class of a batch',
    audited: { key: 'id', masked: ['classroom_url'] },
    guarded: true,
    versioned: true,
    personal: {
      classroom_url: { no: 'The audit masks it because it gives access to the classroom.' },
    },
    readBy: {
      desk: 'classes of a batch that is searched or shown today',
      money: 'a transfer and a cancellation ask when classes are',
      learning: 'the class of work and questions, and classes that count',
      catalog: 'the timetable of a course',
    },
    writtenBy: { platform: 'demo content, and calendars take what was imported' },
  },
  classroom_meetings: {
    holds: 'The meeting of a class at its classroom provider',
    audited: { no: 'the product keeps them in line with the classes, which are audited' },
    personal: {
      facts: { no: 'A provider describes its room.' },
    },
  },
  classroom_outbox: {
    holds: 'What a classroom provider has still to hear',
    audited: { no: 'the product keeps them in line with the classes, which are audited' },
  },
  holidays: {
    holds: 'A day without classes, by calendar',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    demo: true,
    readBy: { learning: 'work is not due on a holiday' },
    writtenBy: { platform: 'demo content' },
  },
  mail_preferences: {
    holds: 'Mails about classes that a student switched off',
    audited: { no: 'the product writes the first, students the second; staff change neither' },
    personal: {
      user_id: { exported: 'mail_preferences', erased: 'erase_mail_preferences' },
    },
    readBy: { desk: 'the undo of an import keeps accounts that have some', learning: 'answers are mailed unless switched off' },
  },
  numbered_sessions: {
    holds: 'Classes with number, teacher and state',
    view: true,
    readBy: {
      desk: 'classes of today',
      learning: 'numbers of classes in work and questions',
      enrolment: 'the day of a student',
      catalog: 'the timetable of a course',
      platform: 'the demo content',
    },
  },
  pattern_checks: {
    holds: 'Whether the classes of a batch are those of its pattern',
    audited: { no: 'internal state of the product' },
  },
  ready_recordings: {
    holds: 'Recordings that students can watch',
    view: true,
    readBy: { enrolment: 'new recordings of a student', catalog: 'free recordings of a course' },
  },
  recording_captions: {
    holds: 'Captions of a recording in one language',
    audited: { key: 'id', masked: ['vtt'] },
    guarded: true,
    versioned: true,
    demo: true,
    personal: {
      vtt: {
        exported: { no: 'It is the text of a recording of the school. Students read it in the player.' },
        erased: { retained: 'The captions of a class belong to all of its students.' },
      },
    },
    writtenBy: { platform: 'demo content' },
  },
  recording_file_removals: {
    holds: 'Files of recordings that are to be deleted',
    audited: { no: 'who writes bytes now, and files to delete; `recording_uploads` and `recordings` are in the log' },
  },
  recording_grants: {
    holds: 'A short right to play the files of a recording',
    audited: { no: 'use creates and ends them; `users` and `enrolments` show when access ended' },
    personal: {
      user_id: { exported: 'recording_links', erased: 'erase_recording_grants' },
    },
  },
  recording_notices: {
    holds: 'Students were told of the recording of a class',
    audited: { no: 'the product writes one for each class whose recording is ready; the recording is audited' },
    writtenBy: { platform: 'demo content' },
  },
  recording_positions: {
    holds: 'Where a student stopped in a recording',
    audited: { no: 'use creates and ends them; `users` and `enrolments` show when access ended' },
    personal: {
      user_id: { exported: 'watched_recordings', erased: 'erase_positions' },
    },
    readBy: { enrolment: 'recordings to go on with' },
  },
  recording_upload_writers: {
    holds: 'The process that writes the bytes of an upload',
    audited: { no: 'who writes bytes now, and files to delete; `recording_uploads` and `recordings` are in the log' },
  },
  recording_uploads: {
    holds: 'A video that staff send, until it is published',
    audited: { key: 'id' },
    guarded: { no: 'staff send videos, and the product prepares them' },
    versioned: true,
    readBy: { desk: 'uploads that failed' },
  },
  recordings: {
    holds: 'A video of a class or course',
    audited: { key: 'id', masked: ['video_url', 'withhold_reason'] },
    guarded: true,
    versioned: true,
    demo: true,
    personal: {
      video_url: {
        exported: { no: 'It is a recording of the school. Students watch it in their room.' },
        erased: { retained: 'The recording of a class belongs to all of its students.' },
      },
      withhold_reason: {
        exported: { no: 'Staff write to staff why a recording is kept back.' },
        erased: { retained: 'It belongs to the recording. Staff delete it there when it names the person.' },
      },
    },
    readBy: { desk: 'recordings that are missing' },
    writtenBy: { platform: 'demo content' },
  },
  session_recordings: {
    holds: 'The state of the recording of each class',
    view: true,
    readBy: { desk: 'recordings that are missing' },
  },
  trial_guests: {
    holds: 'A guest of one class',
    audited: { no: 'a guest takes the seat and gives it back; the seats of a class and the lead are audited' },
    readBy: { catalog: 'free seats for guests' },
    writtenBy: { platform: 'demo content' },
  },
})
