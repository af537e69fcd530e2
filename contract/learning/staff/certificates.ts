import { z } from 'zod'
import { certificateFigures } from '#contract/learning/certificates.ts'
import { certificateRules, certificateRuleNames } from '#contract/certificate-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, line } from '#contract/fields.ts'
import { pdfAnswer } from '#contract/file-answers.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'
import { dayFilters, idFilter } from '#contract/filters.ts'

const certificateEndings = ['staff', 'access_ended', 'corrected', 'erased'] as const
export type CertificateEnding = (typeof certificateEndings)[number]
export const certificateEndingNames: Readonly<Record<CertificateEnding, string>> = {
  staff: 'Revoked by staff',
  access_ended: 'The enrolment ended',
  corrected: 'Issued again with another name',
  erased: 'The account was erased',
}

const record = z.object({
  id: z.int(),
  code: z.string(),
  number: z.string(),
  student_id: z.int(),
  /** The printed name. Null when the student was erased. */
  holder: z.string().nullable(),
  /** The name that the account has now. */
  student: z.string(),
  course: z.string(),
  batch_id: z.int(),
  ...certificateFigures,
  classes: z.int(),
  minutes: z.int(),
  /** A link that the student chose; the public page shows it. */
  project_url: z.string().nullable(),
  first_day: day,
  last_day: day,
  issued_at: instant,
  /** Null when the product issued it by the rule. */
  issued_by: z.string().nullable(),
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  revoked_for: z.enum(certificateEndings).nullable(),
  revoke_reason: z.string(),
})
export type StaffCertificate = z.output<typeof record>

const example: StaffCertificate = {
  id: 12,
  code: '4f1c9a0e7b2d48c5a6e3f0918d7c2b54',
  number: 'KS-7F3K-92QD',
  student_id: 7,
  holder: 'Asha Patil',
  student: 'Asha Patil',
  course: 'Full Stack Web Development',
  batch_id: 3,
  rule: 'attendance',
  wanted_percent: 75,
  attended: 25,
  counted: 28,
  exercises: 0,
  accepted: 0,
  classes: 28,
  minutes: 2520,
  project_url: null,
  first_day: '2026-07-06',
  last_day: '2026-09-09',
  issued_at: '2026-09-11T04:30:00.000Z',
  issued_by: 'Meera Kulkarni',
  revoked_at: null,
  revoked_by: null,
  revoked_for: null,
  revoke_reason: '',
}

/** Certificates as they were issued, with those that are revoked. */
export const certificates = readOnlyResource({
  name: 'certificates',
  singular: 'certificate',
  record,
  filters: {
    valid: flag.optional(),
    rule: z.enum(certificateRules).optional(),
    batch: idFilter,
    student: idFilter,
    ...dayFilters,
  },
  sort: ['issued_at', 'holder', 'id'],
  usualSort: '-issued_at',
  permission: { read: 'certificates:read' },
  stepUp: ['export'],
  words: { rule: certificateRuleNames, revoked_for: certificateEndingNames },
  examples: { record: example },
})

const tag = 'Staff: certificates'

export const revokeCertificate = endpoint({
  name: 'revokeCertificate',
  method: 'POST',
  path: '/staff/certificates/:id/revoke/',
  tag,
  summary: 'Revoke a certificate. Its page then says that it is not valid, and no more',
  access: { staff: 'certificates:write' },
  params: z.object({ id }),
  body: z.strictObject({ reason: line(300, 'Please say why.') }),
  answers: { 200: record },
  errors: [404, 409],
  example: {
    body: { reason: 'Issued to the wrong student.' },
    answer: {
      ...example,
      revoked_at: '2026-09-12T04:30:00.000Z',
      revoked_by: 'Meera Kulkarni',
      revoked_for: 'staff',
      revoke_reason: 'Issued to the wrong student.',
    },
  },
})

export const reissueCertificate = endpoint({
  name: 'reissueCertificate',
  method: 'POST',
  path: '/staff/certificates/:id/reissue/',
  tag,
  summary: 'Issue a valid certificate again with the name that the account has now, and revoke the former one',
  access: { staff: 'certificates:write' },
  params: z.object({ id }),
  answers: { 201: record },
  errors: [404, 409],
  example: { answer: { ...example, id: 13, code: '0b7c2b54a6e3f0918d4f1c9a0e7b2d48', number: 'KS-M4TX-8HVC' } },
})

