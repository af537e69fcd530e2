import { z } from 'zod'

/** A picture: a path below the image host, an address, or null for the drawn one. */
export const picture = z
  .string()
  .max(500, 'This address is too long.')
  .refine(
    (path) => /^(?:media\/[\w./-]+|https:\/\/[^\s"'<>\\]+)$/.test(path) && !path.includes('..'),
    'Choose a picture of the library.',
  )
  .nullable()
