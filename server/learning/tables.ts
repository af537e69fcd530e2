import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const learningTables = defineTables({
  accepted_work: {
    holds: 'Exercises that a student has solved',
    view: true,
  },
  answers: {
    holds: 'An answer to a question',
    audited: { key: 'id', masked: ['body'] },
    guarded: { no: 'students and staff write them' },
    personal: [
      {
        columns: ['user_id'],
        exported: 'answers_to_questions',
        erased: { retained: 'The answer stands below a question, and the erased account names nobody.' },
      },
      {
        columns: ['body'],
        exported: 'answers_to_questions',
        erased: { retained: 'It helps the others of the batch, who read it as that of a former student.' },
      },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that answered' },
    writtenBy: { platform: 'demo content' },
  },
  certificate_keys: {
    holds: 'A key that signs credentials',
    archive: { safe: 'sealed with AUTH_SECRET, which is not in the archive' },
    audited: { key: 'id', masked: ['sealed'] },
    guarded: { no: 'operators make a new key; the product makes the first' },
    personal: [{ columns: ['sealed'], no: 'The audit masks it because it is a key of the school.' }],
  },
  batch_outcomes: {
    holds: 'What came of a finished batch, which the page of the course shows',
    audited: { key: 'batch_id' },
    guarded: true,
    writtenBy: { platform: 'demo content' },
  },
  certificates: {
    holds: 'A certificate of a student, issued or revoked',
    archive: { safe: 'printed on the certificate' },
    audited: { key: 'id', masked: ['code', 'number', 'holder', 'revoke_reason', 'project_url'] },
    guarded: { no: 'staff and the product issue them, the end of an access revokes them, and students choose a link' },
    versioned: true,
    announces: ['certificate'],
    personal: [
      {
        columns: ['user_id'],
        exported: 'certificates',
        erased: { retained: 'The certificate is not valid any more, and the erased account names nobody.' },
      },
      { columns: ['holder', 'revoke_reason', 'project_url'], exported: 'certificates', erased: 'erase_certificates' },
      {
        columns: ['code', 'number'],
        exported: 'certificates',
        erased: { retained: 'Its page has to say that it is not valid.' },
      },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that have one', site: 'the card of a certificate that is shared' },
    writtenBy: { platform: 'demo content' },
  },
  code_reviews: {
    holds: 'A review of code that visitors step through',
    audited: { key: 'id', masked: ['student_name'] },
    guarded: true,
    versioned: true,
    announces: ['code-review'],
    demo: true,
    personal: [
      {
        columns: ['student_name'],
        exported: { no: 'The school publishes it. It refers to no account and has no address.' },
        erased: { retained: 'It is published content of the school, and no account owns it.' },
      },
      { columns: ['comments'], no: 'Staff write them about code.' },
    ],
    writtenBy: { platform: 'demo content' },
  },
  exercises: {
    holds: 'An exercise of a class',
    audited: { key: 'id' },
    guarded: { no: 'staff write them, and erasure removes the words of a review' },
    versioned: true,
    readBy: { messaging: 'the exercise that a message is about' },
    writtenBy: { platform: 'demo content' },
  },
  question_states: {
    holds: 'Questions with their state',
    view: true,
  },
  question_waits: {
    holds: 'Since when a question waits for an answer',
    audited: { no: 'derived by triggers and compared by a job' },
  },
  questions: {
    holds: 'A question of a student to the batch or to staff',
    audited: { key: 'id', masked: ['title', 'body'] },
    guarded: { no: 'students and staff write them' },
    versioned: true,
    personal: [
      {
        columns: ['user_id'],
        exported: 'questions',
        erased: { retained: 'The answers of others stay below it, and the erased account names nobody.' },
      },
      { columns: ['title', 'body'], exported: 'questions', erased: 'erase_question_words' },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that asked' },
    writtenBy: { platform: 'demo content' },
  },
  reviews: {
    holds: 'What a student wrote about a course',
    audited: { key: 'id', masked: ['text', 'name', 'reason'] },
    guarded: { no: 'students write them, and staff decide' },
    versioned: true,
    personal: [{ columns: ['user_id', 'text', 'name', 'reason'], exported: 'reviews', erased: 'erase_reviews' }],
    readBy: { desk: 'the undo of an import keeps accounts that wrote one' },
    writtenBy: { platform: 'demo content' },
  },
  submission_file_removals: {
    holds: 'Files of submissions that are to be deleted',
    audited: { no: 'the product removes files that no submission has' },
  },
  submission_reviews: {
    holds: 'What staff say about a submission',
    audited: { key: 'id', masked: ['words', 'comments'] },
    guarded: { no: 'staff write them, and erasure removes the words of a review' },
    personal: [{ columns: ['words', 'comments'], exported: 'submissions', erased: 'erase_submission_reviews' }],
    writtenBy: { platform: 'demo content' },
  },
  submissions: {
    holds: 'What a student handed in for an exercise',
    audited: { no: 'students write them; staff change none' },
    personal: [
      {
        columns: ['user_id'],
        exported: 'submissions',
        erased: { retained: 'Attempts are counted, and the erased account names nobody.' },
      },
      { columns: ['text', 'link'], exported: 'submissions', erased: 'erase_submissions' },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that handed in' },
    writtenBy: { platform: 'demo content' },
  },
  visible_reviews: {
    holds: 'Reviews that visitors see',
    view: true,
    readBy: { catalog: 'reviews of a course' },
  },
  work_states: {
    holds: 'What each student of a batch has done of each exercise',
    view: true,
    readBy: { messaging: 'a message to those who owe work' },
  },
})
