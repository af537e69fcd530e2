import { z } from 'zod'
import { batchFilters } from '#contract/batch-filters.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, rupees } from '#contract/fields.ts'
import { hello, helloExample } from './hello.ts'
import { instructorLink, linksExample } from './instructor-links.ts'

export const upcomingBatch = z.object({
  id: z.int(),
  date: day,
  time: z.string(),
  starts_at: instant,
  mode_of_training: z.string(),
  batch_type: z.string(),
  instructor_name: z.string(),
  status: z.string(),
  can_enroll: z.boolean(),
  seats_left: z.int().nullable(),
  capacity: z.int().nullable(),
  instructor_id: z.int(),
  /** ISO weekdays of the classes: 1 Monday to 7 Sunday. */
  weekdays: z.array(z.int().min(1).max(7)),
  class_minutes: z.int(),
  class_count: z.int(),
  /** The start of the last class. */
  last_class_at: instant,
})
export type UpcomingBatch = z.output<typeof upcomingBatch>

export const instructor = z.object({
  id: z.int(),
  name: z.string(),
  /** One line; empty when the school has none yet. */
  bio: z.string(),
  background: z.string(),
  languages: z.array(z.string()),
  /** Path relative to the image host, or a URL. Drawn initials when there is no portrait. */
  portrait: z.string(),
  links: z.array(instructorLink),
  /** Null for an instructor without one. */
  hello: hello.nullable(),
})
export type Instructor = z.output<typeof instructor>

const discount = z.object({ value: z.string() })

export const courseCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  image: z.string(),
  category: z.string(),
  description: z.string(),
  university: z.string(),
  duration: z.string(),
  difficulty_level: z.string(),
  course_type: z.string(),
  /** List price in rupees. */
  price: rupees,
  /** Rupees to pay: the list price minus the first discount. */
  amount: rupees,
  discounts: z.array(discount),
  nearest_batch_date: day.nullable(),
  upcoming_batches: z.array(upcomingBatch),
})
export type CourseCard = z.output<typeof courseCard>

/** Items by section title; an item is a text or a nested section. */
export type CurriculumSection = { [title: string]: CurriculumItem[] }
export type CurriculumItem = string | CurriculumSection
export const curriculumSection: z.ZodType<CurriculumSection> = z
  .lazy(() => z.record(z.string(), z.array(z.union([z.string(), curriculumSection]))))
  .meta({ id: 'CurriculumSection' })

export const course = courseCard.extend({
  overview: z.string(),
  objectives: z.array(z.string()),
  skills_covered: z.array(z.string()),
  tools_covered: z.array(z.string()),
  designations: z.array(z.string()),
  average_package: z.object({ package: z.string(), salary_hike: z.string() }),
  target_audience: z.array(z.string()),
  prerequisites: z.array(z.string()),
  why_enroll_for_this_training: z.array(z.string()),
  training_features: z.array(z.object({ title: z.string(), point1: z.string(), point2: z.string(), point3: z.string() })),
  assessment_methods: z.array(z.string()),
  projects: z.array(z.string()),
  curriculum: z.array(curriculumSection),
  reviews: z.array(z.object({ name: z.string(), course: z.string(), feedback: z.string() })),
  faqs: z.array(z.object({ question: z.string(), answers: z.array(z.string()) })),
  support: z.array(z.string()),
  certifications: z.array(z.string()),
  /** Of the batches above. */
  instructors: z.array(instructor),
  /** Hours of work a week besides the classes; null when the school does not say. */
  weekly_hours_outside: z.int().nullable(),
  /** Weeks of each module of the curriculum; empty when the school does not say. */
  module_weeks: z.array(z.int()),
  /** The first free recording. */
  preview: z.object({ batch_id: z.int(), day_number: z.int(), title: z.string() }).nullable(),
  /** The next live class with a free seat for a guest. */
  trial: z.object({ session_id: z.int(), starts_at: instant }).nullable(),
})
export type Course = z.output<typeof course>

