import { z } from 'zod'
import { certificateRules } from '#contract/certificate-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { secureLink } from '#contract/addresses.ts'
import { day, id, instant } from '#contract/fields.ts'
import { credentialAnswer, jwtAnswer, pdfAnswer } from '#contract/file-answers.ts'

const codePattern = /^[0-9a-f]{32}$/
/** The random id of a certificate, which its files have in their address. */
const certificateCode = z.string().regex(codePattern, 'This is not a valid id.')

/** What the address of the public page has: the short number, or the code, as in addresses from before there were numbers. */
export const certificateKeyPattern = /^(?:[0-9a-f]{32}|[A-HJKMNP-Z]{2,3}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4})$/
const certificateKey = z.string().regex(certificateKeyPattern, 'This is not a number of a certificate.')

/** Returns the number or code that somebody has typed, in its written form; undefined for any other text. */
export function readCertificateKey(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const number = `${letters.slice(0, -8)}-${letters.slice(-8, -4)}-${letters.slice(-4)}`
  return [typed, number].find((key) => certificateKeyPattern.test(key))
}

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
  /** Short and unique, such as `KS-7F3K-92QD`. */
  number: z.string(),
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

/** What the page of a valid certificate shows besides. */
const valid = z.object({
  valid: z.literal(true),
  ...printed.shape,
  rule: certificateFigures.rule,
  wanted_percent: certificateFigures.wanted_percent,
  exercises: certificateFigures.exercises,
  accepted: certificateFigures.accepted,
  /** Titles of the accepted exercises. */
  built: z.array(z.string()),
  /** A link that the student chose. */
  project_url: z.string().nullable(),
  /** Who signed it, with a picture of the library. */
  signatory: z.object({ name: z.string(), title: z.string(), signature: z.string().nullable() }).nullable(),
  /** The school's own seal, a picture of the library; null for the drawn one. */
  seal: z.string().nullable(),
})
/** Of a certificate that was revoked or whose student was erased, nothing else is said. */
const checked = z.discriminatedUnion('valid', [valid, z.object({ valid: z.literal(false) })])
export type CheckedCertificate = z.output<typeof checked>
export type ValidCertificate = z.output<typeof valid>

export type EarnedCertificate = z.output<typeof printed>

const example: z.input<typeof printed> = {
  code: '4f1c9a0e7b2d48c5a6e3f0918d7c2b54',
  number: 'KS-7F3K-92QD',
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
  path: '/certificates/:key/',
  tag: 'Certificates',
  summary:
    'Check a certificate by its number or code: who, what, when, and whether it stands. A revoked one answers that it is not valid, and no more',
  access: 'public',
  cacheTags: ['certificate', 'site'],
  params: z.object({ key: certificateKey }),
  answers: { 200: checked },
  errors: [404],
  example: {
    answer: {
      valid: true,
      ...example,
      rule: 'work',
      wanted_percent: 60,
      exercises: 14,
      accepted: 12,
      built: ['A page that loads without the network', 'Payments in a sandbox'],
      project_url: 'https://github.com/asha/clinic-booking',
      signatory: { name: 'Meera Kulkarni', title: 'Director of Studies', signature: null },
      seal: null,
    },
  },
})

const own = z.object({
  batch_id: z.int(),
  ...certificateFigures,
  /** Whether the last class of the batch is over. */
  finished: z.boolean(),
  /** Whether the rule is met now. Null when staff decide. */
  meets: z.boolean().nullable(),
  /** The valid certificate, once it is issued. */
  certificate: z
    .object({
      code: z.string(),
      number: z.string(),
      issued_at: instant,
      holder: z.string(),
      school: z.string(),
      project_url: z.string().nullable(),
    })
    .nullable(),
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

export const projectLinkBody = z.strictObject({ url: secureLink })

const projectLink = {
  path: '/own-certificates/:batch_id/project/',
  tag: 'Certificates',
  access: 'student',
  params: z.object({ batch_id: id }),
  answers: { 200: z.object({ project_url: z.string().nullable() }) },
  errors: [401, 404],
} as const

export const setProjectLink = endpoint({
  ...projectLink,
  name: 'setProjectLink',
  method: 'PUT',
  summary: 'Choose the link to a project that the page of the own certificate shows',
  body: projectLinkBody,
  example: {
    body: { url: 'https://github.com/asha/clinic-booking' },
    answer: { project_url: 'https://github.com/asha/clinic-booking' },
  },
})

export const removeProjectLink = endpoint({
  ...projectLink,
  name: 'removeProjectLink',
  method: 'DELETE',
  summary: 'Remove the link to a project from the page of the own certificate',
  example: { answer: { project_url: null } },
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
