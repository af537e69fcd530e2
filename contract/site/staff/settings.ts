import { certificateRules } from '#contract/certificate-rules.ts'
import { z } from 'zod'
import { siteSettings, siteSettingsExample } from '#contract/site/content.ts'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { email, line, paragraph } from '#contract/fields.ts'
import { isGstin, isStateCode } from '#contract/indian-states.ts'
import { isWebPage } from '#contract/addresses.ts'
import { tallyLedgers } from '#contract/tally-ledgers.ts'

const optional = (schema: z.ZodType<string>) => z.union([z.literal(''), schema])
const phone = z.string().regex(/^\+[1-9]\d{7,14}$/, 'Please give the number with its country code, such as +912055500142.')

/** Pictures of the offerings on the home page. */
export const offeringIcons = ['radio', 'message-square-text', 'hammer', 'monitor-play', 'compass', 'book-open-text'] as const

const optionalLine = optional(line(300))
const textItems = z
  .array(z.strictObject({ title: line(120, 'Title is required.'), text: line(400, 'Text is required.') }))
  .max(8, 'Eight parts are enough.')
const lines = z.array(line(300)).max(8, 'Eight lines are enough.')

const gstin = z.string().trim().toUpperCase().refine(isGstin, 'This is not a valid GSTIN. Please check its 15 characters.')

const ledger = line(100, 'Tally needs a name.')
const bankHoliday = z.object({ day: z.iso.date('Please choose a day.'), name: line(80, 'Please name the holiday.') })

const libraryPicture = z
  .string()
  .regex(/^media\/library\/[\da-f]{32}-[lcr][tmb]\/960\.webp$/, 'Choose a picture of the library.')
  .nullable()
const heading = optional(line(120))

