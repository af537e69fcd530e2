import { z } from 'zod'
import { blocks } from './blocks.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id } from '#contract/fields.ts'

const utilityType = z.enum(['SERV', 'RES', 'POL'])
const utilityHead = z.object({ id: z.int(), utils_type: utilityType, title: z.string(), summary: z.string() })
export type UtilityHead = z.output<typeof utilityHead>
const utility = utilityHead.extend({
  image: z.string(),
  content: z.array(z.object({ title: z.string(), description: z.string(), content: z.string() })),
  updated_on: day,
  /** The day from which a policy holds; null for other items. */
  effective_on: day.nullable(),
})
export type Utility = z.output<typeof utility>

const project = z.object({
  id: z.int(),
  title: z.string(),
  image: z.string(),
  content: z.string(),
  /** Who built it, named with written consent. Null for a brief, and for a student who is not named. */
  student: z.string().nullable(),
  /** What the student learnt by it. Null for a brief. */
  learnt: z.string().nullable(),
  /** Where it runs. */
  live_url: z.string().nullable(),
})
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
type BlogHead = z.output<typeof blogHead>
const blog = blogHead.extend({
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
const company = companyFacts.extend({
  /** Whether it is an invented company of the demo. */
  is_example: z.boolean(),
})
export type Company = z.output<typeof company>

const testimonial = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  /** Empty while the course can't be read. */
  course: z.string(),
  quote: z.string(),
})
export type Testimonial = z.output<typeof testimonial>

const textItem = z.object({ title: z.string(), text: z.string() })
export type TextItem = z.output<typeof textItem>
const line = z.string().default('')

/**
 * What a school says of itself on its pages, in its own words. The product promises nothing for a school: a part without a
 * text is absent. Settings saved before a field existed lack it.
 */
const pageTexts = z.object({
  /** The school's promise, which is the title of the home page. The tagline stands there while it is empty. */
  home_headline: line,
  headlines: z.array(z.object({ headline: z.string(), slogan: z.string() })),
  offerings: z.array(z.object({ title: z.string(), text: z.string(), icon: z.string() })),
  outcomes: z.array(z.string()),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
  /** Below "Find your course". */
  program_line: line,
  /** Below "Who teaches". */
  instructor_line: line,
  /** What happens around a live class, in order. `when` is such as `The day before`. */
  class_steps: z.array(textItem.extend({ when: z.string() })).default([]),
  career_headline: line,
  career_line: line,
  /** The months of a program, each with what a student has at its end. */
  career_steps: z.array(textItem.extend({ result: z.string() })).default([]),
  career_promises: z.array(z.string()).default([]),
  /** What the school does not promise. */
  career_limits: z.array(z.string()).default([]),
  hiring_headline: line,
  hiring_line: line,
  /** Why a company hires here, beside the form. */
  hiring_reasons: z.array(textItem).default([]),
  /** Claims about students, each with how a company checks it. */
  hiring_proofs: z.array(textItem).default([]),
  /** How the school introduces a student. */
  hiring_steps: z.array(textItem).default([]),
  research_headline: line,
  research_line: line,
  research_steps: z.array(textItem).default([]),
  research_facts: z.array(textItem).default([]),
  /** Headings of the home page, in its order. An empty one has the neutral words of the product. */
  courses_heading: line,
  classes_heading: line,
  offerings_heading: line,
  instructors_heading: line,
  companies_heading: line,
  prime_heading: line,
  outcomes_heading: line,
  alumni_heading: line,
  questions_heading: line,
})
export type PageTexts = z.output<typeof pageTexts>

/** What each page shows of the school: its name, how to reach it, and what prices need. */
export const schoolSettings = z.object({
  brand: z.string(),
  /** The name as it is drawn beside the mark; empty when it is drawn as it is. Settings of an earlier version lack it, and the next four. */
  wordmark: line,
  /** The school's own colour as `#rrggbb`; null for the product's. */
  accent: z.string().nullable().default(null),
  /** Pictures of the library: a square mark, and a wide logo in place of mark and name, with one for the dark theme. */
  mark: z.string().nullable().default(null),
  logo: z.string().nullable().default(null),
  logo_dark: z.string().nullable().default(null),
  tagline: z.string(),
  /** What the school teaches, to stand after "in": `full stack, AI, cloud and DevOps`. Empty when it has not said. */
  subjects: line,
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
  /** A number in international form; null when the school has none for WhatsApp. */
  whatsapp_e164: z.string().nullable().default(null),
  /** The refund policy in one line, shown beside prices; empty when the school has not written one. */
  refund_line: z.string().default(''),
})
export type SchoolSettings = z.output<typeof schoolSettings>

export const siteSettings = schoolSettings.extend(pageTexts.shape)
export type SiteSettings = z.output<typeof siteSettings>

const byId = z.object({ id })
/** A page of a list begins after the last record of the page before. */
const pageQuery = z.strictObject({ after: id.optional() })
/** `next` is the last record of this page; null on the last page. */
const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next: z.int().nullable() })

