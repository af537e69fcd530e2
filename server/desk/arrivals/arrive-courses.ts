import { courses, type CourseInput } from '#contract/catalog/staff/courses.ts'
import { courseRecords } from '#server/catalog/courses/course-records.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import { readPaise } from '#server/platform/tabular/amounts.ts'
import { plainValue } from '#server/platform/tabular/cells.ts'
import type { Applied, Cells, Kind } from './kind.ts'
import { parseLine, refuseCell } from './parse-line.ts'
import { withoutReferences } from './without-references.ts'

const courseOfLine = statement<{ id: number }>(
  'course_of_line',
  `select id from courses where slug = $1 or lower(title) = lower($2) order by slug = $1 desc, id limit 1`,
)
const deleteArrivedCourse = statement<{ id: number }>(
  'delete_arrived_course',
  `delete from courses where id = $1 and version = $2 and publication = 'draft' returning id`,
)

/** Columns of a file that are a field of a course of another name. */
const fieldOf = {
  level: 'difficulty_level',
  type: 'course_type',
  skills: 'skills_covered',
  tools: 'tools_covered',
} as const
const lists = ['objectives', 'skills', 'tools', 'prerequisites']
const texts = ['title', 'category', 'description', 'overview', 'duration', 'level', 'type', 'university']
/** What a draft has to say that most other systems do not know. */
const blanks = { category: 'Other', duration: 'To be announced', level: 'All levels', type: 'Live classes' } as const

const fieldNamed = (column: string) => fieldOf[column as keyof typeof fieldOf] ?? column

/** The fields of a course that a line names. */
function givenOf(cells: Cells): Partial<CourseInput> {
  const cell = (column: string) => cells[column] ?? ''
  const entries = [
    ...texts.filter((column) => cell(column) !== '').map((column) => [fieldNamed(column), textOf(cell(column))] as const),
    ...lists.filter((column) => cell(column) !== '').map((column) => [fieldNamed(column), listOf(cell(column))] as const),
  ]
  const paise = readPaise(plainValue(cell('price')))
  if (paise === undefined) throw refuseCell('price', 'The price is not one of rupees, of ₹1 at least.')
  return { ...Object.fromEntries(entries), price: paise / 100 }
}

/** Other systems keep descriptions as HTML. A course has plain text. */
const textOf = (cell: string) =>
  cell
    .replaceAll(/<(?:br|\/p|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
const listOf = (cell: string) =>
  cell
    .split(/[;|\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** `data-science` of `Data Science!`. Empty for a title in another script. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 120)

export const courseKind: Kind = {
  words: {
    title: [
      'title',
      'name',
      'course',
      'course name',
      'course title',
      'name course',
      'full name',
      'product',
      'product name',
      'program',
      'programme',
      'कोर्स',
    ],
    slug: ['slug', 'address', 'short name', 'shortname', 'url', 'permalink', 'handle'],
    category: ['category', 'category name', 'course category', 'subject', 'topic', 'श्रेणी'],
    description: ['short description', 'description', 'subtitle', 'tagline', 'summary', 'विवरण'],
    overview: ['overview', 'about', 'about the course', 'long description', 'details'],
    price: ['price', 'fee', 'fees', 'cost', 'amount', 'price inr', 'list price', 'course fee', 'fee inr', 'शुल्क'],
    duration: ['duration', 'length', 'weeks', 'अवधि'],
    level: ['level', 'difficulty', 'difficulty level'],
    type: ['type', 'course type', 'format', 'mode'],
    university: ['university', 'school', 'school or university', 'offered by', 'institute'],
    objectives: ['objectives', 'outcomes', 'learning outcomes', 'what you will learn'],
    skills: ['skills', 'skills covered', 'tags'],
    tools: ['tools', 'tools covered', 'technologies'],
    prerequisites: ['prerequisites', 'requirements'],
  },
  columnOfField: {
    ...Object.fromEntries(Object.entries(fieldOf).map(([column, field]) => [field, column])),
    discounts: 'price',
  },
  async apply(tx, { staff, source }, cells) {
    const given = givenOf(cells)
    const slug = (cells['slug'] ?? '') === '' ? slugOf(given.title ?? '') : (cells['slug'] ?? '')
    const known = await row(tx, courseOfLine, [slug, given.title ?? ''])
    if (known) return changeCourse(tx, known.id, given)
    if (slug === '') throw refuseCell('slug', 'Please write an address in Latin letters, such as data-science.')
    const text = given.overview ?? given.description ?? given.title ?? ''
    const body = parseLine(courses.input, {
      ...emptyCourse,
      ...given,
      slug,
      overview: text,
      description: shortened(given.description ?? text, 400).replaceAll(/\s+/g, ' '),
      university: given.university ?? source,
    })
    const { id, version } = await courseRecords.add(tx, staff, body)
    const missing = Object.keys(blanks).filter((column) => (cells[column] ?? '') === '')
    return {
      outcome: 'new',
      id,
      version,
      note: missing.length === 0 ? '' : `Missing before it is published: ${missing.join(', ')}.`,
    }
  },
  async undo(tx, _by, { outcome, target_id: id, target_version: version, before }) {
    const changed = 'The course was changed or published since.'
    if (outcome === 'changed') {
      try {
        await courseRecords.update(tx, { id, versions: version === null ? [] : [version] }, { ...before })
        return null
      } catch (error) {
        if (error instanceof StaleVersion) return changed
        throw error
      }
    }
    return withoutReferences(
      tx,
      async () => ((await row(tx, deleteArrivedCourse, [id, version])) ? null : changed),
      'Batches or other records of the school are of this course.',
    )
  },
}

/** Changes a draft that is there already. What is published stays as visitors know it. */
async function changeCourse(tx: Queryable, id: number, given: Partial<CourseInput>): Promise<Applied> {
  const { version, publication, ...course } = await courseRecords.find(tx, id)
  const { price, ...values } = parseLine(courses.input.partial(), given)
  const columns: Record<string, unknown> = { ...values, price_paise: price === undefined ? undefined : Math.round(price * 100) }
  const now: Record<string, unknown> = { ...course, price_paise: Math.round(course.price * 100) }
  const different = Object.keys(columns).filter(
    (name) => columns[name] !== undefined && JSON.stringify(columns[name]) !== JSON.stringify(now[name]),
  )
  if (different.length === 0) return { outcome: 'same', id, version }
  if (publication !== 'draft') {
    throw conflict('course_published', 'A course with this title is on the site already, and differs. Change it on its page.')
  }
  const pick = (from: Record<string, unknown>) => Object.fromEntries(different.map((name) => [name, from[name]]))
  const after = await courseRecords.update(tx, { id, versions: [version] }, pick(columns))
  return { outcome: 'changed', id, version: after.version, before: pick(now) }
}

const emptyCourse = {
  category: blanks.category,
  duration: blanks.duration,
  difficulty_level: blanks.level,
  course_type: blanks.type,
  discounts: [],
  image: null,
  objectives: [],
  skills_covered: [],
  tools_covered: [],
  designations: [],
  average_package: { package: '', salary_hike: '' },
  target_audience: [],
  prerequisites: [],
  why_enroll_for_this_training: [],
  training_features: [],
  assessment_methods: [],
  projects: [],
  curriculum: [],
  module_weeks: [],
  weekly_hours_outside: null,
  reviews: [],
  faqs: [],
  support: [],
  certifications: [],
  certificate_rule: null,
  certificate_percent: null,
} as const
