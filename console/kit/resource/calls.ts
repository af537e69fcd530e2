import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '#console/kit/api/client.ts'
import type { AnyRecord, Filtering, RecordOf, Resource } from './screen.ts'

interface Page<One> {
  items: One[]
  next_cursor: string | null
  total: number
  total_is_exact: boolean
}

interface Input {
  params?: object
  query?: object
  body?: object
  ifMatch?: number | undefined
}

/** Calls an endpoint of a resource that is not known here. The server has checked its answer with the contract's schema. */
export function ask<Answer>(endpoint: Endpoint, { params = {}, query, body, ifMatch }: Input): Promise<Answer> {
  const input = { params, query, body, ifMatch }
  return call(endpoint, input) as Promise<Answer>
}

/** How many records have these filters. */
export async function readTotal<R extends Resource>({ endpoints }: R, filters: Filtering<R>): Promise<number> {
  return (await ask<Page<RecordOf<R>>>(endpoints.list, { query: { limit: '1', ...filters } })).total
}

export const listKey = (resource: Resource) => [resource.name, 'list'] as const
const recordKey = (resource: Resource, id: number) => [resource.name, 'record', id] as const

/** The rows of a list so far, and the next ones on demand. `query` is the list's sort, search and filters. */
export function useList<R extends Resource>(resource: R, query: Readonly<Record<string, string>>) {
  const list = useInfiniteQuery({
    queryKey: [...listKey(resource), query],
    queryFn: ({ pageParam }) =>
      ask<Page<RecordOf<R>>>(resource.endpoints.list, {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
  const records = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const last = list.data?.pages.at(-1)
  return { ...list, records, total: last?.total, totalIsExact: last?.total_is_exact ?? true }
}

/** One record. The list's row stands in until the record itself is read. */
export function useRecord<R extends Resource>(resource: R, id: number) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: recordKey(resource, id),
    queryFn: () => ask<AnyRecord>(resource.endpoints.read, { params: { id } }),
    placeholderData: () =>
      client
        .getQueriesData<{ pages: Page<AnyRecord>[] }>({ queryKey: listKey(resource) })
        .flatMap(([, data]) => data?.pages ?? [])
        .flatMap(({ items }) => items)
        .find((row) => row.id === id),
  })
  return { ...query, data: query.data as RecordOf<R> | undefined }
}

/** A record that staff write has a version. */
interface Versioned {
  id: number
  version?: unknown
}

const versionOf = ({ version }: Versioned) => (typeof version === 'number' ? version : undefined)

/** The calls that change records. They keep the record and the lists that are shown up to date. */
export function useChanges<R extends Resource>(resource: R) {
  const client = useQueryClient()
  const keep = (record: RecordOf<R>) => {
    client.setQueryData(recordKey(resource, record.id), record)
    void client.invalidateQueries({ queryKey: listKey(resource) })
    return record
  }
  const required = (endpoint: Endpoint | undefined) => {
    if (!endpoint) throw new Error(`staff only read ${resource.name}`)
    return endpoint
  }
  return {
    create: (body: object) => ask<RecordOf<R>>(required(resource.endpoints.create), { body }).then(keep),
    /** @throws ApiError 412 with the current record when somebody else has changed it */
    change: (record: Versioned, body: object) =>
      ask<RecordOf<R>>(required(resource.endpoints.change), { params: { id: record.id }, body, ifMatch: versionOf(record) }).then(
        keep,
      ),
    /** Calls a verb of the resource at the version that the person sees. */
    act: (record: Versioned, verb: string) =>
      ask<RecordOf<R>>(required(resource.actions?.[verb]), { params: { id: record.id }, ifMatch: versionOf(record) }).then(keep),
    keep,
    forget: () => client.invalidateQueries({ queryKey: [resource.name] }),
  }
}
