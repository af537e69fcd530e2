import { z } from 'zod'
import { endpoint, type StaffAccess } from './endpoint.ts'
import { body, errorBody } from './errors.ts'
import { fileFormat, headingOf, type WordsOf } from './exported-files.ts'
import { id, searchWords } from './fields.ts'
import type { Permission } from './permissions.ts'

/** Rows of one page of a list: maximum and default. */
export const pageLimits = { most: 100, usual: 50 } as const
/** Rows up to which a list says how many there are, because a count reads what it counts. */
export const countedRows = 10_000
/** How many rows a list has, `countedRows` at most. `total_is_exact` is false when there are more. */
export const countedTotal = { total: z.int(), total_is_exact: z.boolean() }

/** Fields of every record: its key, and the version in its ETag, which each change raises. */
export const recordFields = { id: z.int(), version: z.int() } as const

const limit = z
  .string()
  .regex(/^\d{1,3}$/, `Please give a number from 1 to ${pageLimits.most}.`)
  .transform(Number)
  .refine((value) => value >= 1 && value <= pageLimits.most, `Please give a number from 1 to ${pageLimits.most}.`)

/** A boolean filter of a query. */
export const flag = z.enum(['true', 'false'], 'Please give true or false.').transform((value) => value === 'true')

/** The error body with the current record, for a change based on an older version. */
const staleBody = <Record extends z.ZodObject>(record: Record) => errorBody.extend({ current: record })

type Sorted<Sort extends readonly string[]> = Sort[number] | `-${Sort[number]}`
type Names = readonly [string, ...string[]]

interface ReadDefinition<
  Name extends string,
  One extends string,
  Record extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Sort extends Names,
  Verb extends string,
> {
  /** Plural; part of the path `/staff/<name>/`. */
  name: Name
  singular: One
  /** Schema that staff read. Its fields include `id`, and `version` when staff write it. */
  record: Record
  /** Query parameters of list and export. */
  filters: Filters
  /** Columns that a list can be sorted by; `-name` is descending. */
  sort: Sort
  /** The order of a list that asks for none. Default: the first of `sort`. */
  usualSort?: Sorted<Sort>
  permission: { read: Permission }
  /** The lines of an export. Default: the records themselves. */
  file?: z.ZodObject
  /** The words of each field with codes, in the lines of an export. */
  words?: WordsOf
  /** Calls that ask for a second factor of the last 15 minutes, such as an export of personal data. */
  stepUp?: readonly ('create' | 'change' | 'export' | NoInfer<Verb>)[]
  examples: { record: z.input<Record> }
}

interface Definition<
  Name extends string,
  One extends string,
  Record extends z.ZodObject,
  Input extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Sort extends Names,
  Verb extends string,
  Changes extends z.ZodObject,
> extends ReadDefinition<Name, One, Record, Filters, Sort, Verb> {
  /** Schema that staff write. */
  input: Input
  /** The fields of which a change sends any. Default: those of `input`. */
  changes?: Changes
  permission: { read: Permission; write: Permission }
  /** Whether a record may have 256 KiB instead of 32, or 2 MiB with a file as text. */
  largeBody?: boolean | 'file'
  /** Changes of state without a body, such as `publish`, with the summary of each. */
  verbs?: { readonly [name in Verb]: string }
  examples: { record: z.input<Record>; input: z.input<Input>; changes?: z.input<Changes> }
}

/** Verbs of a record that visitors see, and its states. A record begins as a draft; visitors see published ones only. */
export const publication = z.enum(['draft', 'published', 'archived'])
export type Publication = z.output<typeof publication>
export const publicationNames: Readonly<Record<Publication, string>> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
export const publicationVerbs = {
  publish: 'Show the record on the site',
  unpublish: 'Take the record off the site and make it a draft',
  archive: 'Take the record off the site',
} as const

const accessTo = (staff: Permission, stepUp: boolean | undefined): StaffAccess => (stepUp ? { staff, stepUp } : { staff })