const input = z.strictObject({
  brand: line(60, 'The school needs a name.'),
  wordmark: optional(line(40)),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[\da-f]{6}$/, 'Please give a colour such as #0f5c5c.')
    .nullable(),
  mark: libraryPicture,
  logo: libraryPicture,
  logo_dark: libraryPicture,
  tagline: line(120, 'Please add a line about the school.'),
  phone_display: optional(line(30)),
  phone_e164: optional(phone),
  email: optional(email),
  address: z.array(line(120)).max(6, 'An address has at most six lines.'),
  socials: z
    .array(
      z.strictObject({
        network: z.enum(['facebook', 'instagram', 'linkedin', 'x', 'youtube']),
        url: z.string().max(500).refine(isWebPage, 'A link begins with https://.'),
      }),
    )
    .max(5)
    .refine((links) => new Set(links.map(({ network }) => network)).size === links.length, 'Each network has one link.'),
  support_hours: optional(line(120)),
  legal_name: line(160, 'Receipts need the legal name.'),
  grievance_name: optional(line(120)),
  grievance_email: optional(email),
  gstin: gstin.nullable(),
  state_code: z.string().refine(isStateCode, 'Please choose a State.').nullable(),
  sac_code: z.string().regex(/^\d{6}$/, 'A SAC has six digits.'),
  gst_rate: z.number().min(0, 'Please give a percentage.').max(40, 'Please give a percentage of at most 40.').multipleOf(0.01),
  home_headline: optional(line(80)),
  headlines: z
    .array(z.strictObject({ headline: line(80, 'Headline is required.'), slogan: line(200, 'Slogan is required.') }))
    .min(1, 'The home page needs a headline.')
    .max(6, 'Six headlines are enough.'),
  offerings: z
    .array(
      z.strictObject({
        title: line(60, 'Title is required.'),
        text: line(240, 'Text is required.'),
        icon: z.enum(offeringIcons),
      }),
    )
    .max(6, 'The home page shows six offerings.'),
  outcomes: z.array(line(300)).max(8, 'Eight outcomes are enough.'),
  whatsapp_e164: phone.nullable(),
  refund_line: optional(line(160)),
  questions: z
    .array(z.strictObject({ question: line(200, 'Question is required.'), answer: paragraph(2000, 'Answer is required.') }))
    .max(12, 'Twelve questions are enough.'),
  subjects: optional(line(120)),
  program_line: optionalLine,
  instructor_line: optionalLine,
  class_steps: z
    .array(
      z.strictObject({
        when: line(60, 'Please say when.'),
        title: line(120, 'Title is required.'),
        text: line(400, 'Text is required.'),
      }),
    )
    .max(6, 'Six steps are enough.'),
  career_headline: optional(line(120)),
  career_line: optionalLine,
  career_steps: z
    .array(
      z.strictObject({
        title: line(120, 'Title is required.'),
        text: line(400, 'Text is required.'),
        result: line(200, 'Please say what a student has at the end.'),
      }),
    )
    .max(12, 'Twelve months are enough.'),
  career_promises: lines,
  career_limits: lines,
  hiring_headline: optional(line(120)),
  hiring_line: optionalLine,
  hiring_reasons: textItems,
  hiring_proofs: textItems,
  hiring_steps: textItems,
  research_headline: optional(line(120)),
  research_line: optionalLine,
  research_steps: textItems,
  research_facts: textItems,
  courses_heading: heading,
  classes_heading: heading,
  offerings_heading: heading,
  instructors_heading: heading,
  companies_heading: heading,
  prime_heading: heading,
  outcomes_heading: heading,
  alumni_heading: heading,
  questions_heading: heading,
  approval_above_paise: z
    .int('Please give an amount.')
    .min(0, 'Please give an amount.')
    .max(100_000_000, 'Please give ₹10,00,000 or less.')
    .nullable(),
  coupons_return: z.boolean(),
  instalment_grace_days: z
    .int('Please give whole days.')
    .min(0, 'Please give 0 to 90 days.')
    .max(90, 'Please give 0 to 90 days.'),
  instalment_end_days: z
    .int('Please give whole days.')
    .min(0, 'Please give 0 to 365 days.')
    .max(365, 'Please give 0 to 365 days.'),
  waitlist_offer_hours: z
    .int('Please give whole hours.')
    .min(1, 'Please give 1 to 168 hours.')
    .max(168, 'Please give 1 to 168 hours.'),
  unfinished_mails: z.boolean(),
  cheque_hold_days: z.int('Please give whole days.').min(0, 'Please give 0 to 7 days.').max(7, 'Please give 0 to 7 days.'),
  tally_students: ledger,
  tally_sales: ledger,
  tally_returns: ledger,
  tally_cgst: ledger,
  tally_sgst: ledger,
  tally_utgst: ledger,
  tally_igst: ledger,
  tally_provider: ledger,
  tally_bank: ledger,
  tally_cash: ledger,
  tally_charges: ledger,
  tally_charges_tax: ledger,
  bank_holidays: z
    .array(z.strictObject(bankHoliday.shape))
    .max(120, '120 days are enough. Remove those of earlier years.')
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'Each day has one line.'),
  attendance_threshold_percent: z
    .int('Please give a whole percentage.')
    .min(1, 'Please give 1 to 100 per cent.')
    .max(100, 'Please give 1 to 100 per cent.'),
  attendance_late_minutes: z
    .int('Please give whole minutes.')
    .min(0, 'Please give 0 to 120 minutes.')
    .max(120, 'Please give 0 to 120 minutes.'),
  attendance_notices: z.boolean(),
  certificate_rule: z.enum(certificateRules, 'Please choose a rule.'),
  certificate_percent: z
    .int('Please give a whole percentage.')
    .min(1, 'Please give 1 to 100 per cent.')
    .max(100, 'Please give 1 to 100 per cent.'),
  certificates_automatic: z.boolean(),
  signatory_name: optional(line(80)),
  signatory_title: optional(line(80)),
  signature: libraryPicture,
  seal: libraryPicture,
  keep_events_days: z
    .int('Please give whole days.')
    .min(30, 'Please give 30 to 3,650 days.')
    .max(3650, 'Please give 30 to 3,650 days.'),
  keep_log_years: z.int('Please give whole years.').min(1, 'Please give 1 to 30 years.').max(30, 'Please give 1 to 30 years.'),
  keep_money_log_years: z
    .int('Please give whole years.')
    .min(8, 'The law asks for eight years. Please give 8 to 30 years.')
    .max(30, 'Please give 8 to 30 years.'),
  recording_downloads: z.boolean(),
  recording_due_hour: z.int('Please give a whole hour.').min(0, 'Please give 0 to 23.').max(23, 'Please give 0 to 23.'),
  backup_hour: z.int('Please give a whole hour.').min(0, 'Please give 0 to 23.').max(23, 'Please give 0 to 23.'),
  backup_keep_sets: z
    .int('Please give a whole number.')
    .min(1, 'Please give 1 to 365 backups.')
    .max(365, 'Please give 1 to 365 backups.'),
  backup_keep_days: z
    .int('Please give whole days.')
    .min(1, 'Please give 1 to 3,650 days.')
    .max(3650, 'Please give 1 to 3,650 days.'),
})
export type SettingsInput = z.input<typeof input>

