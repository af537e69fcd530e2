import { z } from 'zod'
import { blocks } from './blocks.ts'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'

export const utilityType = z.enum(['SERV', 'RES', 'POL'])
const utilityHead = z.object({ id: z.int(), utils_type: utilityType, title: z.string(), summary: z.string() })
export type UtilityHead = z.output<typeof utilityHead>
export const utility = utilityHead.extend({
  image: z.string(),
  content: z.array(z.object({ title: z.string(), description: z.string(), content: z.string() })),
  updated_on: day,
  /** The day from which a policy holds; null for other items. */
  effective_on: day.nullable(),
})
export type Utility = z.output<typeof utility>

export const project = z.object({ id: z.int(), title: z.string(), image: z.string(), content: z.string() })
export type Project = z.output<typeof project>

const blogHead = z.object({
  id: z.int(),
  title: z.string(),
  image: z.string(),
  published_date: day,
  category: z.string(),
  author: z.string(),
  excerpt: z.string(),
})
export type BlogHead = z.output<typeof blogHead>
export const blog = blogHead.extend({
  /** Paragraphs as plain text. */
  content: z.array(z.string()),
  /** The same article with its looks, lists and pictures. */
  blocks,
})
export type Blog = z.output<typeof blog>

/** What staff write about a company. */
export const companyFacts = z.object({
  id: z.int(),
  name: z.string(),
  industry: z.string(),
  city: z.string(),
  why: z.string(),
  is_partner: z.boolean(),
  is_alumni_employer: z.boolean(),
})
export const company = companyFacts.extend({
  /** Whether it is an invented company of the demo. */
  is_example: z.boolean(),
})
export type Company = z.output<typeof company>

const testimonial = z.object({ id: z.int(), name: z.string(), role: z.string(), course: z.string(), quote: z.string() })
export type Testimonial = z.output<typeof testimonial>

export const siteSettings = z.object({
  brand: z.string(),
  tagline: z.string(),
  phone_display: z.string(),
  phone_e164: z.string(),
  email: z.string(),
  address: z.array(z.string()),
  socials: z.array(z.object({ network: z.enum(['facebook', 'instagram', 'linkedin', 'x', 'youtube']), url: z.string() })),
  support_hours: z.string(),
  legal_name: z.string(),
  grievance_name: z.string(),
  grievance_email: z.string(),
  gstin: z.string().nullable(),
  /** The school's own State, for a school without a GSTIN. Settings of an earlier version lack it. */
  state_code: z.string().nullable().default(null),
  sac_code: z.string(),
  gst_rate: z.number(),
  headlines: z.array(z.object({ headline: z.string(), slogan: z.string() })),
  offerings: z.array(z.object({ title: z.string(), text: z.string(), icon: z.string() })),
  outcomes: z.array(z.string()),
  /** A number in international form; null when the school has none for WhatsApp. */
  whatsapp_e164: z.string().nullable().default(null),
  /** The refund policy in one line, shown beside prices; empty when the school has not written one. */
  refund_line: z.string().default(''),
  /** Shown on the home page only. Settings saved before this field existed have none. */
  questions: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
})
export type SiteSettings = z.output<typeof siteSettings>

const byId = z.object({ id })

const headExample: UtilityHead = {
  id: 1,
  utils_type: 'SERV',
  title: 'Mock interviews',
  summary: 'Practise with an engineer who interviews for a living.',
}
const projectExample: Project = {
  id: 1,
  title: 'Clinic booking',
  image: 'media/art/project/1.svg',
  content: 'A booking system for a small clinic.',
}
const blogExample: BlogHead = {
  id: 1,
  title: 'Reading a stack trace',
  image: 'media/art/blog/1.svg',
  published_date: '2026-11-12',
  category: 'Full Stack',
  author: 'Karyashala',
  excerpt: 'Start at the bottom, stop at your own code.',
}

export const listUtilities = endpoint({
  name: 'listUtilities',
  method: 'GET',
  path: '/utils/',
  tag: 'Content',
  summary: 'Services, resources and policies by title',
  access: 'public',
  answers: { 200: z.array(utilityHead) },
  example: { answer: [headExample] },
  cacheTags: ['utility'],
})

