import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { figureRanges, readFigures } from '#contract/desk/staff/figures.ts'
import { findStudents } from '#contract/money/staff/hand-enrolments.ts'
import { recipients } from '#contract/messaging/staff/messages.ts'
import { searchForStaff } from '#contract/desk/staff/search.ts'
import { readToday } from '#contract/desk/staff/today.ts'
import { median, timeOf } from '../compare.ts'

const rounds = 3
const folder = join(import.meta.dirname, '../../contract')

/** Milliseconds of calls of staff, medians, by path. A call that fails is endless. */
export interface StaffTimes {
  /** The first page of the console, and each list. */
  lists: Map<string, number>
  /** Each list with each value of each of its filters that have a few, and the figures of each usual range. */
  filters: Map<string, number>
  /** Searches for a student. */
  students: Map<string, number>
  /** Searches of everything. */
  searches: Map<string, number>
}

interface Resource {
  endpoints: { list: Endpoint }
  filters: Record<string, z.ZodType>
}

export async function timeStaffCalls(url: string): Promise<StaffTimes> {
  const resources = await readResources()
  const timeAll = async (paths: Iterable<string>) => {
    const times = new Map<string, number>()
    for (const path of paths) {
      const each: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        each.push(await timeOf({ url: `${url}/api${path}` }).catch(() => Number.POSITIVE_INFINITY))
      }
      times.set(path, median(each))
    }
    return times
  }
  return {
    lists: await timeAll([readToday.path, ...resources.map(({ endpoints }) => endpoints.list.path)]),
    filters: await timeAll([
      ...resources.flatMap(({ endpoints, filters }) => filteredPaths(endpoints.list.path, filters)),
      ...figureRanges.map((range) => `${readFigures.path}?range=${range}`),
    ]),
    students: await timeAll(words.map((word) => `${findStudents.path}?q=${encodeURIComponent(word)}`)),
    searches: await timeAll(words.map((word) => `${searchForStaff.path}?q=${encodeURIComponent(word)}`)),
  }
}

async function readResources(): Promise<Resource[]> {
  const modules = globSync('*/staff/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
  const resources = new Map<string, Resource>()
  for (const file of modules) {
    for (const value of Object.values((await import(join(folder, file))) as Record<string, unknown>)) {
      if (isResource(value)) resources.set(value.endpoints.list.path, value)
    }
  }
  return [...resources.values()]
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'endpoints' in value && 'list' in (value.endpoints as object)
}

function filteredPaths(path: string, filters: Resource['filters']): string[] {
  return Object.entries(filters).flatMap(([name, schema]) =>
    // Mails in a state are listed for one message.
    optionsOf(schema).map((option) => `${path}?${name}=${option}${path === recipients.endpoints.list.path ? '&message=1' : ''}`),
  )
}

function optionsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodOptional) return optionsOf(schema.def.innerType)
  if (schema instanceof z.ZodPipe) return optionsOf(schema.def.in)
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}

/** What staff type: names that many or few have, addresses, phone numbers, payments, courses, batches and companies. */
const words = [
  'asha',
  'Meera',
  'kulkarni',
  'Ravi Nair',
  'ravi nair',
  'zoya',
  'student4711',
  'student4711@example.com',
  'student990001@example.com',
  'visitor77@example.com',
  'nobody@example.org',
  '7000000777',
  '+91 70000 00123',
  '9999999999',
  'pay_Growth61',
  'pay_Unknown',
  'react',
  'terraform',
  'kubernetes for teams',
  'batch 4711',
  'batch 31',
  'instructor 7',
  'company 12',
  'pune',
]
