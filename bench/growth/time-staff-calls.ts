import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { readToday } from '#contract/staff/today.ts'
import { median, timeOf } from '../compare.ts'

const rounds = 3
const folder = join(import.meta.dirname, '../../contract/staff')

/** Returns the milliseconds of the first page of the console and of each list of staff, medians, by path. A call that fails is endless. */
export async function timeStaffCalls(url: string): Promise<Map<string, number>> {
  const modules = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const paths = new Set([readToday.path])
  for (const file of modules) {
    for (const value of Object.values((await import(join(folder, file))) as Record<string, unknown>)) {
      if (isResource(value)) paths.add(value.endpoints.list.path)
    }
  }
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

function isResource(value: unknown): value is { endpoints: { list: Endpoint } } {
  return typeof value === 'object' && value !== null && 'endpoints' in value && 'list' in (value.endpoints as object)
}
