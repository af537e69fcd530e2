import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ParsedOf } from '#contract/endpoint.ts'
import type { FileFormat, WordsOf } from '#contract/exported-files.ts'
import type { Permission } from '#contract/permissions.ts'
import { pageLimits } from '#contract/resource.ts'
import type { Guest, Principal, Staff, Visitor } from '#server/platform/auth/principal.ts'
import { readToday } from '#server/platform/db/days-in-india.ts'
import type { Total } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, stale, StaleVersion, versionRequired } from '#server/platform/errors/errors.ts'
import { columnsOf } from './export-columns.ts'
import { exportFile, exportHead, fileName } from './exports.ts'
import { correctExport, logExport } from '#server/platform/audit/log-export.ts'
import { route } from './route.ts'

/** The part of the contract's `readOnlyResource()` result that the routes need. */
export interface ReadOnlyResource {
  name: string
  record: z.ZodObject
  sort: readonly string[]
  usualSort?: string
  file?: z.ZodObject
  words?: WordsOf
  permission: { read: Permission }
  endpoints: { list: Endpoint; read: Endpoint; export: Endpoint }
}
/** The same of `resource()`. */
export interface Resource extends ReadOnlyResource {
  input: z.ZodObject
  permission: { read: Permission; write: Permission }
  endpoints: ReadOnlyResource['endpoints'] & { create: Endpoint; change: Endpoint }
  actions: { readonly [name: string]: Endpoint }
}

export type RecordOf<C extends Resource> = z.output<C['record']> & { version: number }
export type QueryOf<C extends ReadOnlyResource> = Omit<ParsedOf<C['endpoints']['export']>['query'] & object, 'sort' | 'format'>
export type BodyOf<C extends Resource, Call extends 'create' | 'change'> = ParsedOf<C['endpoints'][Call]>['body']

/** One page of a list: `limit` rows after the cursor, in the order of `sort`. */
interface Paging {
  limit: number
  sort: string
  cursor?: string | undefined
}

/** Which record is changed, and the versions that the change may be based on. */
export interface Target {
  id: number
  versions: number[]
}

/** The verbs that read a resource. */
export interface ReadVerbs<C extends ReadOnlyResource, Row = z.output<C['record']>> {
  list(
    deps: Deps,
    staff: Staff,
    input: { filter: QueryOf<C>; page: Paging },
  ): Promise<{ items: Row[]; next_cursor: string | null }>
  total(deps: Deps, staff: Staff, input: { filter: QueryOf<C> }): Promise<Total>
  read(deps: Deps, staff: Staff, input: { id: number }): Promise<Row>
  /** As `list`, the lines of the export of a contract with a `file`. */
  listForFile?(
    deps: Deps,
    staff: Staff,
    input: { filter: QueryOf<C>; page: Paging },
  ): Promise<{ items: Record<string, unknown>[]; next_cursor: string | null }>
}

/** The verbs of one resource. */
export interface ResourceVerbs<C extends Resource> extends ReadVerbs<C, RecordOf<C>> {
  create(deps: Deps, staff: Staff, input: { body: BodyOf<C, 'create'> }): Promise<RecordOf<C>>
  /** @throws StaleVersion when the record has none of `versions` */
  change(deps: Deps, staff: Staff, input: Target & { body: BodyOf<C, 'change'> }): Promise<RecordOf<C>>
  /** One for each of the contract's verbs. @throws StaleVersion as `change` does */
  actions: { [name in keyof C['actions']]: (deps: Deps, staff: Staff, input: Target) => Promise<RecordOf<C>> }
}

/** Mounts the calls of a resource that staff only read. */
export function readOnlyResourceRoutes<C extends ReadOnlyResource>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  verbs: ReadVerbs<C>,
): void {
  const { list, read, export: exported } = contract.endpoints
  const usualSort = contract.usualSort ?? contract.sort[0] ?? 'id'
  const split = (query: unknown) => {
    const {
      limit = pageLimits.usual,
      sort = usualSort,
      cursor,
      format = 'csv',
      ...filter
    } = query as Partial<Paging> & { format?: FileFormat }
    return { page: { limit, sort, cursor }, format, filter: filter as QueryOf<C> }
  }
  route(app, deps, list, async (principal, input) => {
    const staff = asStaff(principal)
    const { page, filter } = split(input.query)
    const [found, total] = await Promise.all([verbs.list(deps, staff, { filter, page }), verbs.total(deps, staff, { filter })])
    return { ...found, ...total }
  })
  route(app, deps, exported, async (principal, input, reply) => {
    const staff = asStaff(principal)
    const { page, format, filter } = split(input.query)
    if (contract.file && !verbs.listForFile) throw new Error(`${contract.name} has no lines for its file`)
    const lines = (cursor?: string) =>
      (verbs.listForFile ?? verbs.list)(deps, staff, { filter, page: { ...page, cursor, limit: exportRows } })
    // The first page is read before the response begins, so that a failure is an error response and not half a file.
    const [first, today] = await Promise.all([lines(page.cursor), readToday(deps.db)])
    const rows = first.next_cursor === null ? first.items.length : exactOf(await verbs.total(deps, staff, { filter }))
    const columns = columnsOf(contract.file ?? contract.record, contract.words)
    const exported = { format, name: fileName(contract.name, filter, today), columns }
    if (reply.request.method === 'HEAD') return exportHead(contract.name, exported)
    const id = await logExport(deps, staff, { list: contract.name, filter, rows })
    const onEnd = async (sent: { rows: number; brokeOff: boolean }) => {
      if (sent.rows === rows && !sent.brokeOff) return
      await correctExport(deps, staff, { id, ...sent }).catch((error: unknown) =>
        deps.log.error({ err: error }, 'export not corrected'),
      )
    }
    return exportFile(contract.name, { ...exported, pages: pagesFrom(first, { next: lines, onEnd }) })
  })
  route(app, deps, read, async (principal, input, reply) => {
    const record = await verbs.read(deps, asStaff(principal), { id: idOf(input.params) })
    return isVersioned(record) ? withVersion(reply, record) : record
  })
}

