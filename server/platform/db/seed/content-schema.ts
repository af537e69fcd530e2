import { z } from 'zod'
import { category, httpsUrl, id, paragraphs, text, texts } from './course-schema.ts'
import { instructorLinks } from '#contract/catalog/instructor-links.ts'

const leaflet = z.strictObject({
  id: id.refine((value) => value < 4 || value > 6, '4, 5 and 6 belong to the policies'),
  title: text,
  summary: text,
  content: z.array(z.strictObject({ title: text, description: paragraphs })).min(1),
})
/** A service or a resource: a page of titled blocks. */
export type Leaflet = z.infer<typeof leaflet>
export const leaflets = z.array(leaflet).min(1)

const section = z.strictObject({ title: text, content: paragraphs })
const policyBody = { title: text, content: z.array(section).min(1) }
export const terms = z.strictObject({ id: z.literal(4), ...policyBody })
export const privacy = z.strictObject({ id: z.literal(5), ...policyBody })
export const refund = z.strictObject({ id: z.literal(6), ...policyBody })
export type Policy = z.infer<typeof terms> | z.infer<typeof privacy> | z.infer<typeof refund>

const project = z.strictObject({
  id,
  title: text,
  content: paragraphs,
  category,
  /** Who built it, in the demo with a consent of the day after the course. */
  student: z.strictObject({ name: text, learnt: text, live_url: httpsUrl }).optional(),
})
export type Project = z.infer<typeof project>
export const projects = z.array(project).min(1)

export const blog = z.strictObject({
  id,
  title: text,
  category: text,
  author: text,
  excerpt: text,
  published_days_ago: z.int().min(0),
  content: texts,
})
export type Blog = z.infer<typeof blog>

const company = z.strictObject({
  id,
  name: text,
  kind: z.array(z.enum(['partner', 'alumni'])).min(1),
  industry: text,
  city: text,
  why: text,
})
/** `kind` holds `partner` (hires students), `alumni` (employs past students) or both. */
export type Company = z.infer<typeof company>
export const companies = z.array(company).min(1)

const instructor = z.strictObject({
  id,
  name: text,
  bio: text,
  background: text,
  languages: texts,
  links: instructorLinks.default([]),
})
export type Instructor = z.infer<typeof instructor>
export const instructors = z.array(instructor).min(1)

const holiday = z.strictObject({ day: z.iso.date(), name: text })
export type Holiday = z.infer<typeof holiday>
export const holidays = z
  .array(holiday)
  .min(1)
  .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'names a day twice')

const testimonial = z.strictObject({
  name: text,
  role: text,
  course: text,
  quote: text,
  consent: z.literal(true, 'must be true: nobody is quoted without consent'),
})
export type Testimonial = z.infer<typeof testimonial>
export const testimonials = z.array(testimonial)

const codeReview = z.strictObject({
  title: text,
  language: text,
  course: text.nullable(),
  task: text,
  code_before: text,
  comments: z
    .array(
      z.strictObject({
        first_line: id,
        last_line: id,
        text,
        answer: text,
        answer_first: id,
        answer_last: id,
      }),
    )
    .min(1),
  code_after: text,
})
/** `course` is a title; null for the home page. Lines count from 1. */
export type CodeReview = z.infer<typeof codeReview>
export const codeReviews = z.array(codeReview)

export const students = z
  .array(text)
  .min(1)
  .refine((names) => new Set(names).size === names.length, 'names a student twice')

const textItems = z.array(z.strictObject({ title: text, text })).min(1)

export const settings = z.strictObject({
  brand: text,
  tagline: text,
  home_headline: text,
  legal_name: text,
  phone_display: text,
  phone_e164: z.e164(),
  email: z.email(),
  address: z.strictObject({
    lines: texts,
    city: text,
    state: text,
    pincode: z.string().regex(/^[1-9]\d{5}$/, 'must be six digits'),
    country: text,
  }),
  support_hours: text,
  social: z.strictObject({
    facebook: httpsUrl,
    instagram: httpsUrl,
    linkedin: httpsUrl,
    x: httpsUrl,
    youtube: httpsUrl,
  }),
  signatory_name: text,
  signatory_title: text,
  grievance_name: text,
  grievance_email: z.email(),
  gstin: z.string().length(15).nullable(),
  sac_code: z.string().regex(/^\d{6}$/, 'must be six digits'),
  /** Percent, CGST and SGST together. */
  gst_rate: z.number().min(0).max(100),
  headlines: z.array(z.strictObject({ headline: text, slogan: text })).length(3),
  offerings: z.array(z.strictObject({ title: text, text, icon: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/) })).length(6),
  outcomes: texts,
  whatsapp_e164: z.e164().nullable(),
  refund_line: text,
  questions: z.array(z.strictObject({ question: text, answer: text })).length(5),
  subjects: text,
  program_line: text,
  instructor_line: text,
  class_steps: z.array(z.strictObject({ when: text, title: text, text })).length(4),
  career_headline: text,
  career_line: text,
  career_steps: z.array(z.strictObject({ title: text, text, result: text })).length(4),
  career_promises: texts,
  career_limits: texts,
  hiring_headline: text,
  hiring_line: text,
  hiring_reasons: textItems,
  hiring_proofs: textItems,
  hiring_steps: textItems,
  research_headline: text,
  research_line: text,
  research_steps: textItems,
  research_facts: textItems,
  companies_heading: text,
})
export type Settings = z.infer<typeof settings>
