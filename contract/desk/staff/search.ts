import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { searchWords } from '#contract/fields.ts'

/** Records of one kind that a search answers at most. */
export const foundOfKind = 5

const staffFound = z.object({
  /** The resource, as in `/staff/<resource>/`. */
  resource: z.enum([
    'students',
    'leads',
    'courses',
    'instructors',
    'companies',
    'batches',
    'blogs',
    'services',
    'resources',
    'projects',
    'policies',
    'testimonials',
    'own-batches',
  ]),
  id: z.int(),
  title: z.string(),
  /** Tells records of one title apart. */
  note: z.string(),
})
export type StaffFound = z.output<typeof staffFound>

export const searchForStaff = endpoint({
  name: 'searchForStaff',
  method: 'GET',
  path: '/staff/search/',
  tag: 'Staff: search',
  summary: 'Records of every kind that the role may read, best first',
  access: { staff: 'search:use' },
  query: z.strictObject({ q: searchWords }),
  answers: { 200: z.object({ results: z.array(staffFound) }) },
  example: { answer: { results: [{ resource: 'companies', id: 1, title: 'Tarang Systems', note: 'Logistics software, Pune' }] } },
})