/** Returns the endpoints by which staff read one kind of record that they never write: list, read and export. */
export function readOnlyResource<
  const Name extends string,
  const One extends string,
  Record extends z.ZodObject,
  Filters extends z.ZodRawShape,
  const Sort extends Names,
>(definition: ReadDefinition<Name, One, Record, Filters, Sort, never>) {
  return { ...definition, endpoints: readEndpoints(definition) }
}

/**
 * Returns a function that declares acts on one record of a resource, such as a reply to a lead: `POST /staff/<name>/:id/<verb>/` with
 * a body, at the version that the person saw. The answer is the record.
 */
export function actsOn<Record extends z.ZodObject>(
  resource: { name: string; record: Record; examples: { record: z.input<Record> } },
  access: StaffAccess,
) {
  const { name, record, examples } = resource
  return <const Name extends string, Body extends z.ZodType>(definition: {
    name: Name
    verb: string
    summary: string
    body: Body
    example: z.input<Body>
  }) =>
    endpoint({
      name: definition.name,
      method: 'POST',
      path: `/staff/${name}/:id/${definition.verb}/`,
      tag: `Staff: ${name}`,
      summary: `${definition.summary}; If-Match names the version`,
      access,
      params: z.object({ id }),
      body: definition.body,
      version: 'required',
      answers: { 200: record },
      errors: [404, 409, 428],
      failures: { 412: staleBody(record) },
      example: { body: definition.example, answer: examples.record, others: { 412: staleExample(examples.record) } },
    })
}

const staleExample = (current: unknown) => ({ ...body('Somebody else has changed this.', 'stale'), current })

function readEndpoints<
  const Name extends string,
  const One extends string,
  Record extends z.ZodObject,
  Filters extends z.ZodRawShape,
  const Sort extends Names,
  const Verb extends string,
>(definition: ReadDefinition<Name, One, Record, Filters, Sort, Verb>) {
  const { name, record, filters, examples, permission, stepUp } = definition
  const [plural, single] = [pascal(name), pascal(definition.singular)]
  const path = `/staff/${name}/` as const
  const tag = `Staff: ${name}`
  const read = accessTo(permission.read, false)
  const sorts = definition.sort.flatMap((column) => [column, `-${column}`]) as [Sorted<Sort>, ...Sorted<Sort>[]]
  const asked = {
    sort: z.enum(sorts, `Please give one of ${sorts.join(', ')}.`).optional(),
    q: searchWords.optional(),
    ...filters,
  }
  return {
    list: endpoint({
      name: `list${plural}ForStaff`,
      method: 'GET',
      path,
      tag,
      summary: `List ${name}, paged by key`,
      access: read,
      query: z.strictObject({
        limit: limit.default(pageLimits.usual),
        cursor: z.string().max(1000, 'This cursor is not valid.').optional(),
        ...asked,
      }),
      answers: { 200: z.object({ items: z.array(record), next_cursor: z.string().nullable(), ...countedTotal }) },
      example: { answer: { items: [examples.record], next_cursor: null, total: 1, total_is_exact: true } },
    }),
    read: endpoint({
      name: `read${single}ForStaff`,
      method: 'GET',
      path: `${path}:id/`,
      tag,
      summary: `Read one record of ${name}`,
      access: read,
      params: z.object({ id }),
      answers: { 200: record },
      errors: [404],
      example: { answer: examples.record },
    }),
    export: endpoint({
      name: `export${plural}`,
      method: 'GET',
      path: `${path}export/`,
      tag,
      summary: `Export the filtered ${name} as CSV or as a workbook of Excel, in rupees and the time in India`,
      access: accessTo(permission.read, stepUp?.includes('export')),
      query: z.strictObject({ format: fileFormat, ...asked }),
      answers: { 200: z.string() },
      answerType: 'text/csv',
      example: {
        answer: Object.entries((definition.file ?? record).shape)
          .map(([field, schema]) => headingOf(field, schema))
          .join(','),
      },
    }),
  }
}