/** Mounts the calls of a resource. */
export function resourceRoutes<C extends Resource>(app: FastifyInstance, deps: Deps, contract: C, verbs: ResourceVerbs<C>): void {
  const { create, change } = contract.endpoints
  readOnlyResourceRoutes(app, deps, contract, verbs)
  route(app, deps, create, async (principal, input, reply) => {
    const made = await verbs.create(deps, asStaff(principal), { body: input.body })
    return withVersion(reply.code(201), made)
  })
  const withStale = withCurrent(contract.record)
  route(app, deps, change, async (principal, input, reply) => {
    const target = { id: idOf(input.params), versions: versionsOf(input.ifMatch) }
    const body = input.body as BodyOf<C, 'change'>
    return withVersion(reply, await verbs.change(deps, asStaff(principal), { ...target, body }).catch(withStale))
  })
  for (const [name, endpoint] of Object.entries(contract.actions)) {
    const action = verbs.actions[name]
    if (!action) throw new Error(`${contract.name} has no verb ${name}`)
    route(app, deps, endpoint, async (principal, input, reply) => {
      const target = { id: idOf(input.params), versions: versionsOf(input.ifMatch) }
      return withVersion(reply, await action(deps, asStaff(principal), target).catch(withStale))
    })
  }
}

const exactOf = ({ total, total_is_exact: isExact }: Total) => (isExact ? total : null)

const idOf = (params: unknown) => (params as { id: number }).id

const isVersioned = <Row extends object>(record: Row): record is Row & { version: number } =>
  'version' in record && typeof record.version === 'number'

/** Returns what turns `StaleVersion` into a 412 with the current record, and throws every other error. */
export function withCurrent(record: z.ZodObject): (error: unknown) => never {
  return (error) => {
    throw error instanceof StaleVersion ? stale(record.parse(error.current)) : error
  }
}

/** Rows of an export that are held in memory at a time. */
const exportRows = 1000

interface Page {
  items: Record<string, unknown>[]
  next_cursor: string | null
}

interface Pages {
  next: (cursor: string) => Promise<Page>
  /** Called once, also when the reader has gone or a page can't be read. */
  onEnd: (sent: { rows: number; brokeOff: boolean }) => Promise<void>
}

/** Yields the rows of each page and reads the next page when the previous one was consumed. */
async function* pagesFrom(first: Page, { next, onEnd }: Pages): AsyncGenerator<Page['items']> {
  let rows = 0
  let brokeOff = true
  try {
    for (let page = first; ; page = await next(page.next_cursor)) {
      yield page.items
      rows += page.items.length
      if (page.next_cursor === null) break
    }
    brokeOff = false
  } finally {
    await onEnd({ rows, brokeOff })
  }
}

/** Narrows the principal to staff, which `route()` has already authorised. @throws HttpError 403 otherwise */
function asStaff(principal: Principal | Visitor | Guest): Staff {
  if (principal.kind !== 'staff') throw forbidden()
  return principal
}

export function withVersion<Row extends { version: number }>(reply: FastifyReply, record: Row): Row {
  reply.header('etag', `"${record.version}"`)
  return record
}

/**
 * Returns the versions in `If-Match` (RFC 9110, 13.1.1). A weak or foreign tag matches no version.
 * @throws HttpError 428 without the header or with `*`
 */
export function versionsOf(ifMatch: string | undefined): number[] {
  if (ifMatch === undefined || ifMatch.trim() === '' || ifMatch.trim() === '*') throw versionRequired()
  return ifMatch.split(',').flatMap((tag) => {
    const version = /^\s*"(\d{1,9})"\s*$/.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}