const batchExample: UpcomingBatch = {
  id: 101,
  date: '2026-12-07',
  time: '7:30 PM – 9:00 PM IST',
  starts_at: '2026-12-07T14:00:00.000Z',
  mode_of_training: 'Live online',
  batch_type: 'Weekday evening',
  instructor_name: 'Meera Kulkarni',
  status: 'Enrolment open',
  can_enroll: true,
  seats_left: null,
  capacity: null,
  instructor_id: 1,
  weekdays: [1, 3, 5],
  class_minutes: 90,
  class_count: 42,
  last_class_at: '2027-03-12T14:00:00.000Z',
}
const instructorExample: Instructor = {
  id: 1,
  name: 'Meera Kulkarni',
  bio: 'Builds booking systems for clinics and reviews code every day.',
  background: 'Ten years as a web developer',
  languages: ['English', 'Hindi', 'Marathi'],
  portrait: 'media/art/instructor/1.svg',
  links: linksExample,
  hello: helloExample,
}
export const cardExample: CourseCard = {
  id: 1,
  slug: 'full-stack-web-development',
  title: 'Full Stack Web Development',
  image: 'media/art/course/1.svg',
  category: 'Full Stack',
  description: 'Build and ship complete web products with TypeScript.',
  university: 'Karyashala',
  duration: '14 weeks',
  difficulty_level: 'Beginner to intermediate',
  course_type: 'Live classes',
  price: 45000,
  amount: 36000,
  discounts: [{ value: '20%' }],
  nearest_batch_date: '2026-12-07',
  upcoming_batches: [batchExample],
}
const courseExample: Course = {
  ...cardExample,
  overview: 'Fourteen weeks from HTTP to production.',
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
  reviews: [{ name: 'Ananya R.', course: 'Full Stack Web Development', feedback: 'The reviews taught me most.' }],
  faqs: [{ question: 'Are classes recorded?', answers: ['Yes, each one, within a day.'] }],
  support: ['Doubt hours on weekdays'],
  certifications: ['Certificate of completion'],
  instructors: [instructorExample],
  weekly_hours_outside: 8,
  module_weeks: [3],
  preview: { batch_id: 103, day_number: 1, title: 'What happens when you press Enter' },
  trial: { session_id: 2101, starts_at: '2026-12-07T14:00:00.000Z' },
}

export const listCourses = endpoint({
  name: 'listCourses',
  method: 'GET',
  path: '/courses/',
  tag: 'Catalogue',
  summary: 'All published courses with their upcoming batches',
  access: 'public',
  answers: { 200: z.array(courseCard) },
  example: { answer: [cardExample] },
  cacheTags: ['course', 'seats'],
})

const category = z.object({
  name: z.string(),
  /** How many published courses it has. */
  courses: z.int(),
  /** Whether a batch of these courses has not started yet. */
  has_new_batches: z.boolean(),
})
export type Category = z.output<typeof category>

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/categories/',
  tag: 'Catalogue',
  summary: 'Categories of the published courses, in the order of their first course',
  access: 'public',
  answers: { 200: z.array(category) },
  example: { answer: [{ name: 'Full Stack', courses: 3, has_new_batches: true }] },
  cacheTags: ['course'],
})

const nextStart = z.object({
  course: courseCard.pick({ id: true, title: true, amount: true }),
  batch: upcomingBatch,
  /** What the first class is about; empty when nobody has said. */
  first_topic: z.string(),
})
export type NextStart = z.output<typeof nextStart>

export const listNextStarts = endpoint({
  name: 'listNextStarts',
  method: 'GET',
  path: '/next-starts/',
  tag: 'Catalogue',
  summary: 'The four batches of all courses that start next and can be chosen',
  access: 'public',
  answers: { 200: z.array(nextStart) },
  example: {
    answer: [
      {
        course: { id: 1, title: 'Full Stack Web Development', amount: 36000 },
        batch: batchExample,
        first_topic: 'What happens between typing an address and seeing a page',
      },
    ],
  },
  cacheTags: ['course', 'seats'],
})

export const listHomeCourses = endpoint({
  name: 'listHomeCourses',
  method: 'GET',
  path: '/home-courses/',
  tag: 'Catalogue',
  summary: 'The courses of the landing page: the first of each category, and prime courses. Each has the batch to choose next',
  access: 'public',
  answers: { 200: z.object({ total: z.int(), courses: z.array(courseCard), prime: z.array(courseCard) }) },
  example: { answer: { total: 1, courses: [cardExample], prime: [cardExample] } },
  cacheTags: ['course', 'seats'],
})