/**
 * Returns the endpoints by which staff manage one kind of record: list, read, create, change, export, and its verbs. These
 * endpoints and `server/platform/http/resource.ts` define keyset pagination, versions and exports.
 */
export function resource<
  const Name extends string,
  const One extends string,
  Record extends z.ZodObject,
  Input extends z.ZodObject,
  Filters extends z.ZodRawShape,
  const Sort extends Names,
  const Verb extends string = never,
  Changes extends z.ZodObject = Input,
>(definition: Definition<Name, One, Record, Input, Filters, Sort, Verb, Changes>) {
  const { name, record, input, examples, permission, stepUp } = definition
  const single = pascal(definition.singular)
  const path = `/staff/${name}/` as const
  const tag = `Staff: ${name}`
  const writing = (call: 'create' | 'change' | Verb) => accessTo(permission.write, stepUp?.includes(call))
  // Without `changes`, the type `Changes` is that of the input.
  const changes = definition.changes ?? (input as z.ZodObject as Changes)
  const { largeBody = false } = definition
  const stale = staleExample(examples.record)
  const summaries: { readonly [name: string]: string } = definition.verbs ?? {}
  const verb = (action: Verb) =>
    endpoint({
      name: `${camel(action)}${single}`,
      method: 'POST',
      path: `${path}:id/${action}/`,
      tag,
      summary: `${summaries[action] ?? action}; If-Match names the version`,
      access: writing(action),
      params: z.object({ id }),
      version: 'required',
      answers: { 200: record },
      errors: [404, 409, 428],
      failures: { 412: staleBody(record) },
      example: { answer: examples.record, others: { 412: stale } },
    })
  const verbNames = Object.keys(summaries) as Verb[]
  const reads = readEndpoints(definition)
  return {
    ...definition,
    // The names are those of `verbs`.
    actions: Object.fromEntries(verbNames.map((name) => [name, verb(name)])) as {
      readonly [name in Verb]: ReturnType<typeof verb>
    },
    endpoints: {
      ...reads,
      read: { ...reads.read, summary: `${reads.read.summary}; the ETag is its version`, version: 'answered' as const },
      create: endpoint({
        name: `create${single}`,
        method: 'POST',
        path,
        tag,
        summary: `Create a record of ${name}`,
        access: writing('create'),
        body: input,
        largeBody,
        version: 'answered',
        answers: { 201: record },
        errors: [409],
        example: { body: examples.input, answer: examples.record },
      }),
      change: endpoint({
        name: `change${single}`,
        method: 'PATCH',
        path: `${path}:id/`,
        tag,
        summary: `Change a record of ${name}; If-Match names the version the change is based on`,
        access: writing('change'),
        params: z.object({ id }),
        largeBody,
        body: changes.partial().refine((fields) => Object.keys(fields).length > 0, 'Please send a field to change.'),
        version: 'required',
        answers: { 200: record },
        errors: [404, 409, 428],
        failures: { 412: staleBody(record) },
        example: { body: examples.changes ?? examples.input, answer: examples.record, others: { 412: stale } },
      }),
    },
  }
}

/**
 * Returns the endpoint that makes a signed link to the page of a record as visitors would see it.
 * @param name singular of the resource
 */
export function previewEndpoint<const Name extends string>(
  name: Name,
  { resource: of, read }: { resource: string; read: Permission },
) {
  return endpoint({
    name: `preview${pascal(name)}`,
    method: 'POST',
    path: `/staff/${of}/:id/preview/`,
    tag: `Staff: ${of}`,
    summary: 'Make a link that shows the record as a visitor would see it, for a day',
    access: { staff: read } as const,
    params: z.object({ id }),
    answers: { 200: z.object({ path: z.string() }) },
    errors: [404],
    example: { answer: { path: '/service/1?preview=WyJzZXJ2aWNlcyIsMSwxNzk1MzQ1NjAwXQ.c2lnbmF0dXJl' } },
  })
}

const pascal = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
