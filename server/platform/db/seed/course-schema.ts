import { z } from 'zod'
import { chapterList, readChapters } from '#contract/classes/chapters.ts'
import { clipInput } from '#contract/classes/clips.ts'
import { classTimeText, weekdays } from './class-days.ts'
import { leavesOneRupee, readDiscount } from './read-discount.ts'

export const text = z.string().trim().min(1)
export const texts = z.array(text).min(1)
export const id = z.int().positive()
/** Long text whose paragraphs are separated by `\n\n`. */
export const paragraphs = text.transform((value) => value.split(/\n+/).join('\n\n'))
export const httpsUrl = z.url({ protocol: /^https$/ })

export const category = z.enum(['Full Stack', 'AI/ML', 'Cloud', 'DevOps'])

export type CurriculumItem = string | CurriculumSection
export type CurriculumSection = { [title: string]: CurriculumItem[] }

const curriculumSection: z.ZodType<CurriculumSection> = z.lazy(() =>
  z
    .record(text, z.array(curriculumItem).min(1))
    .refine((section) => Object.keys(section).length === 1, 'must have exactly one title'),
)
const curriculumItem: z.ZodType<CurriculumItem> = z.lazy(() =>
  z.union([text, curriculumSection], "must be a line of text or one 'title: list' section"),
)

const discount = z.strictObject({
  value: text.refine((value) => readDiscount(value) !== null, 'must read like 20% (at most 100%) or ₹5,000'),
})

const batch = z
  .strictObject({
    id,
    starts_in_days: z.int(),
    time: text,
    starts_at_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM, 24 hours, India time'),
    class_minutes: z.int().min(15).max(600),
    weekdays: z
      .array(z.enum(weekdays))
      .min(1)
      .refine((days) => new Set(days).size === days.length, 'names a day twice'),
    weeks: z.int().min(1).max(52),
    mode_of_training: text,
    batch_type: text,
    instructor_name: text,
    capacity: z.int().positive().nullable(),
    enrolled: z.int().min(0),
    cancelled: z.boolean().default(false),
    classroom_url: httpsUrl,
  })
  .refine((value) => value.capacity === null || value.enrolled <= value.capacity, {
    path: ['enrolled'],
    error: "is more than the batch's capacity",
  })
  .superRefine((value, context) => {
    const expected = classTimeText(value.starts_at_time, value.class_minutes)
    if (value.time !== expected) {
      context.addIssue({
        code: 'custom',
        path: ['time'],
        message: `must be "${expected}" to agree with starts_at_time and class_minutes`,
      })
    }
  })
export type Batch = z.infer<typeof batch>

const recording = z.strictObject({
  id,
  batch_id: id,
  /** Number of the class within the batch, from 1; determines the date. */
  day_number: z.int().positive(),
  title: text,
  duration_seconds: z.int().positive(),
  is_preview: z.boolean(),
  captions: text,
  video_url: z.string().regex(/^media\/recordings\/[a-z0-9-]+\.mp4$/, 'must be a path like media/recordings/name.mp4'),
  captions_url: z.string().regex(/^media\/recordings\/[a-z0-9-]+\.en\.vtt$/, 'must be a path like media/recordings/name.en.vtt'),
  /** A time and a title each, such as `0:14 Names and numbers`. */
  chapters: z
    .array(z.string())
    .default([])
    .transform((lines) => readChapters(lines.join('\n')).chapters)
    .pipe(chapterList),
  clip: clipInput.optional(),
})
export type Recording = z.infer<typeof recording>

export const course = z
  .strictObject({
    id,
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower case words joined by hyphens'),
    title: text,
    category,
    description: text,
    overview: paragraphs,
    university: text,
    duration: text,
    difficulty_level: z.enum(['Beginner', 'Intermediate', 'Advanced']),
    course_type: text,
    price: z.number().min(1).multipleOf(0.01, 'must be rupees with at most two decimals'),
    objectives: texts,
    skills_covered: texts,
    tools_covered: texts,
    designations: texts,
    average_package: z.strictObject({ package: text, salary_hike: text }),
    target_audience: texts,
    prerequisites: texts,
    why_enroll_for_this_training: texts,
    training_features: z.array(z.strictObject({ title: text, point1: text, point2: text, point3: text })).min(1),
    assessment_methods: texts,
    projects: texts,
    weekly_hours_outside: z.int().min(1).max(60),
    module_weeks: z.array(z.int().min(1).max(52)),
    curriculum: z.array(curriculumSection).min(1),
    reviews: z.array(z.strictObject({ name: text, course: text, feedback: text })),
    faqs: z.array(z.strictObject({ question: text, answers: texts })),
    support: texts,
    discounts: z.array(discount),
    certifications: texts,
    batches: z.array(batch),
    recordings: z.array(recording).default([]),
  })
  .refine((value) => value.module_weeks.length === value.curriculum.length, {
    path: ['module_weeks'],
    error: 'needs the weeks of each module of the curriculum',
  })
  .superRefine((value, context) => {
    value.discounts.forEach((item, index) => {
      const read = readDiscount(item.value)
      if (read !== null && !leavesOneRupee(value.price, read)) {
        context.addIssue({
          code: 'custom',
          path: ['discounts', index, 'value'],
          message: 'leaves less than ₹1 to pay',
        })
      }
    })
  })
export type Course = z.infer<typeof course>