/** In lower case. */
const categoryName = z
  .string()
  .max(200)
  .toLowerCase()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Please remove control characters.')

export const listCoursePage = endpoint({
  name: 'listCoursePage',
  method: 'GET',
  path: '/course-page/',
  tag: 'Catalogue',
  summary: 'Published courses by id, a page at a time. Each has the batch to choose next',
  access: 'public',
  query: z.strictObject({
    /** Without it, courses of every category. */
    category: categoryName.optional(),
    /** The last course of the page before. */
    after: id.optional(),
  }),
  answers: { 200: z.object({ items: z.array(courseCard), next: z.int().nullable() }) },
  example: { answer: { items: [cardExample], next: null } },
  cacheTags: ['course', 'seats'],
})

const batchRow = z.object({
  course: courseCard.pick({
    id: true,
    title: true,
    category: true,
    difficulty_level: true,
    duration: true,
    price: true,
    amount: true,
    discounts: true,
  }),
  batch: upcomingBatch,
})
export type BatchRow = z.output<typeof batchRow>
const batchOfCourse = batchRow.extend({ course: batchRow.shape.course.extend({ image: z.string() }) })
export type BatchOfCourse = z.output<typeof batchOfCourse>

const keysOf = <Key extends string>(labels: Record<Key, string>) => z.enum(Object.keys(labels) as Key[])

const rowExample: BatchOfCourse = {
  course: {
    id: cardExample.id,
    title: cardExample.title,
    category: cardExample.category,
    difficulty_level: cardExample.difficulty_level,
    duration: cardExample.duration,
    price: cardExample.price,
    amount: cardExample.amount,
    discounts: cardExample.discounts,
    image: cardExample.image,
  },
  batch: batchExample,
}

export const listBatchPage = endpoint({
  name: 'listBatchPage',
  method: 'GET',
  path: '/batch-page/',
  tag: 'Catalogue',
  summary: 'Batches of all courses that have not started, by start, a page at a time; full ones too',
  access: 'public',
  query: z.strictObject({
    category: categoryName.optional(),
    days: keysOf(batchFilters.days).optional(),
    time: keysOf(batchFilters.time).optional(),
    level: keysOf(batchFilters.level).optional(),
    fee: keysOf(batchFilters.fee).optional(),
    /** The last batch of the page before. */
    after: id.optional(),
  }),
  /** `total` counts the batches of all pages. */
  answers: { 200: z.object({ items: z.array(batchRow), next: z.int().nullable(), total: z.int() }) },
  example: { answer: { items: [rowExample], next: null, total: 1 } },
  cacheTags: ['course', 'seats'],
})

export const readBatch = endpoint({
  name: 'readBatch',
  method: 'GET',
  path: '/batches/:batch_id/',
  tag: 'Catalogue',
  summary: 'One current batch with what its course costs',
  access: 'public',
  params: z.object({ batch_id: id }),
  answers: { 200: batchOfCourse },
  errors: [404],
  example: { answer: rowExample },
  cacheTags: ['course', 'seats'],
})

export const readCourse = endpoint({
  name: 'readCourse',
  method: 'GET',
  path: '/courses/:id/',
  tag: 'Catalogue',
  summary: 'One course with all content of its page',
  access: 'public',
  params: z.object({ id }),
  answers: { 200: course },
  errors: [404],
  example: { answer: courseExample },
  cacheTags: ['course:{id}', 'seats:{id}'],
})

export const listBatches = endpoint({
  name: 'listBatches',
  method: 'GET',
  path: '/courses/:id/batches/',
  tag: 'Catalogue',
  summary: 'The current batches of one course; to be read before enrolling, because pages may be a minute old',
  access: 'public',
  params: z.object({ id }),
  answers: { 200: z.array(upcomingBatch) },
  errors: [404],
  example: { answer: [batchExample] },
})

export const listInstructors = endpoint({
  name: 'listInstructors',
  method: 'GET',
  path: '/instructors/',
  tag: 'Catalogue',
  summary: 'The first 24 instructors of batches that have not ended',
  access: 'public',
  answers: { 200: z.array(instructor) },
  example: { answer: [instructorExample] },
  cacheTags: ['instructor', 'course'],
})
