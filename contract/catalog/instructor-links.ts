import { z } from 'zod'
import { secureLink } from '#contract/addresses.ts'
import { line } from '#contract/fields.ts'

/** What a link of an instructor leads to, which decides its icon. */
export const linkKinds = ['site', 'code', 'talks', 'writing', 'other'] as const
export type LinkKind = (typeof linkKinds)[number]
export const linkKindNames: Readonly<Record<LinkKind, string>> = {
  site: 'Own site',
  code: 'Code',
  talks: 'Talks',
  writing: 'Writing',
  other: 'Something else',
}

const mostLinks = 4

export const instructorLink = z.object({ kind: z.enum(linkKinds), label: z.string(), url: z.string() })
export type InstructorLink = z.output<typeof instructorLink>

/** The links of an instructor, as staff write them. */
export const instructorLinks = z
  .array(
    z.strictObject({
      kind: z.enum(linkKinds, 'Please say where the link leads.'),
      label: line(40, 'Please name the link.'),
      url: secureLink,
    }),
  )
  .max(mostLinks, `An instructor has at most ${mostLinks} links.`)
  .refine((links) => new Set(links.map(({ url }) => url)).size === links.length, 'Two links have the same address.')

export const linksExample: InstructorLink[] = [{ kind: 'code', label: 'Code', url: 'https://code.example/meera' }]