export const readUtility = endpoint({
  name: 'readUtility',
  method: 'GET',
  path: '/utils/:id/',
  tag: 'Content',
  summary: 'One service, resource or policy',
  access: 'public',
  params: byId,
  answers: { 200: utility },
  errors: [404],
  example: {
    answer: {
      ...headExample,
      image: 'media/art/service/1.svg',
      content: [{ title: 'How it works', description: 'You pick a slot.', content: 'You pick a slot.' }],
      updated_on: '2026-11-01',
      effective_on: null,
    },
  },
  cacheTags: ['utility:{id}'],
})

export const listProjects = endpoint({
  name: 'listProjects',
  method: 'GET',
  path: '/projects/',
  tag: 'Content',
  summary: 'Projects that students build',
  access: 'public',
  answers: { 200: z.array(project) },
  example: { answer: [projectExample] },
  cacheTags: ['project'],
})

export const listBlogs = endpoint({
  name: 'listBlogs',
  method: 'GET',
  path: '/blogs/',
  tag: 'Content',
  summary: 'Published articles, newest first',
  access: 'public',
  answers: { 200: z.array(blog) },
  example: {
    answer: [
      {
        ...blogExample,
        content: ['Start at the bottom.'],
        blocks: [{ type: 'paragraph', text: [{ text: 'Start at the bottom.' }] }],
      },
    ],
  },
  cacheTags: ['blog'],
})

export const readBlog = endpoint({
  name: 'readBlog',
  method: 'GET',
  path: '/blogs/:id/',
  tag: 'Content',
  summary: 'One article',
  access: 'public',
  params: byId,
  answers: { 200: blog },
  errors: [404],
  example: {
    answer: {
      ...blogExample,
      content: ['Start at the bottom.'],
      blocks: [{ type: 'paragraph', text: [{ text: 'Start at the bottom.' }] }],
    },
  },
  cacheTags: ['blog:{id}'],
})

export const companyExample: z.output<typeof companyFacts> = {
  id: 1,
  name: 'Tarang Systems',
  industry: 'Logistics software',
  city: 'Pune',
  why: 'Graduates arrive used to code review.',
  is_partner: true,
  is_alumni_employer: true,
}

export const listCompanies = endpoint({
  name: 'listCompanies',
  method: 'GET',
  path: '/companies/',
  tag: 'Content',
  summary: 'Hiring partners and employers of alumni',
  access: 'public',
  answers: { 200: z.array(company) },
  example: {
    answer: [{ ...companyExample, is_example: false }],
  },
  cacheTags: ['company'],
})

export const listTestimonials = endpoint({
  name: 'listTestimonials',
  method: 'GET',
  path: '/testimonials/',
  tag: 'Content',
  summary: 'Testimonials of students who consented to publication',
  access: 'public',
  answers: { 200: z.array(testimonial) },
  example: {
    answer: [
      { id: 1, name: 'Ritu S.', role: 'Backend developer', course: 'Full Stack Web Development', quote: 'I ship weekly.' },
    ],
  },
  cacheTags: ['testimonial'],
})

export const siteSettingsExample: z.input<typeof siteSettings> = {
  brand: 'Karyashala',
  tagline: 'Live classes that lead to work',
  phone_display: '020 5550 0142',
  phone_e164: '+912055500142',
  email: 'hello@karyashala.example',
  address: ['Pune, Maharashtra'],
  socials: [],
  support_hours: 'Monday to Saturday, 9 am to 7 pm IST',
  legal_name: 'Karyashala Learning LLP',
  grievance_name: 'Grievance Officer',
  grievance_email: 'grievance@karyashala.example',
  gstin: null,
  state_code: '27',
  sac_code: '999293',
  gst_rate: 18,
  headlines: [],
  offerings: [],
  outcomes: [],
  whatsapp_e164: null,
  refund_line: 'Full refund until the first class begins.',
}

export const readSiteSettings = endpoint({
  name: 'readSiteSettings',
  method: 'GET',
  path: '/site/',
  tag: 'Content',
  summary: 'Brand, contact details and texts of the landing page',
  access: 'public',
  answers: { 200: siteSettings },
  example: {
    answer: siteSettingsExample,
  },
  cacheTags: ['site'],
})
