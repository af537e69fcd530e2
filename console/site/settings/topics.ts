import type { ComponentType } from 'react'
import type { SettingsInput } from '#contract/site/staff/settings.ts'
import type { FormPart } from '#console/kit/resource/screen.ts'
import { AccountantFields } from './accountant-fields.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { BrandFields } from './brand-fields.tsx'
import { HomePageFields } from './home-page-fields.tsx'
import { ClassFields, DataFields, MoneyFields } from './rule-fields.tsx'
import { SchoolFields } from './school-fields.tsx'

/** A page of the settings. Its form has the fields of its parts. */
export interface Topic {
  /** Below `/settings`. */
  path: string
  title: string
  text: string
  parts: readonly FormPart<keyof SettingsInput>[]
  Fields: ComponentType
}

export const settingsKey = ['settings']

export const firstTopic: Topic = {
  path: 'school',
  title: 'School',
  text: 'Who the school is, and how it is reached.',
  parts: [
    { title: 'School', fields: ['brand', 'tagline', 'subjects'] },
    { title: 'Contact', fields: ['email', 'phone_display', 'phone_e164', 'whatsapp_e164', 'support_hours', 'address'] },
    { title: 'Social networks', fields: ['socials'] },
    {
      title: 'Legal',
      fields: ['legal_name', 'gstin', 'state_code', 'sac_code', 'gst_rate', 'grievance_name', 'grievance_email'],
    },
  ],
  Fields: SchoolFields,
}

export const topics: readonly Topic[] = [
  firstTopic,
  {
    path: 'brand',
    title: 'Brand',
    text: 'How the school looks on its site, in mails, on documents and in the pictures of shared links.',
    parts: [
      { title: 'Name and logo', fields: ['wordmark', 'mark', 'logo', 'logo_dark'] },
      { title: 'Colour', fields: ['accent'] },
    ],
    Fields: BrandFields,
  },
  {
    path: 'home-page',
    title: 'Home page',
    text: 'What the home page says. A part without a text is left out.',
    parts: [
      { title: 'Headlines', fields: ['home_headline', 'headlines'] },
      {
        title: 'Headings',
        fields: [
          'courses_heading',
          'program_line',
          'classes_heading',
          'offerings_heading',
          'instructors_heading',
          'instructor_line',
          'companies_heading',
          'prime_heading',
          'outcomes_heading',
          'alumni_heading',
          'questions_heading',
        ],
      },
      { title: 'Offerings', fields: ['offerings'] },
      { title: 'Outcomes', fields: ['outcomes'] },
      { title: 'Questions', fields: ['questions'] },
      { title: 'Live class', fields: ['class_steps'] },
    ],
    Fields: HomePageFields,
  },
  {
    path: 'other-pages',
    title: 'Other pages',
    text: 'The pages for those who seek work, hire or do research. A part without a text is left out.',
    parts: [
      { title: 'Job seekers', fields: ['career_headline', 'career_line', 'career_steps', 'career_promises', 'career_limits'] },
      { title: 'Companies', fields: ['hiring_headline', 'hiring_line', 'hiring_reasons', 'hiring_proofs', 'hiring_steps'] },
      { title: 'Research', fields: ['research_headline', 'research_line', 'research_steps', 'research_facts'] },
    ],
    Fields: AudienceFields,
  },
  {
    path: 'classes',
    title: 'Classes',
    text: 'What counts as present, what a certificate takes and shows, and when a recording is late.',
    parts: [
      { title: 'Attendance', fields: ['attendance_threshold_percent', 'attendance_late_minutes', 'attendance_notices'] },
      { title: 'Certificates', fields: ['certificate_rule', 'certificate_percent', 'certificates_automatic'] },
      { title: 'Look of a certificate', fields: ['signatory_name', 'signatory_title', 'signature', 'seal'] },
      { title: 'Recordings', fields: ['recording_due_hour', 'recording_downloads'] },
    ],
    Fields: ClassFields,
  },
  {
    path: 'money',
    title: 'Money',
    text: 'What the school has decided about refunds and about acts that two persons decide.',
    parts: [
      { title: 'Refunds', fields: ['refund_line'] },
      { title: 'Approval', fields: ['approval_above_paise'] },
      { title: 'Coupons', fields: ['coupons_return'] },
      { title: 'Payment in parts', fields: ['instalment_grace_days', 'instalment_end_days'] },
      { title: 'Waitlist', fields: ['waitlist_offer_hours'] },
      { title: 'Unfinished payments', fields: ['unfinished_mails'] },
      { title: 'Cheques', fields: ['cheque_hold_days'] },
    ],
    Fields: MoneyFields,
  },
  {
    path: 'accountant',
    title: 'Accountant',
    text: 'How the books of a month are handed over, and when the bank works.',
    parts: [
      {
        title: 'Ledgers of Tally',
        fields: [
          'tally_sales',
          'tally_returns',
          'tally_cgst',
          'tally_sgst',
          'tally_utgst',
          'tally_igst',
          'tally_students',
          'tally_provider',
          'tally_bank',
          'tally_cash',
          'tally_charges',
          'tally_charges_tax',
        ],
      },
      { title: 'Bank holidays', fields: ['bank_holidays'] },
    ],
    Fields: AccountantFields,
  },
  {
    path: 'data',
    title: 'Data',
    text: 'How long data stays, and when it is backed up.',
    parts: [
      { title: 'Backups', fields: ['backup_hour', 'backup_keep_sets', 'backup_keep_days'] },
      { title: 'Retention', fields: ['keep_events_days', 'keep_log_years', 'keep_money_log_years'] },
    ],
    Fields: DataFields,
  },
]
