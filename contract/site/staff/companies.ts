import { z } from 'zod'
import { companyExample, companyFacts } from '#contract/site/content.ts'
import { line, paragraph } from '#contract/fields.ts'
import {
  flag,
  previewEndpoint,
  publication,
  publicationVerbs,
  recordFields,
  resource,
  publicationNames,
} from '#contract/resource.ts'

const record = companyFacts.extend({ ...recordFields, publication })
export type CompanyRecord = z.output<typeof record>

const input = z.strictObject({
  name: line(120, 'Name is required.'),
  industry: line(120, 'Industry is required.'),
  city: line(120, 'City is required.'),
  why: paragraph(1000, 'Please say why.'),
  is_partner: z.boolean(),
  is_alumni_employer: z.boolean(),
})

const { id: _, ...inputExample } = companyExample

/** Hiring partners and employers of alumni. */
export const companies = resource({
  name: 'companies',
  singular: 'company',
  record,
  input,
  filters: {
    industry: line(120).optional(),
    city: line(120).optional(),
    is_partner: flag.optional(),
    is_alumni_employer: flag.optional(),
    publication: publication.optional(),
  },
  sort: ['name', 'city', 'id'],
  permission: { read: 'companies:read', write: 'companies:write' },
  verbs: publicationVerbs,
  words: { publication: publicationNames },
  examples: { record: { ...companyExample, version: 3, publication: 'published' }, input: inputExample },
})

export const previewCompany = previewEndpoint('company', { resource: 'companies', read: 'companies:read' })