export const removeCertificateProject = endpoint({
  name: 'removeCertificateProject',
  method: 'POST',
  path: '/staff/certificates/:id/remove-project/',
  tag,
  summary: 'Remove the link to a project that a student chose for the page of a certificate',
  access: { staff: 'certificates:write' },
  params: z.object({ id }),
  answers: { 200: record },
  errors: [404],
  example: { answer: example },
})

const standing = z.object({
  student_id: z.int(),
  student: z.string(),
  /** Whether a certificate can show each letter of the name. None is issued otherwise. */
  printable: z.boolean(),
  attended: z.int(),
  counted: z.int(),
  exercises: z.int(),
  accepted: z.int(),
  /** Null when staff decide. */
  meets: z.boolean().nullable(),
  /** The valid certificate. */
  certificate: z.object({ id: z.int(), number: z.string(), issued_at: instant }).nullable(),
  /** Why the last certificate was revoked, when none is valid. */
  revoked_for: z.enum(certificateEndings).nullable(),
})
export type CertificateStanding = z.output<typeof standing>

const standings = z.object({
  batch_id: z.int(),
  course: z.string(),
  rule: z.enum(certificateRules),
  wanted_percent: z.int().nullable(),
  finished: z.boolean(),
  /** The end of the last class that is not cancelled. Null without classes. */
  last_class_ends_at: instant.nullable(),
  /** Whether the reader may issue: an instructor where staff decide, the office always. */
  may_issue: z.boolean(),
  /** Whether the product issues by itself, a day after the last class. */
  automatic: z.boolean(),
  students: z.array(standing),
})
export type BatchCertificates = z.output<typeof standings>

export const readBatchCertificates = endpoint({
  name: 'readBatchCertificates',
  method: 'GET',
  path: '/staff/batches/:id/certificates/',
  tag,
  summary: 'The students of a batch with the figures of the rule, and who has a certificate',
  access: { staff: 'certificates:decide' },
  params: z.object({ id }),
  answers: { 200: standings },
  errors: [404],
  example: {
    answer: {
      batch_id: 3,
      course: 'Full Stack Web Development',
      rule: 'attendance',
      wanted_percent: 75,
      finished: true,
      last_class_ends_at: '2026-09-09T15:30:00.000Z',
      may_issue: true,
      automatic: false,
      students: [
        {
          student_id: 7,
          student: 'Asha Patil',
          printable: true,
          attended: 25,
          counted: 28,
          exercises: 0,
          accepted: 0,
          meets: true,
          certificate: null,
          revoked_for: null,
        },
      ],
    },
  },
})

export const issueCertificates = endpoint({
  name: 'issueCertificates',
  method: 'POST',
  path: '/staff/batches/:id/certificates/',
  tag,
  summary: 'Issue certificates to students of a finished batch who meet the rule, or whom staff choose where staff decide',
  access: { staff: 'certificates:decide' },
  params: z.object({ id }),
  body: z.strictObject({
    student_ids: z
      .array(z.int().positive().max(2_147_483_647))
      .min(1, 'Please choose a student.')
      .max(300, 'Please choose at most 300 students at once.')
      .refine((ids) => new Set(ids).size === ids.length, 'Each student once.'),
  }),
  answers: {
    200: z.object({
      issued: z.int(),
      /** Students who had a valid certificate before. */
      already: z.int(),
      /** Students who do not meet the rule or are not in the batch. */
      refused: z.array(z.int()),
    }),
  },
  errors: [404, 409],
  example: { body: { student_ids: [7, 8] }, answer: { issued: 1, already: 1, refused: [] } },
})

export const readCertificatePdfForStaff = endpoint({
  name: 'readCertificatePdfForStaff',
  method: 'GET',
  path: '/staff/certificates/:id/pdf/',
  tag: 'Staff: certificates',
  summary: 'A certificate as a PDF, also one that is revoked',
  access: { staff: 'certificates:read' },
  params: z.object({ id }),
  ...pdfAnswer,
  errors: [404],
})
