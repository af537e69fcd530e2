import { z } from 'zod'
import { codePattern } from '#contract/rules.ts'
import type { MailProps, MailTemplate } from './props.ts'

const enquiryKind = z.enum(['callback', 'hire', 'professor', 'student'])
const code = z.object({ name: z.string(), code: z.string().regex(codePattern), minutes: z.int().positive() })
const requestKind = z.enum(['refund', 'transfer'])
const optional = z.string().optional()

/** A mail may have waited in the outbox since an older version wrote it; what no longer fits is refused, not sent half empty. */
export const propsSchema: { [Name in MailTemplate]: z.ZodType<MailProps[Name]> } = {
  'sign-in-code': code,
  'change-code': code,
  'change-asked': z.object({ name: z.string(), newEmail: z.string().min(1), profileUrl: z.url() }),
  'change-made': z.object({
    name: z.string(),
    newEmail: optional,
    phoneChanged: z.boolean(),
    undoUrl: z.url(),
    days: z.int().positive(),
  }),
  'erase-code': code,
  'account-erased': z.strictObject({}),
  'no-account-yet': z.object({ registerUrl: z.url() }),
  receipt: z.object({
    name: z.string(),
    serial: z.string().min(1),
    courseTitle: z.string().min(1),
    batchType: z.string(),
    startsAt: z.iso.datetime({ offset: true }),
    timeText: z.string(),
    amountPaise: z.int().positive(),
    paymentId: z.string().min(1),
    roomUrl: z.url(),
    receiptId: z.int().optional(),
  }),
  refund: z.object({
    name: z.string(),
    serial: z.string().min(1),
    courseTitle: z.string().min(1),
    amountPaise: z.int().positive(),
    paymentId: z.string().min(1),
    receiptSerial: z.string().nullable(),
    endsAccess: z.boolean(),
    voucherId: z.int(),
  }),
  'payment-returned': z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    amountPaise: z.int().positive(),
    paymentId: z.string().min(1),
    reason: z.enum(['already enrolled', 'batch cancelled', 'batch ended', 'price changed', 'batch full']),
  }),
  'request-received': z.object({
    id: z.int(),
    kind: requestKind,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    courseTitle: z.string().min(1),
    batch: z.string(),
    toBatch: z.string().nullable(),
    amountPaise: z.int().nonnegative(),
    paymentId: z.string(),
    reason: z.string(),
  }),
  'request-state': z.object({
    name: z.string(),
    kind: requestKind,
    state: z.enum(['open', 'approved', 'declined']),
    courseTitle: z.string().min(1),
    batch: z.string(),
    toBatch: z.string().nullable(),
    amountPaise: z.int().positive().nullable(),
    endsAccess: z.boolean(),
    answer: z.string().nullable(),
  }),
  'enquiry-received': z.object({
    id: z.int(),
    kind: enquiryKind,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    course_name: optional,
    company_name: optional,
    department: optional,
    institution: optional,
    url: optional,
    message: optional,
  }),
  'enquiry-thanks': z.object({ name: z.string(), kind: enquiryKind }),
}