/** All settings. The site publishes those of `siteSettings`. */
export const settings = siteSettings.extend({
  /**
   * Refunds, offline payments and enrolments by hand above this amount wait for a second person. Null when one person is
   * enough for any amount. Settings of an earlier version lack it.
   */
  approval_above_paise: z.int().nullable().default(5_000_000),
  /** Whether a full refund gives the use of a coupon back. The SQL has the same default. */
  coupons_return: z.boolean().default(true),
  /** Days for which a part of a price may be late before recordings and joining wait for it. The SQL has the same default. */
  instalment_grace_days: z.int().default(10),
  /** Days after which the place of a late part ends, which frees its seat; 0 for never. The SQL has the same default. */
  instalment_end_days: z.int().default(45),
  /** Hours for which a free seat is offered to a person of a waitlist. */
  waitlist_offer_hours: z.int().default(24),
  /** Whether who asked for it gets a mail about an unfinished payment. The SQL has the same default. */
  unfinished_mails: z.boolean().default(true),
  /** Days for which a cheque at the bank holds a seat; 0 when it holds none. The SQL has the same default. */
  cheque_hold_days: z.int().default(7),
  /** What the ledgers are called in the school's Tally. */
  tally_students: z.string().default(tallyLedgers.tally_students),
  tally_sales: z.string().default(tallyLedgers.tally_sales),
  tally_returns: z.string().default(tallyLedgers.tally_returns),
  tally_cgst: z.string().default(tallyLedgers.tally_cgst),
  tally_sgst: z.string().default(tallyLedgers.tally_sgst),
  tally_utgst: z.string().default(tallyLedgers.tally_utgst),
  tally_igst: z.string().default(tallyLedgers.tally_igst),
  tally_provider: z.string().default(tallyLedgers.tally_provider),
  tally_bank: z.string().default(tallyLedgers.tally_bank),
  tally_cash: z.string().default(tallyLedgers.tally_cash),
  tally_charges: z.string().default(tallyLedgers.tally_charges),
  tally_charges_tax: z.string().default(tallyLedgers.tally_charges_tax),
  /** Days on which banks are closed, besides Sundays, second and fourth Saturdays and the three national holidays. */
  bank_holidays: z.array(bankHoliday).default([]),
  /** The share of a class, in per cent, from which a student was present. The SQL of attendance has the same defaults. */
  attendance_threshold_percent: z.int().default(60),
  /** Who arrives later than this many minutes after the start is late. */
  attendance_late_minutes: z.int().default(15),
  /** Whether students get a mail the morning after a class that they missed. */
  attendance_notices: z.boolean().default(false),
  /** The hour of the morning after a class, in India, from which its recording is missing. The SQL has the same default. */
  recording_due_hour: z.int().default(10),
  /** Whether students may download recordings for their own use. */
  recording_downloads: z.boolean().default(false),
  /** What a certificate takes, unless the course says otherwise. The SQL has the same defaults. */
  certificate_rule: z.enum(certificateRules).default('attendance'),
  /** The share of the classes or exercises, in per cent. */
  certificate_percent: z.int().default(75),
  /** Whether the product issues certificates by the rule, a day after the last class. */
  certificates_automatic: z.boolean().default(false),
  /** Who signs certificates; empty when nobody does. */
  signatory_name: z.string().default(''),
  signatory_title: z.string().default(''),
  /** Pictures of the library: the signature, and a seal in place of the drawn one. */
  signature: z.string().nullable().default(null),
  seal: z.string().nullable().default(null),
  /** The hour of the night, in India, from which the backup is made. */
  backup_hour: z.int().default(2),
  /** Backups that are kept whatever their age, and days for which all are kept. */
  backup_keep_sets: z.int().default(7),
  backup_keep_days: z.int().default(14),
  /** Days for which events of the payment provider are kept. The SQL has the same defaults and least values. */
  keep_events_days: z.int().default(400),
  /** Years for which the audit log is kept, and for which it is kept about money. */
  keep_log_years: z.int().default(3),
  keep_money_log_years: z.int().default(8),
})

