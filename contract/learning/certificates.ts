import { z } from 'zod'
import { certificateRules } from '#contract/certificate-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant } from '#contract/fields.ts'
import { credentialAnswer, jwtAnswer, pdfAnswer } from '#contract/file-answers.ts'

export const certificateCodePattern = /^[0-9a-f]{32}$/
/** The random id of a certificate, which its public page has in its address. */
const certificateCode = z.string().regex(certificateCodePattern, 'This is not a valid id.')

/** The figures of the rule: classes that count and exercises of the batch. */
export const certificateFigures = {
  rule: z.enum(certificateRules),
  /** The share that the rule asks for, in per cent. Null when staff decide. */
  wanted_percent: z.int().nullable(),
  attended: z.int(),
  counted: z.int(),
  exercises: z.int(),
  accepted: z.int(),
} as const

/** What a certificate says. */
const printed = z.object({
  code: z.string(),
  holder: z.string(),
  course: z.string(),
  course_id: z.int(),
  school: z.string(),
  classes: z.int(),
  /** Minutes of all classes of the batch. */
  minutes: z.int(),
  first_day: day,
  last_day: day,
  issued_at: instant,
})

const valid = z.object({ valid: z.literal(true), ...printed.shape })
/** Of a certificate that was revoked or whose student was erased, nothing else is said. */
const checked = z.discriminatedUnion('valid', [valid, z.object({ valid: z.literal(false) })])
export type CheckedCertificate = z.output<typeof checked>
export type ValidCertificate = z.output<typeof valid>

const example: z.input<typeof printed> = {
  code: '4f1c9a0e7b2d48c5a6e3f0918d7c2b54',
  holder: 'Asha Patil',
  course: 'Full Stack Web Development',
  course_id: 1,
  school: 'Karyashala',
  classes: 28,
  minutes: 2520,
  first_day: '2026-07-06',
  last_day: '2026-09-09',
  issued_at: '2026-09-11T04:30:00.000Z',
}

export const checkCertificate = endpoint({
  name: 'checkCertificate',
  method: 'GET',
  path: '/certificates/:code/',
  tag: 'Certificates',
  summary: 'Check a certificate: who, what, when, and whether it stands. A revoked one answers that it is not valid, and no more',
  access: 'public',
  cacheTags: ['certificate'],
  params: z.object({ code: certificateCode }),
  answers: { 200: checked },
  errors: [404],
  example: { answer: { valid: true, ...example } },
})

const own = z.object({
  batch_id: z.int(),
  ...certificateFigures,
  /** Whether the last class of the batch is over. */
  finished: z.boolean(),
  /** Whether the rule is met now. Null when staff decide. */
  meets: z.boolean().nullable(),
  /** The valid certificate, once it is issued. */
  certificate: z.object({ code: z.string(), issued_at: instant, holder: z.string(), school: z.string() }).nullable(),
})
export type OwnCertificate = z.output<typeof own>

export const readOwnCertificate = endpoint({
  name: 'readOwnCertificate',
  method: 'GET',
  path: '/own-certificates/:batch_id/',
  tag: 'Certificates',
  summary: 'The rule of a batch, how far the student is, and the certificate once it is issued',
  access: 'student',
  params: z.object({ batch_id: id }),
  answers: { 200: own },
  errors: [401, 404],
  example: {
    answer: {
      batch_id: 101,
      rule: 'attendance',
      wanted_percent: 75,
      attended: 20,
      counted: 28,
      exercises: 0,
      accepted: 0,
      finished: false,
      meets: false,
      certificate: null,
    },
  },
})

export const listOwnCertificates = endpoint({
  name: 'listOwnCertificates',
  method: 'GET',
  path: '/own-certificates/',
  tag: 'Certificates',
  summary: 'The valid certificates of the student, the newest first',
  access: 'student',
  answers: { 200: z.array(printed) },
  errors: [401],
  example: { answer: [example] },
})

export const readCertificatePdf = endpoint({
  name: 'readCertificatePdf',
  method: 'GET',
  path: '/certificates/:code/pdf/',
  tag: 'Certificates',
  summary: 'A valid certificate as a PDF',
  access: 'public',
  params: z.object({ code: certificateCode }),
  ...pdfAnswer,
  errors: [404],
})

export const readCertificateBadge = endpoint({
  name: 'readCertificateBadge',
  method: 'GET',
  path: '/certificates/:code/badge/',
  tag: 'Certificates',
  summary: 'The student’s certificate as an Open Badges 3.0 credential (VC-JWT)',
  access: 'student',
  params: z.object({ code: certificateCode }),
  ...jwtAnswer,
  errors: [401, 404],
})

export const readStatusList = endpoint({
  name: 'readStatusList',
  method: 'GET',
  path: '/credentials/status/',
  tag: 'Certificates',
  summary: 'The revoked credentials as a Bitstring Status List',
  access: 'public',
  ...credentialAnswer,
})
