import { z } from 'zod'
import { isAddressText } from './fields.ts'

/** The address of a page or picture elsewhere. */
export const isWebPage = (text: string): boolean => /^https?:\/\//i.test(text) && isAddressText(text) && URL.canParse(text)

const linkProblem = 'Please give a link that begins with https://.'

/** The address of somebody's work elsewhere: https, and without a password in it. */
export const secureLink = z
  .string({ error: linkProblem })
  .trim()
  .max(500, 'Please keep this under 501 characters.')
  .refine((text) => /^https:/i.test(text) && isWebPage(text) && new URL(text).username === '', linkProblem)

/** The link of a classroom. */
export const classroomUrl = z
  .string()
  .max(500, 'This address is too long.')
  .refine(isWebPage, 'Please give an address that begins with https://.')
  .nullable()

/** A picture: a path below the image host, an address, or null for the drawn one. */
export const picture = z
  .string()
  .max(500, 'This address is too long.')
  .refine(
    (path) => (/^media\/[\w./-]+$/.test(path) || (/^https:\/\/[^"'<>]+$/.test(path) && isWebPage(path))) && !path.includes('..'),
    'Choose a picture of the library.',
  )
  .nullable()

/** A picture of the library as a page shows it. Pixels. */
export const shownPicture = z.object({ path: z.string(), name: z.string(), alt: z.string(), width: z.int(), height: z.int() })

/** The path of a picture of the library. */
export const libraryPicture = z
  .string()
  .regex(/^media\/library\/[0-9a-f]{32}-[lcr][tmb]\/960\.webp$/, 'Choose a picture of the library.')