/** `version` is 0 until the settings are first saved. */
const record = settings.extend({ version: z.int() })
export type SettingsRecord = z.output<typeof record>

const recordExample: z.input<typeof record> = {
  ...siteSettingsExample,
  approval_above_paise: 5_000_000,
  coupons_return: true,
  instalment_grace_days: 10,
  instalment_end_days: 45,
  waitlist_offer_hours: 24,
  unfinished_mails: true,
  cheque_hold_days: 7,
  ...tallyLedgers,
  bank_holidays: [{ day: '2026-11-09', name: 'Diwali' }],
  attendance_threshold_percent: 60,
  attendance_late_minutes: 15,
  attendance_notices: false,
  recording_due_hour: 10,
  backup_hour: 2,
  backup_keep_sets: 7,
  backup_keep_days: 14,
  recording_downloads: false,
  certificate_rule: 'attendance',
  certificate_percent: 75,
  certificates_automatic: false,
  signatory_name: 'Meera Kulkarni',
  signatory_title: 'Director of Studies',
  signature: null,
  seal: null,
  keep_events_days: 400,
  keep_log_years: 3,
  keep_money_log_years: 8,
  version: 4,
}

export const readSettingsForStaff = endpoint({
  name: 'readSettingsForStaff',
  method: 'GET',
  path: '/staff/settings/',
  tag: 'Staff: settings',
  summary: 'Read the settings of the site; the ETag is their version, 0 before they are first saved',
  access: { staff: 'settings:read' },
  version: 'answered',
  answers: { 200: record },
  example: { answer: recordExample },
})

/** The answer to a change that is based on an older version. */
export const staleSettings = errorBody.extend({ current: record })

export const changeSettings = endpoint({
  name: 'changeSettings',
  method: 'PATCH',
  path: '/staff/settings/',
  tag: 'Staff: settings',
  summary: 'Change settings of the site; If-Match names the version the change is based on',
  access: { staff: 'settings:write', stepUp: true },
  body: input.partial().refine((fields) => Object.keys(fields).length > 0, 'Please send a field to change.'),
  version: 'required',
  answers: { 200: record },
  errors: [428],
  failures: { 412: staleSettings },
  example: {
    body: { refund_line: 'Full refund until the first class begins.' },
    answer: recordExample,
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: recordExample } },
  },
})

/** The schema of a whole form. */
export const settingsInput = input
