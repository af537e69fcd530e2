import { z } from 'zod'
import { type CurriculumItem, type CurriculumSection, course } from '#contract/catalog/catalog.ts'
import { certificateRules, certificateRuleNames } from '#contract/certificate-rules.ts'
import { amountToPay } from '#contract/catalog/discount.ts'
import { line, paragraph } from '#contract/fields.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { picture } from '#contract/addresses.ts'

/** Rupees with at most two decimals. */
const price = z
  .number({ error: 'Price is required.' })
  .min(1, 'A course costs at least ₹1.')
  .max(10_000_000, 'A course costs at most ₹1,00,00,000.')
  .refine((value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6, 'Please give at most two decimals.')

const list = (what: string) =>
  z.array(line(300, `Please write the ${what}, or remove the line.`)).max(60, 'This list is too long.')

const topic = line(300, 'Please write the topic, or remove it.')
const sectionOf = (item: z.ZodType<CurriculumItem>): z.ZodType<CurriculumSection> =>
  z
    .record(line(200, 'Each part of the curriculum needs a title.'), z.array(item).max(100))
    .refine((one) => Object.keys(one).length === 1, 'Each part of the curriculum needs one title.')
/** Levels of parts below each other. A schema that calls itself would fail on input that is nested without end. */
export const curriculumLevels = 4
let section = sectionOf(topic)
for (let level = 1; level < curriculumLevels; level += 1) section = sectionOf(z.union([topic, section]))

const input = z.strictObject({
  title: line(120, 'Title is required.'),
  slug: z
    .string()
    .max(120)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower case letters, digits and single hyphens.'),
  category: line(60, 'Category is required.'),
  description: paragraph(400, 'Description is required.'),
  overview: paragraph(6000, 'Overview is required.'),
  university: line(120, 'Please name the school or university.'),
  duration: line(60, 'Duration is required.'),
  difficulty_level: line(60, 'Level is required.'),
  course_type: line(60, 'Type is required.'),
  price,
  discounts: z
    .array(z.strictObject({ value: line(20, 'Please give a percentage or an amount.') }))
    .max(5)
    .refine(
      // The first one is checked against a high price here, and against the course's price in the database.
      (discounts) => discounts.every((one) => amountToPay(1_000_000_000, [one]) !== null),
      'A discount is a percentage such as 20%, or rupees such as ₹5,000.',
    ),
  image: picture,
  objectives: list('objective'),
  skills_covered: list('skill'),
  tools_covered: list('tool'),
  designations: list('designation'),
  average_package: z.strictObject({
    package: z.union([z.literal(''), line(120)]),
    salary_hike: z.union([z.literal(''), line(120)]),
  }),
  target_audience: list('audience'),
  prerequisites: list('prerequisite'),
  why_enroll_for_this_training: list('reason'),
  training_features: z
    .array(
      z.strictObject({
        title: line(120, 'Each feature needs a title.'),
        point1: line(300, 'Each feature needs three points.'),
        point2: line(300, 'Each feature needs three points.'),
        point3: line(300, 'Each feature needs three points.'),
      }),
    )
    .max(12),
  assessment_methods: list('method'),
  projects: list('project'),
  curriculum: z.array(section).max(60, 'This curriculum has too many parts.'),
  module_weeks: z.array(z.int().min(1, 'A part takes at least a week.').max(52)).max(60),
  weekly_hours_outside: z.int().min(1).max(60).nullable(),
  reviews: z
    .array(
      z.strictObject({
        name: line(80, 'Name is required.'),
        course: line(160, 'Course is required.'),
        feedback: paragraph(1500, 'Please add what was said.'),
      }),
    )
    .max(30),
  faqs: z
    .array(
      z.strictObject({
        question: line(300, 'Question is required.'),
        answers: z
          .array(paragraph(2000, 'Please write the answer, or remove it.'))
          .min(1, 'Each question needs an answer.')
          .max(10),
      }),
    )
    .max(40),
  support: list('support item'),
  certifications: list('certification'),
  /** What its certificate takes. Null takes the rule of the school. */
  certificate_rule: z.enum(certificateRules, 'Please choose a rule.').nullable(),
  certificate_percent: z
    .int('Please give a whole percentage.')
    .min(1, 'Please give 1 to 100 per cent.')
    .max(100, 'Please give 1 to 100 per cent.')
    .nullable(),
})
export type CourseInput = z.input<typeof input>

const record = course
  .omit({ nearest_batch_date: true, upcoming_batches: true, instructors: true, preview: true, trial: true, image: true })
  .extend({
    ...recordFields,
    image: z.string().nullable(),
    publication,
    certificate_rule: z.enum(certificateRules).nullable(),
    certificate_percent: z.int().nullable(),
  })
export type CourseRecord = z.output<typeof record>

const inputExample: CourseInput = {
  title: 'Full Stack Web Development',
  slug: 'full-stack-web-development',
  category: 'Full Stack',
  description: 'Build and ship complete web products with TypeScript.',
  overview: 'Fourteen weeks from HTTP to production.',
  university: 'Karyashala',
  duration: '14 weeks',
  difficulty_level: 'Beginner to intermediate',
  course_type: 'Live classes',
  price: 45000,
  discounts: [{ value: '20%' }],
  image: null,
  objectives: ['Design a REST API'],
  skills_covered: ['TypeScript'],
  tools_covered: ['PostgreSQL'],
  designations: ['Full stack developer'],
  average_package: { package: '₹6–9 lakh a year', salary_hike: 'Varies with experience' },
  target_audience: ['Graduates of any stream'],
  prerequisites: ['Basic programming'],
  why_enroll_for_this_training: ['You build one product end to end'],
  training_features: [{ title: 'Live classes', point1: 'Three a week', point2: 'Recorded', point3: 'Small groups' }],
  assessment_methods: ['Code review of every assignment'],
  projects: ['A booking site'],
  curriculum: [{ Foundations: ['HTTP', { TypeScript: ['Types', 'Narrowing'] }] }],
  module_weeks: [3],
  weekly_hours_outside: 8,
  reviews: [],
  faqs: [{ question: 'Are classes recorded?', answers: ['Yes, each one, within a day.'] }],
  support: ['Doubt hours on weekdays'],
  certifications: ['Certificate of completion'],
  certificate_rule: null,
  certificate_percent: null,
}

/** Courses with everything that their pages show. `amount` is what a buyer pays after the first discount. */
export const courses = resource({
  name: 'courses',
  singular: 'course',
  record,
  input,
  filters: { category: line(60).optional(), publication: publication.optional() },
  sort: ['title', 'category', 'price', 'id'],
  permission: { read: 'courses:read', write: 'courses:write' },
  verbs: publicationVerbs,
  largeBody: true,
  words: { publication: publicationNames, certificate_rule: certificateRuleNames },
  examples: { record: { id: 1, version: 3, amount: 36000, ...inputExample, publication: 'published' }, input: inputExample },
})

export const previewCourse = previewEndpoint('course', { resource: 'courses', read: 'courses:read' })