const blogTeaser = blogHead.omit({ excerpt: true }).extend({ beginning: z.string() })
export type BlogTeaser = z.output<typeof blogTeaser>

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
  student: 'Asha Patil',
  learnt: 'Two people who press at once are a question for the database.',
  live_url: 'https://clinic.example',
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

export const listUtilityPage = endpoint({
  name: 'listUtilityPage',
  method: 'GET',
  path: '/utility-page/',
  tag: 'Content',
  summary: 'Resources, then services, a page at a time',
  access: 'public',
  query: pageQuery,
  answers: { 200: pageOf(utilityHead) },
  example: { answer: { items: [headExample], next: null } },
  cacheTags: ['utility'],
})

export const listOtherUtilities = endpoint({
  name: 'listOtherUtilities',
  method: 'GET',
  path: '/utils/:id/others/',
  tag: 'Content',
  summary: 'At most twelve other services beside a service, or resources beside a resource',
  access: 'public',
  params: byId,
  answers: { 200: z.array(utilityHead) },
  example: { answer: [headExample] },
  cacheTags: ['utility'],
})

export const readNavigation = endpoint({
  name: 'readNavigation',
  method: 'GET',
  path: '/navigation/',
  tag: 'Content',
  summary: 'The first services, whether there are more, and the policies in effect that every page links to',
  access: 'public',
  answers: {
    200: z.object({
      services: z.array(utilityHead.omit({ utils_type: true })),
      has_more_services: z.boolean(),
      policies: z.array(z.int()),
    }),
  },
  example: {
    answer: {
      services: [{ id: headExample.id, title: headExample.title, summary: headExample.summary }],
      has_more_services: false,
      policies: [4, 5, 6],
    },
  },
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

export const listProjectPage = endpoint({
  name: 'listProjectPage',
  method: 'GET',
  path: '/project-page/',
  tag: 'Content',
  summary: 'Projects that students build, a page at a time',
  access: 'public',
  query: pageQuery,
  answers: { 200: pageOf(project) },
  example: { answer: { items: [projectExample], next: null } },
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

export const listBlogPage = endpoint({
  name: 'listBlogPage',
  method: 'GET',
  path: '/blog-page/',
  tag: 'Content',
  summary: 'Beginnings of published articles, newest first, a page at a time',
  access: 'public',
  query: pageQuery,
  answers: { 200: pageOf(blogTeaser) },
  example: {
    answer: {
      items: [
        {
          id: blogExample.id,
          title: blogExample.title,
          image: blogExample.image,
          published_date: blogExample.published_date,
          category: blogExample.category,
          author: blogExample.author,
          beginning: 'Start at the bottom.',
        },
      ],
      next: null,
    },
  },
  cacheTags: ['blog'],
})

export const listOtherBlogs = endpoint({
  name: 'listOtherBlogs',
  method: 'GET',
  path: '/blogs/:id/others/',
  tag: 'Content',
  summary: 'Two other articles, those of the same category first',
  access: 'public',
  params: byId,
  answers: { 200: z.array(blogHead.pick({ id: true, title: true, excerpt: true })) },
  example: { answer: [{ id: blogExample.id, title: blogExample.title, excerpt: blogExample.excerpt }] },
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
  summary: 'Hiring partners and employers of alumni, a page at a time',
  access: 'public',
  query: pageQuery,
  answers: { 200: pageOf(company) },
  example: {
    answer: { items: [{ ...companyExample, is_example: false }], next: null },
  },
  cacheTags: ['company'],
})

const shownCompany = company.pick({ id: true, name: true, industry: true, is_example: true })
export type ShownCompany = z.output<typeof shownCompany>

export const listShownCompanies = endpoint({
  name: 'listShownCompanies',
  method: 'GET',
  path: '/shown-companies/',
  tag: 'Content',
  summary: 'The first hiring partners and employers of alumni, for pages with another subject',
  access: 'public',
  answers: { 200: z.object({ partners: z.array(shownCompany), alumni: z.array(shownCompany) }) },
  example: {
    answer: {
      partners: [{ id: companyExample.id, name: companyExample.name, industry: companyExample.industry, is_example: false }],
      alumni: [],
    },
  },
  cacheTags: ['company'],
})

export const listTestimonials = endpoint({
  name: 'listTestimonials',
  method: 'GET',
  path: '/testimonials/',
  tag: 'Content',
  summary: 'The first testimonials of students who consented to publication',
  access: 'public',
  answers: { 200: z.array(testimonial) },
  example: {
    answer: [
      { id: 1, name: 'Ritu S.', role: 'Backend developer', course: 'Full Stack Web Development', quote: 'I ship weekly.' },
    ],
  },
  cacheTags: ['testimonial', 'course'],
})

export const siteSettingsExample: z.input<typeof siteSettings> = {
  brand: 'Karyashala',
  tagline: 'Live classes',
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
  summary: 'Brand, contact details and texts of the pages',
  access: 'public',
  answers: { 200: siteSettings },
  example: {
    answer: siteSettingsExample,
  },
  cacheTags: ['site'],
})
